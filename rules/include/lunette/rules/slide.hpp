#pragma once

#include "lunette/rules/board.hpp"

namespace lunette {

template <Board B, int Step, bool High>
constexpr Bitboard moved(Bitboard b) {
  return High ? b << Step : b >> Step;
}

template <Board B, int Step, bool High>
constexpr Bitboard slide_in(Bitboard from, Bitboard empty) {
  Bitboard through = empty;
  from |= through & moved<B, Step, High>(from);
  through &= moved<B, Step, High>(through);
  from |= through & moved<B, 2 * Step, High>(from);
  through &= moved<B, 2 * Step, High>(through);
  from |= through & moved<B, 4 * Step, High>(from);
  if constexpr (B == Board::b10) {
    through &= moved<B, 4 * Step, High>(through);
    from |= through & moved<B, 8 * Step, High>(from);
  }
  return empty & moved<B, Step, High>(from);
}

/// Every square of `empty` that is one or more steps over squares of `empty` away from a square of `from`: the quiet
/// moves of one king from all squares of `from` at once (Kogge-Stone fill in four directions).
template <Board B>
constexpr Bitboard slide(Bitboard from, Bitboard empty) {
  using G = Geometry<B>;
  return slide_in<B, G::step_left, true>(from, empty) | slide_in<B, G::step_right, true>(from, empty) |
         slide_in<B, G::step_left, false>(from, empty) | slide_in<B, G::step_right, false>(from, empty);
}

}  // namespace lunette
