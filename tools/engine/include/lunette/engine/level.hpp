#pragma once

#include <cstdint>
#include <optional>

#include "lunette/engine/hub_line.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// How far a search may go, as `level` of the Hub protocol says it. What is absent does not limit; all absent is
/// "infinite". Times are in seconds.
struct Level {
  std::optional<int> depth;            ///< plies
  std::optional<std::uint64_t> nodes;  ///< positions visited, of all threads together
  std::optional<double> move_time;     ///< for this move
  std::optional<double> time;          ///< left on the clock, the increment of this move included
  std::optional<int> moves;            ///< to be made in `time`; absent: all that are left
  double increment = 0;                ///< added to the clock before every move
};

/// Reads the arguments of `level`; those it does not know are ignored, as the protocol asks.
/// Errors: bad_argument (a number that is none or out of its range, no known argument, moves or inc without time).
Result<Level> read_level(const HubLine& line);

/// Seconds that a search may take: no new iteration begins after `target`, and none goes on after `most`. Absent where
/// time is no limit.
struct TimeBudget {
  double target = 0;
  double most = 0;
};
std::optional<TimeBudget> time_budget(const Level& level) noexcept;

}  // namespace lunette
