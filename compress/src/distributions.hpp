#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// The probabilities that coded tables know (format.hpp, "Coded blocks"): a fixed grid, so that a context takes one
// byte in a file. Steps of 1.6 in the share of the rarer values cost less than half a percent of the coded size.

namespace lunette {

/// What is decoded at once. Of WDL, the halved value code; of distances, which of two differences it is, or neither.
inline constexpr std::size_t symbol_count = 3;
using Symbol = std::uint8_t;

inline constexpr int scale_bits = 14;
inline constexpr std::uint32_t scale = 1U << scale_bits;

/// Shares out of `scale`, most frequent symbol first: decoding asks for it first.
struct Distribution {
  std::array<std::uint16_t, symbol_count> shares{};
  std::array<Symbol, symbol_count> symbols{};

  struct Interval {
    std::uint32_t start;
    std::uint32_t share;
  };
  constexpr Interval interval(Symbol symbol) const {
    std::uint32_t start = 0;
    std::size_t i = 0;
    for (; symbols[i] != symbol; ++i) start += shares[i];
    return {start, shares[i]};
  }
  constexpr std::uint32_t share(Symbol symbol) const { return interval(symbol).share; }
};

inline constexpr std::array<std::uint32_t, 20> rare_shares{2,   3,   5,   8,   13,   20,   32,   51,   82,   131,
                                                           210, 336, 537, 860, 1376, 2202, 3523, 5637, 8200, 10900};
/// Of what is rare, how much goes to the first of the two other symbols, in 32nds.
inline constexpr std::array<std::uint32_t, 4> splits{1, 8, 24, 31};

inline constexpr std::size_t distribution_count = symbol_count * rare_shares.size() * splits.size();

/// Number ((frequent symbol * 20 + rare share) * 4 + split).
inline constexpr auto distributions = [] {
  std::array<Distribution, distribution_count> grid{};
  std::size_t number = 0;
  for (std::size_t frequent = 0; frequent < symbol_count; ++frequent) {
    for (const std::uint32_t rare : rare_shares) {
      for (const std::uint32_t split : splits) {
        const auto first = std::clamp<std::uint32_t>(rare * split / 32, 1, rare - 1);
        Distribution& each = grid[number++];
        each.shares = {static_cast<std::uint16_t>(scale - rare), static_cast<std::uint16_t>(first),
                       static_cast<std::uint16_t>(rare - first)};
        each.symbols = {static_cast<Symbol>(frequent), static_cast<Symbol>(frequent == 0 ? 1 : 0),
                        static_cast<Symbol>(frequent == 2 ? 1 : 2)};
      }
    }
  }
  return grid;
}();

}  // namespace lunette
