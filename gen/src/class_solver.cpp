#include "class_solver.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <vector>

#include "lunette/probe/count.hpp"
#include "successors.hpp"
#include "unit.hpp"
#include "waves.hpp"

namespace lunette::gen {
namespace {

template <class Code>
void allocate(std::array<std::vector<Code>, 2>& sides, const Indexer& indexer) {
  for (int side = 0; side < indexer.material().stored_sides(); ++side) {
    sides[static_cast<std::size_t>(side)].assign(indexer.size(), 0);
  }
}

template <class Code>
std::array<CodeView, 2> views(const std::array<std::vector<Code>, 2>& sides) {
  return {CodeView(sides[0].data()), CodeView(sides[1].data())};
}

std::uint64_t all_entries(const Indexer& indexer) {
  return indexer.size() * static_cast<std::uint64_t>(indexer.material().stored_sides());
}

// At most two faces a unit, and no more units at work than threads or slices.
std::uint64_t units_at_work(const Indexer& indexer, int threads) {
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), indexer.slices());
}

}  // namespace

ClassSolver::ClassSolver(const Ruleset& rules, const Indexer& indexer, const DecodedTables& tables, Monitor& monitor)
    : rules_(rules), indexer_(indexer), tables_(tables), monitor_(monitor) {}

void ClassSolver::solve_distance(ClassArrays& arrays) const {
  allocate(arrays.dtw, indexer_);
  const Successors successors(indexer_, views(arrays.dtw), tables_, Metric::dtw);
  const ClassTask task{rules_, indexer_, successors, arrays, monitor_};
  solve_units(*make_distance_solver(task), successors);
}

void ClassSolver::solve_units(UnitSolver& solver, const Successors& successors) const {
  Waves(indexer_).for_each_slice([&](Index slice) {
    if (monitor_.stopped()) return;
    if (const auto unit = Unit::of_slice(successors, slice)) solver.solve(*unit);
  });
}

void ClassSolver::apply_count(const Ruleset& rules, const Indexer& indexer, ClassArrays& arrays) {
  if (!starts_count(rules, indexer.material())) return;
  // The stored form has the stronger side first, so that the lone king is black.
  const Count count{0, Color::black};
  const int limit = rules.count->limit;
  for (const Color side : {Color::white, Color::black}) {
    const auto s = index_of(side);
    tbb::parallel_for(std::size_t{0}, arrays.wdl[s].size(), [&](std::size_t index) {
      const Wdl value = value_under_count(decode_plies(arrays.dtw[s][index]), side, count, limit);
      arrays.wdl[s][index] = static_cast<std::uint8_t>(encode_wdl(value));
    });
  }
}

std::uint64_t ClassSolver::distance_bytes(const Indexer& indexer, int threads) {
  return all_entries(indexer) * 2 + Waves::bytes(indexer) +
         units_at_work(indexer, threads) * distance_workspace(2 * indexer.slice_size());
}

}  // namespace lunette::gen
