#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

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
