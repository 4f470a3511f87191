#include "lunette/index/indexer.hpp"

#include <algorithm>
#include <cassert>

#include "lunette/index/combination.hpp"

namespace lunette {
namespace {

template <Board B>
constexpr int row_sum(Bitboard squares) {
  int sum = 0;
  for (int row = 1; row < Geometry<B>::side; ++row) sum += row * bit_count(squares & Geometry<B>::row(row));
  return sum;
}

template <Board B>
int advancement_on(const MenConfiguration& men) {
  return row_sum<B>(men.black) + row_sum<B>(Geometry<B>::rotate(men.white));
}

}  // namespace

Indexer::Regions Indexer::regions_of(Board board) noexcept {
  const auto regions = [](auto geometry) {
    using G = decltype(geometry);
    return Regions{G::all, G::row(G::side - 1), G::all & ~G::row(0) & ~G::row(G::side - 1),
                   G::all & ~G::row(G::side - 1)};
  };
  return board == Board::b8 ? regions(Geometry<Board::b8>{}) : regions(Geometry<Board::b10>{});
}

Indexer::Indexer(Board board, const Material& canonical)
    : board_(board), material_(canonical), squares_(regions_of(board)) {
  assert(canonical.pieces() <= max_table_pieces);
  const int men = material_.white_men;
  const int shared = bit_count(squares_.shared);
  for (int j = 0; j <= men; ++j) {
    Group& group = groups_[static_cast<std::size_t>(j)];
    group.first = slices_;
    group.shared_configurations = binomial(shared, men - j);
    group.black_configurations = binomial(bit_count(squares_.black_men) - (men - j), material_.black_men);
    slices_ +=
        binomial(bit_count(squares_.white_back_row), j) * group.shared_configurations * group.black_configurations;
  }
  const int free = bit_count(squares_.all) - material_.men();
  black_king_configurations_ = binomial(free - material_.white_kings, material_.black_kings);
  slice_size_ = binomial(free, material_.white_kings) * black_king_configurations_;
}

Index Indexer::rank(const Position& position) const noexcept {
  const MenConfiguration men{position.men[0], position.men[1]};
  return rank_men(men) * slice_size_ + rank_kings(men.white | men.black, position.kings[0], position.kings[1]);
}

Position Indexer::unrank(Index index) const noexcept {
  return unrank_kings(unrank_men(index / slice_size_), index % slice_size_);
}

Index Indexer::rank_men(const MenConfiguration& men) const noexcept {
  const Run run = run_of(men.white);
  return run.first + rank_combination(run.black_squares, men.black);
}

MenConfiguration Indexer::unrank_men(Index slice) const noexcept {
  int j = 0;
  while (j < material_.white_men && slice >= groups_[static_cast<std::size_t>(j) + 1].first) ++j;
  const Group& group = groups_[static_cast<std::size_t>(j)];
  const Index in_group = slice - group.first;
  const Bitboard white = white_men(j, in_group / group.black_configurations);
  return {white,
          unrank_combination(squares_.black_men & ~white, material_.black_men, in_group % group.black_configurations)};
}

/// Of the group with j men on the back row, those with this rank.
Bitboard Indexer::white_men(int j, Index rank) const noexcept {
  const Group& group = groups_[static_cast<std::size_t>(j)];
  return unrank_combination(squares_.white_back_row, j, rank / group.shared_configurations) |
         unrank_combination(squares_.shared, material_.white_men - j, rank % group.shared_configurations);
}

Index Indexer::runs_in_group(int j) const noexcept {
  return binomial(bit_count(squares_.white_back_row), j) * groups_[static_cast<std::size_t>(j)].shared_configurations;
}

Index Indexer::runs() const noexcept {
  Index sum = 0;
  for (int j = 0; j <= material_.white_men; ++j) sum += runs_in_group(j);
  return sum;
}

Indexer::Run Indexer::run(Index number) const noexcept {
  int j = 0;
  for (; number >= runs_in_group(j); ++j) number -= runs_in_group(j);
  const Group& group = groups_[static_cast<std::size_t>(j)];
  const Bitboard white = white_men(j, number);
  return {white, squares_.black_men & ~white, group.first + number * group.black_configurations,
          group.black_configurations};
}

Indexer::Run Indexer::run_of(Bitboard white_men) const noexcept {
  const Bitboard back = white_men & squares_.white_back_row;
  const Bitboard front = white_men & ~squares_.white_back_row;
  const Group& group = groups_[static_cast<std::size_t>(bit_count(back))];
  const Index number = rank_combination(squares_.white_back_row, back) * group.shared_configurations +
                       rank_combination(squares_.shared, front);
  return {white_men, squares_.black_men & ~front, group.first + number * group.black_configurations,
          group.black_configurations};
}

Position Indexer::unrank_kings(const MenConfiguration& men, Index rank) const noexcept {
  const Bitboard free = squares_.all & ~men.white & ~men.black;
  const Bitboard white = unrank_combination(free, material_.white_kings, rank / black_king_configurations_);
  const Bitboard black = unrank_combination(free & ~white, material_.black_kings, rank % black_king_configurations_);
  return {{men.white, men.black}, {white, black}, Color::white};
}

int Indexer::advancement(const MenConfiguration& men) const noexcept {
  return board_ == Board::b8 ? advancement_on<Board::b8>(men) : advancement_on<Board::b10>(men);
}

Oriented orient(Board board, const Position& position) noexcept {
  return orient(board, position, material_of(position));
}

Oriented orient(Board board, const Position& position, const Material& material) noexcept {
  const bool flipped = material.is_own_flip() ? position.side == Color::black : !material.is_canonical();
  const Position stored = flipped ? flip(board, position) : position;
  return {material.canonical(), stored, stored.side, flipped};
}

std::uint64_t binomial(int n, int k) noexcept {
  assert(n <= max_binomial_n && k >= 0 && k <= max_table_pieces);
  return n < 0 ? 0 : binomial_columns[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)];
}

}  // namespace lunette
