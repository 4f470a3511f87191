#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lunette/probe/count.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A position with what the rules remember of the moves before it: the count of the lone king's moves and the positions
/// that can come up again. `rules` must outlive it. A value; not thread-safe.
class RunningGame {
 public:
  /// `start` must be legal. A count starts at 0 if its material starts one.
  RunningGame(const Ruleset& rules, const Position& start);

  /// A position and the moves played from it, as `pos` of the Hub protocol gives them: moves separated by spaces.
  /// Errors: as read_hub_position() and read_hub_move(), these with the number of the move in front.
  static Result<RunningGame> read(const Ruleset& rules, std::string_view position, std::string_view moves);

  /// A legal move of the position.
  void play(const Move& move);

  const Ruleset& rules() const noexcept { return *rules_; }
  const Position& position() const noexcept { return reversible_.back(); }
  /// Absent where no count runs. `moves` may have reached the limit: drawn_by_count().
  const std::optional<Count>& count() const noexcept { return count_; }
  /// The positions since the last capture or man's move, the present one last: those that can be repeated.
  std::span<const Position> reversible() const noexcept { return reversible_; }
  /// How often a position has come up since the last capture or man's move, the present one included.
  int occurrences(const Position& position) const noexcept;
  /// The lone king has completed its last move, and the game was not over.
  bool drawn_by_count() const noexcept;

 private:
  const Ruleset* rules_;
  std::vector<Position> reversible_;
  std::optional<Count> count_;
};

}  // namespace lunette
