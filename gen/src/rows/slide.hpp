#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "lunette/rules/board.hpp"

namespace lunette::rows {

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

/// The squares next to a set of squares.
template <Board B>
constexpr Bitboard touching(Bitboard b) {
  using G = Geometry<B>;
  return (moved<B, G::step_left, true>(b) | moved<B, G::step_right, true>(b) | moved<B, G::step_left, false>(b) |
          moved<B, G::step_right, false>(b)) &
         G::all;
}

/// The bits of `word` at the set bits of `squares`, packed to the low end (x86 calls it pext). `squares` is nearly all
/// of the board, so closing the few holes one by one is fast everywhere.
inline Bitboard pack(Bitboard word, Bitboard squares, [[maybe_unused]] int bits) {
#ifdef __BMI2__
  return _pext_u64(word, squares);
#else
  Bitboard holes = ~squares & ((Bitboard{1} << bits) - 1);
  word &= squares;
  while (holes != 0) {
    const Bitboard hole = std::bit_floor(holes);
    const Bitboard low = hole - 1;
    word = (word & low) | ((word >> 1) & ~low);
    holes ^= hole;
  }
  return word;
#endif
}

/// The inverse: spreads the low bits of `packed` over the set bits of `squares` (pdep).
inline Bitboard spread(Bitboard packed, Bitboard squares, [[maybe_unused]] int bits) {
#ifdef __BMI2__
  return _pdep_u64(packed, squares);
#else
  Bitboard holes = ~squares & ((Bitboard{1} << bits) - 1);
  while (holes != 0) {
    const Bitboard low = (holes & (~holes + 1)) - 1;
    packed = (packed & low) | ((packed & ~low) << 1);
    holes &= holes - 1;
  }
  return packed & squares;
#endif
}

}  // namespace lunette::rows
