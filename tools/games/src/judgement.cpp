#include "judgement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lunette/games/game_type.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette {
namespace {

/// 1, 0 or -1 for the side to move, the count included.
int result_of(Wdl wdl) {
  return wdl == Wdl::win ? 1 : wdl == Wdl::loss ? -1 : 0;
}

std::string plies(int number) {
  return fmt::format("{} {}", number, number == 1 ? "ply" : "plies");
}

Change change_of(const JudgedMove& judged) {
  constexpr int much = 20;
  const int before = result_of(judged.before.wdl);
  const int after = -result_of(judged.after.wdl);
  if (after < before) {
    if (before == 0) return Change::draw_to_loss;
    if (after < 0) return Change::win_to_loss;
    return judged.after.wdl == Wdl::blessed_loss ? Change::win_to_cursed : Change::win_to_draw;
  }
  const bool distances = judged.before.dtw && judged.after.dtw && judged.after_best.dtw;
  if (after <= 0 || !distances) return Change::none;
  return *judged.after.dtw - *judged.after_best.dtw >= much ? Change::win_prolonged : Change::none;
}

/// "22-18 wins in 25 plies"; with "only" where no other move does as much.
std::string best_in_words(const JudgedMove& judged) {
  const std::string move = (judged.keeping == 1 ? "only " : "") + judged.best;
  const Answer& after = judged.after_best;
  if (judged.before.wdl != Wdl::win) return move + " draws";
  if (after.dtw) return fmt::format("{} wins in {}", move, plies(*after.dtw + 1));
  if (!after.dtc) return move + " wins";
  return fmt::format("{} wins, next conversion in {}", move, plies(judged.converts ? 1 : *after.dtc + 1));
}

/// What the side that moved is left with.
std::string_view left_in_words(Change change) {
  switch (change) {
    case Change::win_to_cursed: return "draw by the count";
    case Change::win_to_draw: return "draw";
    default: return "loss";
  }
}

}  // namespace

JudgedMove judge(const Ruleset& rules, const Position& position, const Probe& probe, const Move& move,
                 SquareNames names) {
  JudgedMove judged;
  judged.position = position;
  judged.side = position.side;
  judged.before = probe.answer;
  const RankedMove& best = probe.moves.front();
  judged.best = write_move(rules_of_number(rules), position, best.move, names);
  judged.after_best = best.answer;
  judged.converts = best.conversion;
  const int result = result_of(probe.answer.wdl);
  for (const RankedMove& ranked : probe.moves) {
    if (ranked.move == move) judged.after = ranked.answer;
    const bool keeps = -result_of(ranked.answer.wdl) >= result;
    if (keeps) ++judged.keeping;
    judged.critical |= !keeps;
  }
  judged.change = change_of(judged);
  return judged;
}

std::string change_in_words(const JudgedMove& judged) {
  const std::string best = best_in_words(judged);
  if (judged.change == Change::win_prolonged) {
    return fmt::format("win in {} prolonged to {}; {}", *judged.after_best.dtw + 1, *judged.after.dtw + 1, best);
  }
  std::string thrown = judged.before.wdl == Wdl::win ? "win" : "draw";
  if (judged.before.wdl == Wdl::win && judged.before.dtw) thrown += fmt::format(" in {}", *judged.before.dtw);
  std::string left(left_in_words(judged.change));
  if (left == "loss" && judged.after.dtw) left += fmt::format(" in {}", *judged.after.dtw);
  return fmt::format("{} thrown away: {}; {}", thrown, left, best);
}

std::string answer_in_words(const Answer& answer, Color side_to_move) {
  const bool mover_is_better = answer.wdl == Wdl::win || answer.wdl == Wdl::cursed_win;
  const bool white_is_better = mover_is_better == (side_to_move == Color::white);
  const std::string_view winner = white_is_better ? "White" : "Black";
  std::string distance;
  if (answer.dtw) {
    distance = fmt::format(" in {}", plies(*answer.dtw));
  } else if (answer.dtc) {
    distance = fmt::format(", next conversion in {}", plies(*answer.dtc));
  }
  switch (answer.wdl) {
    case Wdl::draw: return "draw";
    case Wdl::cursed_win:
    case Wdl::blessed_loss: return fmt::format("draw by the count; without it {} wins{}", winner, distance);
    case Wdl::win:
    case Wdl::loss: break;
  }
  return fmt::format("{} wins{}", winner, distance);
}

Outcome outcome_of(const Answer& answer, Color side_to_move) noexcept {
  const int result = result_of(answer.wdl);
  if (result == 0) return Outcome::draw;
  const Color winner = result > 0 ? side_to_move : opposite(side_to_move);
  return winner == Color::white ? Outcome::white_wins : Outcome::black_wins;
}

}  // namespace lunette
