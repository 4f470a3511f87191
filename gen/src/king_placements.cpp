#include "king_placements.hpp"

namespace lunette::gen {

Combinations::Combinations(const std::array<std::uint8_t, 64>& squares, int count, int k, Index rank) noexcept
    : squares_(squares), count_(static_cast<std::uint8_t>(count)), k_(static_cast<std::size_t>(k)) {
  for (std::size_t i = k_; i > 0; --i) {
    std::uint8_t ordinal = static_cast<std::uint8_t>(i - 1);
    while (choose[i][ordinal + std::size_t{1}] <= rank) ++ordinal;
    rank -= choose[i][ordinal];
    chosen_[i - 1] = ordinal;
    bits_ |= bit(ordinal);
  }
}

KingPlacements::KingPlacements(const Indexer& indexer, const MenConfiguration& men) noexcept
    : leading_kings_(indexer.material().white_kings), trailing_kings_(indexer.material().black_kings) {
  for_each_bit(all_squares(indexer.board()) & ~men.white & ~men.black,
               [&](int bit) { free_[static_cast<std::size_t>(free_count_++)] = static_cast<std::uint8_t>(bit); });
  leading_count_ = binomial(free_count_, leading_kings_);
  trailing_count_ = binomial(free_count_ - leading_kings_, trailing_kings_);
}

}  // namespace lunette::gen
