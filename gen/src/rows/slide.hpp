#pragma once

#include "lunette/rules/board.hpp"
#include "lunette/rules/slide.hpp"

namespace lunette::rows {

/// The squares next to a set of squares.
template <Board B>
constexpr Bitboard touching(Bitboard b) {
  using G = Geometry<B>;
  return (moved<B, G::step_left, true>(b) | moved<B, G::step_right, true>(b) | moved<B, G::step_left, false>(b) |
          moved<B, G::step_right, false>(b)) &
         G::all;
}

}  // namespace lunette::rows
