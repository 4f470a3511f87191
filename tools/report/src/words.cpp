#include "lunette/report/words.hpp"

#include <fmt/format.h>

#include <optional>

#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

std::string plies(int number) {
  return amount(static_cast<std::uint64_t>(number), "ply", "plies");
}
std::string moves(int number) {
  return amount(static_cast<std::uint64_t>(number), "move", "moves");
}

/// The winner's moves in so many plies: it makes the last one.
int winners_moves(int plies_left) {
  return (plies_left + 1) / 2;
}

std::string distance_in_words(const Answer& answer) {
  if (answer.dtw) return fmt::format(" in {} ({})", plies(*answer.dtw), moves(winners_moves(*answer.dtw)));
  if (answer.dtc) return fmt::format(", {} to the next conversion", plies(*answer.dtc));
  return "";
}

std::string loss_in_words(const Ruleset& rules, const Position& position, const Answer& answer) {
  if (position.pieces(position.side) == 0) return "loss: no pieces left";
  if (!has_move(rules, position)) return "loss: no move left";
  return "loss" + distance_in_words(answer);
}

std::string draw_in_words(const Ruleset& rules, const Position& position, const Answer& answer, int limit) {
  if (answer.count && answer.count->moves >= limit) {
    return fmt::format("draw: the lone king has made {}", moves(limit));
  }
  return has_move(rules, position) ? "draw" : "draw: neither side can move";
}

std::string blessed_loss_in_words(const Position& position, const Answer& answer, int limit) {
  const std::string without = answer.dtw ? fmt::format("lost in {}", plies(*answer.dtw)) : "lost";
  if (!answer.count) return fmt::format("blessed loss, a draw by the count; without it {}", without);
  if (position.side != answer.count->lone) {
    return fmt::format("blessed loss, a draw: {}, but the lone king reaches move {} first", without, limit);
  }
  const std::string left = answer.count->moves == 0
                               ? moves(limit)
                               : fmt::format("the {} left of {}", moves(limit - answer.count->moves), limit);
  return fmt::format("blessed loss, a draw: the lone king can make {}; without the count {}", left, without);
}

std::string cursed_win_in_words(const Answer& answer, int limit) {
  const std::string without = answer.dtw ? fmt::format("won in {}", plies(*answer.dtw)) : "won";
  if (!answer.count) return fmt::format("cursed win, a draw by the count; without it {}", without);
  return fmt::format("cursed win, a draw: {}, but the lone king reaches move {} first", without, limit);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string amount(std::uint64_t number, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", grouped(number), number == 1 ? singular : plural);
}

std::string_view color_name(Color color) noexcept {
  return color == Color::white ? "White" : "Black";
}

std::string value_in_words(const Ruleset& rules, const Position& position, const Answer& answer, int limit) {
  switch (answer.wdl) {
    case Wdl::win: return "win" + distance_in_words(answer);
    case Wdl::cursed_win: return cursed_win_in_words(answer, limit);
    case Wdl::draw: return draw_in_words(rules, position, answer, limit);
    case Wdl::blessed_loss: return blessed_loss_in_words(position, answer, limit);
    case Wdl::loss: break;
  }
  return loss_in_words(rules, position, answer);
}

std::string count_in_words(const Count& count, int limit) {
  return fmt::format("{}'s lone king has made {} of {} moves", color_name(count.lone), count.moves, limit);
}

std::string end_in_words(const Position& last, const Line& line, int limit) {
  const std::string length = plies(static_cast<int>(line.steps.size()));
  switch (line.end) {
    case Line::End::drawn_by_count:
      return fmt::format("Drawn after {}: the lone king has made {}", length, moves(limit));
    case Line::End::drawn: return fmt::format("Drawn: neither side can make progress, stopped after {}", length);
    case Line::End::length_limit: return fmt::format("Stopped after {}", length);
    case Line::End::game_over: break;
  }
  const Answer& final = line.steps.empty() ? line.start : line.steps.back().ranked.answer;
  if (final.wdl == Wdl::draw) return fmt::format("Drawn after {}: neither side can move", length);
  return fmt::format("{} wins after {}: {} has no {} left", color_name(opposite(last.side)), length,
                     color_name(last.side), last.pieces(last.side) == 0 ? "pieces" : "move");
}

}  // namespace lunette
