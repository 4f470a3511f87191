#include "lunette/report/count_words.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <vector>

#include "lunette/report/words.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette {
namespace {

std::string moves(int number) {
  return amount(static_cast<std::uint64_t>(number), "move", "moves");
}

/// The moves that the lone king makes in so many plies, whoever begins.
int lone_moves(int plies, bool lone_to_move) {
  return lone_to_move ? (plies + 1) / 2 : plies / 2;
}

/// The number of the lone king's last move before the end, if nobody counted.
int final_count(const Position& position, const Answer& answer) {
  return answer.count->moves + lone_moves(*answer.dtw, position.side == answer.count->lone);
}

/// Whose win it is without the count: a distance is odd for a side to move that wins.
Color winner(const Position& position, const Answer& answer) {
  return *answer.dtw % 2 == 1 ? position.side : opposite(position.side);
}

/// The lone king's own last move may end the game; the other side's must come before it.
int last_in_time(int limit, bool lone_wins) {
  return lone_wins ? limit : limit - 1;
}

std::string margin(int final, int limit, bool lone_wins) {
  const int last = last_in_time(limit, lone_wins);
  if (final > last) return fmt::format("too late by {}", moves(final - last));
  return final == last ? "just in time" : fmt::format("in time by {}", moves(last - final));
}

std::string ending(const Position& position, const Answer& answer, int limit) {
  if (!answer.dtw || *answer.dtw == 0) return "";
  const int final = final_count(position, answer);
  const Color side = winner(position, answer);
  const bool lone_wins = side == answer.count->lone;
  const bool too_late = final > last_in_time(limit, lone_wins);
  return fmt::format(" {}{} wins in {}, {} the lone king's move {}: {}.", too_late ? "Without the count " : "",
                     color_name(side), amount(static_cast<std::uint64_t>(*answer.dtw), "ply", "plies"),
                     lone_wins ? "with" : "after", final, margin(final, limit, lone_wins));
}

/// "7-2 (move 12), 11-4 (move 13)": the lone king's move after or with which the game ends.
/// Reckoned from the count before the move: none runs any more when the last piece is gone.
std::string listed(const Ruleset& rules, const Position& position, const Count& before,
                   const std::vector<const RankedMove*>& ranked, SquareNames names) {
  const int made = before.moves + (position.side == before.lone ? 1 : 0);
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t i = 0; i < ranked.size() && i < most; ++i) {
    if (i > 0) list += ", ";
    list += write_move(rules, position, ranked[i]->move, names);
    const Answer& answer = ranked[i]->answer;
    if (answer.dtw)
      list += fmt::format(" (move {})", made + lone_moves(*answer.dtw, ranked[i]->after.side == before.lone));
  }
  if (ranked.size() > most) list += fmt::format(" and {} more", ranked.size() - most);
  return list;
}

std::vector<const RankedMove*> with_value(const Probe& probe, Wdl value) {
  std::vector<const RankedMove*> found;
  for (const RankedMove& ranked : probe.moves) {
    if (-ranked.answer.wdl == value) found.push_back(&ranked);
  }
  return found;
}

}  // namespace

std::string count_standing(const Position& position, const Answer& answer, int limit) {
  const int left = limit - answer.count->moves;
  std::string text = count_in_words(*answer.count, limit);
  text += left > 0 ? fmt::format("; the game is drawn when it has made {} more.", left) : "; the game is drawn.";
  return left > 0 ? text + ending(position, answer, limit) : text;
}

std::string count_choices(const Ruleset& rules, const Position& position, const Probe& probe, SquareNames names) {
  if (probe.moves.size() < 2) return "";
  const auto sentence = [&](std::string_view what, Wdl value) {
    const auto found = with_value(probe, value);
    return found.empty() ? std::string()
                         : fmt::format("{}: {}. ", what, listed(rules, position, *probe.answer.count, found, names));
  };
  std::string text;
  switch (probe.answer.wdl) {
    case Wdl::win:
      text = sentence("Moves that win in time", Wdl::win) + sentence("Moves that win too late", Wdl::cursed_win);
      break;
    case Wdl::cursed_win:
      text = sentence("No move wins in time; moves that would win too late", Wdl::cursed_win);
      break;
    case Wdl::blessed_loss: text = sentence("Moves that last until the count has run out", Wdl::blessed_loss); break;
    case Wdl::draw:
    case Wdl::loss: break;
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string count_at_end(const Position& position, const Line& line, int limit) {
  std::optional<Count> count = line.start.count;
  Color mover = position.side;
  for (const LineStep& step : line.steps) {
    if (step.ranked.answer.count) {
      count = step.ranked.answer.count;
    } else if (count && mover == count->lone) {
      ++count->moves;  // the move that left the other side without pieces: no count runs after it
    }
    mover = step.ranked.after.side;
  }
  if (!count) return "";
  return fmt::format("The lone king made {} of its {}", count->moves, moves(limit));
}

}  // namespace lunette
