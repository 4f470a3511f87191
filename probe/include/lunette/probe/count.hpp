#pragma once

#include <optional>

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"
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
  std::optional<int> moves;    ///< counted moves already completed
  std::optional<Color> lone;   ///< needed in KvK only, where the board does not tell
  std::optional<int> limit;    ///< another limit than the ruleset's (historical: 20 at odds)
};

/// True if this material, arising without a count, starts one (KKKvK; historical also KKvK).
bool starts_count(const Ruleset& rules, const Material& material) noexcept;

/// The count that runs in `position`: the requested one, or 0 where the material starts one; absent where none
/// runs. ErrorCode::bad_count for a request where no count can run (men on the board, two or more kings on both
/// sides, more strong kings than any rule names, a ruleset without a count), at or past the limit, negative, or
/// in KvK without the colour.
Result<std::optional<Count>> running_count(const Ruleset& rules, const Position& position, const CountRequest& request);

/// The five-way value with a count running, from the DTW without it (table in rules.md, "The counted draw").
/// `dtw` absent: a draw. `count.moves` may equal the limit: the game is then already drawn.
Wdl value_under_count(std::optional<int> dtw, Color side_to_move, const Count& count, int limit) noexcept;

}  // namespace lunette
