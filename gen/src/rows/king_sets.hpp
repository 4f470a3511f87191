#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lunette/index/combination.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/rays.hpp"

namespace lunette::rows {

/// All ways to put k like kings on the squares that a slice's men leave free, by colexicographic rank, and the quiet
/// moves between them.
class KingSets {
 public:
  /// One quiet move of one of the kings, over squares that no man stands on.
  struct Step {
    std::uint32_t target;  ///< rank of the set after the move
    Bitboard path;         ///< squares passed and the square reached: all must be free of the other pieces too
  };

  /// Rebuilds for another slice; memory is reused. `k` may be 0: one empty set. At most 2^32 sets.
  template <Board B>
  void assign(Bitboard free, int k);
  /// The sets alone, without their moves.
  void assign_sets(Bitboard free, int k);

  std::size_t size() const { return sets_.size(); }
  Bitboard set(std::size_t rank) const { return sets_[rank]; }
  std::span<const Step> steps(std::size_t rank) const {
    return {steps_.data() + first_step_[rank], steps_.data() + first_step_[rank + 1]};
  }
  std::size_t rank(Bitboard set) const { return rank_combination(free_, set); }

 private:
  Bitboard free_ = 0;
  std::vector<Bitboard> sets_;
  std::vector<Step> steps_;
  std::vector<std::size_t> first_step_;
};

}  // namespace lunette::rows
