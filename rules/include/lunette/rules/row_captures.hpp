#pragma once

#include "lunette/rules/jumps.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/rays.hpp"

namespace lunette {

/// Which placements of one piece leave a side with a capture: all squares of that piece at once. For scans over whole
/// classes, where the other pieces stand still while one visits every square. What a capture may pass through, and
/// that men capture backwards, is the same in every ruleset; that a capture is there does not depend on the choice.
template <Board B>
class RowCaptures {
  using R = Rays<B>;

 public:
  /// The squares of `squares` (all empty in `fixed`) from which the side to move of `fixed` has a capture when one more
  /// piece stands there: one of its own if `own`, a king if `king`. Thread-safe; some 20 to 60 ns.
  static constexpr Bitboard captures(const Position& fixed, bool own, bool king, Bitboard squares) noexcept {
    const Sides<B> sides(fixed);
    return (in_direction<Direction::up_left>(sides, own, king) | in_direction<Direction::up_right>(sides, own, king) |
            in_direction<Direction::down_left>(sides, own, king) |
            in_direction<Direction::down_right>(sides, own, king)) &
           squares;
  }

 private:
  template <Direction D>
  static constexpr Bitboard in_direction(const Sides<B>& sides, bool own, bool king) noexcept {
    constexpr Direction back = reverse(D);
    const Bitboard before_empty = R::template raw_shift<back>(sides.empty);
    const Bitboard victims = sides.enemies & before_empty;
    Bitboard capturing = 0;
    if (own) {
      capturing = king ? origins<D>(victims, sides) : R::template raw_shift<back>(victims);
    } else {
      capturing = R::template raw_shift<D>(sides.men) & before_empty;
    }
    // A jump of the other pieces stands wherever the piece does not stand in its way.
    for (Bitboard jumped = R::template raw_shift<D>(sides.men) & victims; jumped != 0; jumped &= jumped - 1) {
      capturing |= ~R::template raw_shift<D>(jumped & (~jumped + 1));
    }
    for (Bitboard kings = sides.kings; kings != 0; kings &= kings - 1) {
      const int at = std::countr_zero(kings);
      const Bitboard reach = R::template reach<D>(at, sides.occupied);
      if (!own) capturing |= reach & before_empty;
      const Bitboard blockers = R::template from<D>(at) & sides.occupied;
      if (blockers == 0) continue;
      const Bitboard nearest = Bitboard{1} << R::template nearest<D>(blockers);
      if ((nearest & victims) != 0) capturing |= ~(reach | R::template raw_shift<D>(nearest));
    }
    return capturing;
  }

  /// Where a king of the side to move can stand to jump one of `victims` in direction D.
  template <Direction D>
  static constexpr Bitboard origins(Bitboard victims, const Sides<B>& sides) noexcept {
    Bitboard squares = 0;
    for (victims &= R::template raw_shift<D>(sides.empty); victims != 0; victims &= victims - 1) {
      squares |= R::template reach<reverse(D)>(std::countr_zero(victims), sides.occupied);
    }
    return squares;
  }
};

}  // namespace lunette
