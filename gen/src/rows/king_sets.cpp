#include "rows/king_sets.hpp"

namespace lunette::rows {

void KingSets::assign_sets(Bitboard free, int k) {
  free_ = free;
  sets_.clear();
  steps_.clear();
  first_step_.clear();
  const std::uint64_t count = binomial_columns[static_cast<std::size_t>(k)][static_cast<std::size_t>(bit_count(free))];
  sets_.reserve(count);
  for (std::uint64_t rank = 0; rank < count; ++rank) sets_.push_back(unrank_combination(free, k, rank));
}

template <Board B>
void KingSets::assign(Bitboard free, int k) {
  assign_sets(free, k);
  const auto follow = [&]<Direction D>(Bitboard set, int from) {
    const Bitboard others = set & ~(Bitboard{1} << from);
    Bitboard path = 0;
    Bitboard targets = Rays<B>::template reach<D>(from, ~free | set);
    while (targets != 0) {
      const Bitboard target = Bitboard{1} << Rays<B>::template nearest<D>(targets);
      targets ^= target;
      path |= target;
      steps_.push_back({static_cast<std::uint32_t>(rank(others | target)), path});
    }
  };
  for (const Bitboard set : sets_) {
    first_step_.push_back(steps_.size());
    for_each_bit(set, [&](int from) {
      follow.template operator()<Direction::up_left>(set, from);
      follow.template operator()<Direction::up_right>(set, from);
      follow.template operator()<Direction::down_left>(set, from);
      follow.template operator()<Direction::down_right>(set, from);
    });
  }
  first_step_.push_back(steps_.size());
}

template void KingSets::assign<Board::b8>(Bitboard, int);
template void KingSets::assign<Board::b10>(Bitboard, int);

}  // namespace lunette::rows
