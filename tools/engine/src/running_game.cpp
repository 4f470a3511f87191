#include "lunette/engine/running_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lunette/engine/hub_notation.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {

RunningGame::RunningGame(const Ruleset& rules, const Position& start) : rules_(&rules), reversible_{start} {
  // Without a request it cannot fail.
  count_ = *running_count(rules, start, {});
}

Result<RunningGame> RunningGame::read(const Ruleset& rules, std::string_view position, std::string_view moves) {
  const Result<Position> start = read_hub_position(rules, position);
  if (!start) return start.error();
  RunningGame game(rules, *start);
  constexpr std::string_view blanks = " \t";
  for (int number = 1;; ++number) {
    moves.remove_prefix(std::min(moves.find_first_not_of(blanks), moves.size()));
    if (moves.empty()) return game;
    const std::string_view text = moves.substr(0, moves.find_first_of(blanks));
    const Result<Move> move = read_hub_move(rules, game.position(), text);
    if (!move) return Error{move.error().code, fmt::format("move {}: {}", number, move.error().message)};
    game.play(*move);
    moves.remove_prefix(text.size());
  }
}

void RunningGame::play(const Move& move) {
  const Position after = apply(position(), move);
  count_ = count_after(*rules_, count_, move, after);
  if (move.converts()) reversible_.clear();
  reversible_.push_back(after);
}

int RunningGame::occurrences(const Position& position) const noexcept {
  return static_cast<int>(std::count(reversible_.begin(), reversible_.end(), position));
}

bool RunningGame::drawn_by_count() const noexcept {
  return count_ && count_->moves >= rules_->count->limit && has_move(*rules_, position());
}

}  // namespace lunette
