#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "lunette/rules/ruleset.hpp"
#include "rows/capture_rows.hpp"
#include "rows/class_values.hpp"

namespace lunette::rows {

/// Solves a class without kings, where every move leads forward, so that one pass decides everything. White's men are
/// the unit of work: of a run of positions with the same white men, Black's moves lead to later positions of the run,
/// and White's to runs with more advanced white men. Each position takes a byte for each side to
/// move meanwhile: threads share no words.
template <class Gen>
class KinglessSolver {
 public:
  /// `advanced` as in ConversionTask, for positions of either side to move.
  KinglessSolver(const ClassRules& rules, const Indexer& indexer, NoMove no_move,
                 const std::function<bool(std::uint64_t)>& advanced);

  /// `values` are those of one slice that holds the whole class.
  void solve(ClassValues& values);

 private:
  class RunSolver;
  using States = std::vector<std::uint8_t>;

  std::vector<std::vector<Indexer::Run>> waves() const;
  void store(Color side, ClassValues& values) const;

  const ClassRules& rules_;
  const Indexer& indexer_;
  NoMove no_move_;
  const std::function<bool(std::uint64_t)>& advanced_;
  std::array<States, 2> states_;  // by side to move: the value code, and whether there is no move
};

/// Bytes at its peak, without the values.
inline std::uint64_t kingless_bytes(const Indexer& indexer) {
  // The states, and the runs in vectors that grow by doubling.
  return 2 * indexer.size() + 2 * indexer.runs() * sizeof(Indexer::Run);
}

}  // namespace lunette::rows
