#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"

namespace lunette::gen {

/// n over k as choose[k][n], for the ranks of combinations.
inline constexpr auto choose = [] {
  std::array<std::array<std::uint64_t, 64>, max_table_pieces + 1> table{};
  for (std::size_t n = 0; n < table[0].size(); ++n) {
    table[0][n] = 1;
    for (std::size_t k = 1; k < table.size() && k <= n; ++k) table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
  }
  return table;
}();

/// Indexer::rank_kings for one fixed set of men, several times as fast: the squares are numbered once. `turned` is for
/// tables that are stored the other way round: kings are then given as they stand on the board, and ranked as they
/// stand after half a turn with the colours exchanged.
class KingRanking {
 public:
  KingRanking() = default;
  /// `men` are all squares with men as they stand on the board; the kings counts are those of the stored class.
  KingRanking(Board board, const Material& stored, Bitboard men, bool turned) noexcept;

  Index rank(Bitboard white, Bitboard black) const noexcept {
    return turned_ ? rank_turned(black, white) : rank_straight(white, black);
  }

 private:
  Index rank_straight(Bitboard leading, Bitboard trailing) const noexcept {
    std::array<std::uint8_t, max_table_pieces> numbers;
    Index leading_rank = 0;
    std::size_t count = 0;
    for (; leading != 0; leading &= leading - 1) {
      const std::uint8_t number = number_[static_cast<std::size_t>(std::countr_zero(leading))];
      numbers[count++] = number;
      leading_rank += choose[count][number];
    }
    Index trailing_rank = 0;
    for (std::size_t k = 1; trailing != 0; trailing &= trailing - 1, ++k) {
      const std::uint8_t number = number_[static_cast<std::size_t>(std::countr_zero(trailing))];
      trailing_rank += choose[k][number - below(numbers, count, number)];
    }
    return leading_rank * trailing_count_ + trailing_rank;
  }

  // The turned board counts squares from the other end, so that the lowest bit has the highest number.
  Index rank_turned(Bitboard leading, Bitboard trailing) const noexcept {
    std::array<std::uint8_t, max_table_pieces> numbers;
    Index leading_rank = 0;
    std::size_t count = 0;
    for (; leading != 0; leading &= leading - 1) {
      const std::uint8_t number = number_[static_cast<std::size_t>(std::countr_zero(leading))];
      leading_rank += choose[leading_kings_ - count][number];
      numbers[count++] = number;
    }
    Index trailing_rank = 0;
    for (std::size_t k = trailing_kings_; trailing != 0; trailing &= trailing - 1, --k) {
      const std::uint8_t number = number_[static_cast<std::size_t>(std::countr_zero(trailing))];
      trailing_rank += choose[k][number - below(numbers, count, number)];
    }
    return leading_rank * trailing_count_ + trailing_rank;
  }

  static std::size_t below(const std::array<std::uint8_t, max_table_pieces>& numbers, std::size_t count,
                           std::uint8_t number) noexcept {
    std::size_t smaller = 0;
    for (std::size_t i = 0; i < count; ++i) smaller += numbers[i] < number ? 1U : 0U;
    return smaller;
  }

  std::array<std::uint8_t, 64> number_{};  // of a free square, by bit index
  Index trailing_count_ = 1;               // placements of the kings that vary fastest
  std::uint8_t leading_kings_ = 0;
  std::uint8_t trailing_kings_ = 0;
  bool turned_ = false;
};

}  // namespace lunette::gen
