#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"

// The combinatorial number system over the set bits of a board (Knuth 7.2.1.3, Theorem L): squares with the ordinals
// c1 < c2 < ... < ck inside their set have the rank C(c1,1) + C(c2,2) + ... + C(ck,k), in colexicographic order.

namespace lunette {

inline constexpr int max_binomial_n = 64;

/// binomial_columns[k][n] is n over k. A column is what unranking searches, so it lies together in memory.
inline constexpr auto binomial_columns = [] {
  std::array<std::array<std::uint64_t, max_binomial_n + 1>, max_table_pieces + 1> columns{};
  for (std::size_t n = 0; n <= max_binomial_n; ++n) {
    columns[0][n] = 1;
    for (std::size_t k = 1; k <= max_table_pieces && k <= n; ++k) {
      columns[k][n] = columns[k - 1][n - 1] + columns[k][n - 1];
    }
  }
  return columns;
}();

/// Bits set in each byte, counted up to and including it. The baseline of x86-64 has no popcnt instruction and
/// std::popcount is a library call there; this inlines, and compilers that have the instruction recognise the use
/// in bit_count.
constexpr std::uint64_t byte_counts(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + ((bits >> 2) & 0x3333333333333333U);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return bits * 0x0101010101010101U;
}
constexpr int bit_count(std::uint64_t bits) {
  return static_cast<int>(byte_counts(bits) >> 56);
}

/// The number of squares of `set` below a square.
constexpr int ordinal_in(Bitboard set, Bitboard square) {
  return bit_count(set & (square - 1));
}

/// select_in_byte[b][i] is the position of the set bit of b with ordinal i.
inline constexpr auto select_in_byte = [] {
  std::array<std::array<std::uint8_t, 8>, 256> positions{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t ordinal = 0;
    for (std::uint8_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) != 0) positions[byte][ordinal++] = bit;
    }
  }
  return positions;
}();

/// The square of `set` with so many squares of it below; requires ordinal < bit_count(set). Broadword selection
/// (Vigna 2008): the byte is found by comparing all eight running counts at once, the bit inside it by table.
constexpr Bitboard square_in(Bitboard set, int ordinal) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high = 0x8080808080808080U;
  const std::uint64_t counts = byte_counts(set);
  // A byte's high bit stays set where its running count is at most `ordinal`: these bytes lie wholly below.
  const std::uint64_t below = (((static_cast<std::uint64_t>(ordinal) * ones) | high) - counts) & high;
  const auto shift = static_cast<unsigned>(((below >> 7) * ones >> 56) * 8);
  const auto before = static_cast<unsigned>((counts << 8) >> shift & 0xFFU);
  const auto byte = static_cast<std::size_t>(set >> shift & 0xFFU);
  return Bitboard{1} << (shift + select_in_byte[byte][static_cast<unsigned>(ordinal) - before]);
}

/// The bits of `word` at the set bits of `squares`, packed to the low end (x86 calls it pext): bit i is that of the
/// square with ordinal i. `squares` is nearly all of the board below its highest square, so closing the few holes one
/// by one is fast everywhere.
inline std::uint64_t pack_bits(std::uint64_t word, Bitboard squares) {
#ifdef __BMI2__
  return _pext_u64(word, squares);
#else
  word &= squares;
  for (Bitboard holes = ~squares & (std::bit_floor(squares) - 1); holes != 0;) {
    const Bitboard hole = std::bit_floor(holes);
    const Bitboard low = hole - 1;
    word = (word & low) | ((word >> 1) & ~low);
    holes ^= hole;
  }
  return word;
#endif
}

/// The inverse: spreads the low bits of `packed` over the set bits of `squares` (pdep).
inline Bitboard spread_bits(std::uint64_t packed, Bitboard squares) {
#ifdef __BMI2__
  return _pdep_u64(packed, squares);
#else
  for (Bitboard holes = ~squares & (std::bit_floor(squares) - 1); holes != 0; holes &= holes - 1) {
    const Bitboard low = (holes & (~holes + 1)) - 1;
    packed = (packed & low) | ((packed & ~low) << 1);
  }
  return packed & squares;
#endif
}

/// The rank of `subset` among all subsets of `set` with as many squares.
constexpr std::uint64_t rank_combination(Bitboard set, Bitboard subset) {
  std::uint64_t rank = 0;
  for (std::size_t k = 1; subset != 0; subset &= subset - 1, ++k) {
    const Bitboard square = subset & (~subset + 1);
    rank += binomial_columns[k][static_cast<std::size_t>(ordinal_in(set, square))];
  }
  return rank;
}

/// greater_of_pair[r] is the greatest n with (n over 2) <= r: most classes have a pair to unrank, and two kilobytes
/// stay in the cache where greatest_ordinal would take six dependent loads.
inline constexpr auto greater_of_pair = [] {
  std::array<std::uint8_t, binomial_columns[2][max_binomial_n]> ordinals{};
  for (std::size_t n = 1; n < max_binomial_n; ++n) {
    for (std::size_t rank = binomial_columns[2][n]; rank < binomial_columns[2][n + 1]; ++rank) {
      ordinals[rank] = static_cast<std::uint8_t>(n);
    }
  }
  return ordinals;
}();

/// The greatest n with (n over k) <= rank, for k >= 2 and a rank below (64 over k): a binary search without branches.
constexpr int greatest_ordinal(std::size_t k, std::uint64_t rank) {
  if (k == 2) return greater_of_pair[rank];
  const auto& column = binomial_columns[k];
  std::size_t n = 0;
  for (std::size_t step = 32; step != 0; step /= 2) {
    n += column[n + step] <= rank ? step : 0;
  }
  return static_cast<int>(n);
}

/// The subset of k squares of `set` with this rank; requires rank < (bit_count(set) over k).
constexpr Bitboard unrank_combination(Bitboard set, int k, std::uint64_t rank) {
  Bitboard subset = 0;
  for (auto left = static_cast<std::size_t>(k); left > 1; --left) {
    const int ordinal = greatest_ordinal(left, rank);
    rank -= binomial_columns[left][static_cast<std::size_t>(ordinal)];
    subset |= square_in(set, ordinal);
  }
  return k == 0 ? 0 : subset | square_in(set, static_cast<int>(rank));
}

}  // namespace lunette
