#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "code_view.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/ruleset.hpp"
#include "monitor.hpp"
#include "successors.hpp"
#include "unit.hpp"

namespace lunette::gen {

/// The values of a class while it is solved, by stored side. What is not wanted stays empty.
struct ClassArrays {
  std::array<std::vector<std::uint8_t>, 2> wdl;
  std::array<std::vector<std::uint16_t>, 2> dtc;
  std::array<std::vector<std::uint16_t>, 2> dtw;
};

/// What a solver of units works with. Outlives it.
struct ClassTask {
  const Ruleset& rules;
  const Indexer& indexer;
  const Successors& successors;  ///< in the metric that is being solved
  ClassArrays& arrays;
  Monitor& monitor;
};

/// Solves single units of a class, each after all units that are further advanced. Several threads may solve different
/// units at once; they write to nothing but the entries of their unit. After a stop request it returns early, and the
/// class's values mean nothing.
class UnitSolver {
 public:
  virtual ~UnitSolver() = default;
  virtual void solve(const Unit& unit) = 0;
};

/// DTW, from the WDL of the class. Cursed and blessed values count as what they are without the count.
std::unique_ptr<UnitSolver> make_distance_solver(const ClassTask& task);
std::uint64_t distance_workspace(Index unit_entries);

}  // namespace lunette::gen
