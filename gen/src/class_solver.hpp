#pragma once

#include <cstdint>

#include "decoded_tables.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/ruleset.hpp"
#include "monitor.hpp"
#include "unit_solver.hpp"

namespace lunette::gen {

/// Finds the DTW of one class, unit by unit in waves, and what depends on it. The decoded tables of the direct
/// successors must be there. After a stop request the arrays mean nothing.
class ClassSolver {
 public:
  ClassSolver(const Ruleset& rules, const Indexer& indexer, const DecodedTables& tables, Monitor& monitor);

  /// Fills dtw from wdl.
  void solve_distance(ClassArrays& arrays) const;
  /// Gives the WDL of material that starts a count its five values at count 0 (rules.md, "The counted draw").
  static void apply_count(const Ruleset& rules, const Indexer& indexer, ClassArrays& arrays);

  /// Bytes at the peak, without the smaller tables and without arrays that are already there.
  static std::uint64_t distance_bytes(const Indexer& indexer, int threads);

 private:
  void solve_units(UnitSolver& solver, const Successors& successors) const;

  const Ruleset& rules_;
  const Indexer& indexer_;
  const DecodedTables& tables_;
  Monitor& monitor_;
};

}  // namespace lunette::gen
