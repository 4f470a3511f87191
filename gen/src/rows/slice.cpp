#include "rows/slice.hpp"

namespace lunette::rows {

template <Board B>
void Slice::assign(const Material& material, const MenConfiguration& men) {
  men_ = men;
  free_ = Geometry<B>::all & ~all_men();
  row_color_ = material.black_kings > 0 ? Color::black : Color::white;
  row_kings_ = row_color_ == Color::black ? material.black_kings : material.white_kings;
  still_kings_ = row_color_ == Color::black ? material.white_kings : 0;
  still_.assign<B>(free_, still_kings_);
  fellows_.assign<B>(free_, row_kings_ - 1);
  row_color_sets_.assign_sets(free_, row_kings_);
  row_sets_ =
      binomial_columns[static_cast<std::size_t>(row_kings_)][static_cast<std::size_t>(bit_count(free_) - still_kings_)];
  lay_out<B>();
}

template <Board B>
void Slice::lay_out() {
  squares_.assign(rows(), 0);
  home_index_.assign(rows(), 0);
  below_fellows_.resize(fellows_.size());
  for (std::size_t f = 0; f < fellows_.size(); ++f) {
    const Bitboard fellows = fellows_.set(f);
    below_fellows_[f] = fellows == 0 ? ~Bitboard{0} : (fellows & (~fellows + 1)) - 1;
  }
  std::size_t row = 0;
  for (std::size_t s = 0; s < still_.size(); ++s) {
    const Bitboard still = still_.set(s);
    for (std::size_t f = 0; f < fellows_.size(); ++f, ++row) {
      const Bitboard fellows = fellows_.set(f);
      if ((still & fellows) != 0) continue;
      squares_[row] = free_ & ~still & ~fellows;
      std::uint64_t rank = 0;
      std::size_t place = 2;
      for (Bitboard rest = fellows; rest != 0; rest &= rest - 1, ++place) {
        rank += binomial_columns[place][static_cast<std::size_t>(ordinal_in(free_ & ~still, rest & (~rest + 1)))];
      }
      home_index_[row] = s * row_sets_ + rank;
    }
  }
}

template void Slice::assign<Board::b8>(const Material&, const MenConfiguration&);
template void Slice::assign<Board::b10>(const Material&, const MenConfiguration&);

}  // namespace lunette::rows
