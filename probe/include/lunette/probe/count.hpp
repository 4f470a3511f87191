#pragma once

#include <optional>

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/export.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A running count: how many counted moves the lone king has completed.
struct Count {
  int moves = 0;
  Color lone = Color::white;  ///< whose king is counted
  friend constexpr bool operator==(const Count&, const Count&) = default;
};

/// What a caller says about the count; all absent means "none is running when this position arises".
struct CountRequest {
  std::optional<int> moves;   ///< counted moves already completed
  std::optional<Color> lone;  ///< needed in KvK only, where the board does not tell
  std::optional<int> limit;   ///< another limit than the ruleset's (historical: 20 at odds)
};

/// True if this material, arising without a count, starts one (KKKvK; historical also KKvK).
LUNETTE_EXPORT bool starts_count(const Ruleset& rules, const Material& material) noexcept;

/// The limit that holds: the requested one, otherwise the ruleset's, 0 where it has none.
LUNETTE_EXPORT int limit_of(const Ruleset& rules, const CountRequest& request) noexcept;

/// The count that runs in `position`: the requested one, or 0 where the material starts one; absent where none
/// runs. Only the material of `position` is looked at. ErrorCode::bad_count for a request where no count can run
/// (men on the board, two or more kings on both sides, more strong kings than any rule names, a side without
/// pieces, a ruleset without a count), at or past the limit, negative, in KvK without the colour, elsewhere with
/// the wrong colour, or with a limit below 1. The ruleset's own limit may be named anywhere. Thread-safe.
LUNETTE_EXPORT Result<std::optional<Count>> running_count(const Ruleset& rules, const Position& position,
                                                          const CountRequest& request);

/// The count after a move: started at 0 where counted material arises and none ran, one more after a move of the
/// lone king (of either side where the rule counts both), unchanged after the strong side's; absent where none runs
/// or a side has no pieces left. May equal the limit: the game is drawn then unless the move ended it.
LUNETTE_EXPORT std::optional<Count> count_after(const Ruleset& rules, const std::optional<Count>& before,
                                                const Move& move, const Position& after) noexcept;

/// The five-way value with a count of the lone king's moves running, from the DTW without it (table in rules.md,
/// "The counted draw"). `dtw` absent: a draw. `count.moves` may equal the limit: the game is then already drawn,
/// unless it is over (DTW 0 for the strong side: the lone king's last move ended it).
LUNETTE_EXPORT Wdl value_under_count(std::optional<int> dtw, Color side_to_move, const Count& count,
                                     int limit) noexcept;

}  // namespace lunette
