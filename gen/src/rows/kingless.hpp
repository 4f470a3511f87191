#pragma once

#include "lunette/rules/ruleset.hpp"
#include "rows/capture_rows.hpp"
#include "rows/class_values.hpp"

namespace lunette::rows {

/// Solves slices of classes without kings: one position for each side to move, decided by finished slices and classes
/// alone, so that there is nothing to iterate.
template <class Gen>
class KinglessSolver {
 public:
  KinglessSolver(const ClassRules& rules, const Indexer& indexer, NoMove no_move, ClassValues& values)
      : rules_(rules), indexer_(indexer), no_move_(no_move), values_(values) {}

  void solve(Index slice) const;

 private:
  struct Outcome {
    Score score = 0;  // 0: no move
    int dtc = 0;
  };
  Outcome outcome(const MenConfiguration& men, Color side) const;
  Score best_step(const MenConfiguration& men, Color side) const;
  Score step(MenConfiguration men, Color side, Bitboard man, Bitboard target) const;

  const ClassRules& rules_;
  const Indexer& indexer_;
  NoMove no_move_;
  ClassValues& values_;
};

}  // namespace lunette::rows
