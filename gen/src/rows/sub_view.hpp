#pragma once

#include <array>
#include <cstdint>

#include "lunette/index/combination.hpp"
#include "rows/packed_values.hpp"

namespace lunette::rows {

/// The result of a move for the side that made it, as a small number whose maximum is the best: 0 for "no move",
/// 1 loss, 2 blessed loss, 3 draw, 4 cursed win, 5 win.
using Score = unsigned;
inline constexpr Score lost_score = 1;
inline constexpr Score won_score = 5;

/// As rank_combination, with the squares counted from the high end: the rank in the turned board.
constexpr std::uint64_t rank_combination_from_above(Bitboard set, Bitboard subset) {
  std::uint64_t rank = 0;
  for (std::size_t k = 1; subset != 0; ++k) {
    const Bitboard square = std::bit_floor(subset);
    rank += binomial_columns[k][static_cast<std::size_t>(bit_count(set & ~((square << 1) - 1)))];
    subset ^= square;
  }
  return rank;
}

/// One slice of a finished class, seen by the side that has just moved into it: king placements to scores.
class SubView {
 public:
  SubView() = default;

  /// `men` as they stand on the board after the move of `mover`; kings only counted. `with_count` false reads cursed
  /// and blessed values as won and lost.
  SubView(const SubTables& tables, Board board, Color mover, const MenConfiguration& men, int white_kings,
          int black_kings, bool with_count);

  Score score(Bitboard mover_kings, Bitboard other_kings) const {
    if (bytes_ == nullptr) return won_score;
    const Bitboard first = mover_first_ ? mover_kings : other_kings;
    const Bitboard second = mover_first_ ? other_kings : mover_kings;
    const std::uint64_t index =
        flipped_ ? base_ + rank_combination_from_above(free_, first) * second_sets_ +
                       rank_combination_from_above(free_ & ~first, second)
                 : base_ + rank_combination(free_, first) * second_sets_ + rank_combination(free_ & ~first, second);
    return scores_[PackedValues::symbol(bytes_, shift_, index)];
  }

 private:
  const std::uint8_t* bytes_ = nullptr;  // null: the other side has no pieces left
  unsigned shift_ = 2;
  bool flipped_ = false;
  bool mover_first_ = true;
  std::uint64_t base_ = 0;
  std::uint64_t second_sets_ = 1;
  Bitboard free_ = 0;
  std::array<std::uint8_t, 16> scores_{};
};

}  // namespace lunette::rows
