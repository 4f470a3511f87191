#include "lunette/index/row_walk.hpp"

#include <bit>

#include "lunette/index/combination.hpp"
#include "lunette/rules/row_captures.hpp"

namespace lunette {
namespace {

/// The next greater number with as many bits (Hacker's Delight, 2-1); subsets in colexicographic order.
constexpr std::uint64_t next_subset(std::uint64_t subset) {
  const std::uint64_t low = subset & (~subset + 1);
  const std::uint64_t carried = subset + low;
  return carried | (((carried ^ subset) >> 2) >> std::countr_zero(low));
}

constexpr std::uint64_t lowest(int bits) {
  return (std::uint64_t{1} << bits) - 1;
}

/// The squares of `set` with these ordinals, of which there are few.
Bitboard squares_of(Bitboard set, std::uint64_t ordinals) {
  Bitboard squares = 0;
  for (; ordinals != 0; ordinals &= ordinals - 1) squares |= square_in(set, std::countr_zero(ordinals));
  return squares;
}

std::uint64_t ordinals_of(int size, int k, Index rank) {
  return unrank_combination(lowest(size), k, rank);
}

template <Board B>
std::array<Bitboard, 2> capture_squares_on(const Row& row) {
  Position fixed = row.fixed;
  const auto with = [&](Color mover) {
    fixed.side = mover;
    return RowCaptures<B>::captures(fixed, row.color == mover, row.king, row.squares);
  };
  return {with(Color::white), with(Color::black)};
}

}  // namespace

RowWalk::RowWalk(const Indexer& indexer, Index first) noexcept
    : indexer_(indexer), kingless_(indexer.material().kings() == 0) {
  const Material& material = indexer.material();
  if (kingless_) {
    row_.color = Color::black;
    still_pieces_ = 0;
    fellows_ = material.black_men - 1;
  } else {
    const bool black = material.black_kings > 0;
    row_.color = black ? Color::black : Color::white;
    still_pieces_ = black ? material.white_kings : 0;
    fellows_ = (black ? material.black_kings : material.white_kings) - 1;
  }
  row_.king = !kingless_;
  if (kingless_) {
    enter_run(first);
  } else {
    enter_slice(first / indexer.slice_size(), first % indexer.slice_size());
  }
}

void RowWalk::enter_run(Index slice) noexcept {
  men_ = {indexer_.unrank_men(slice).white, 0};
  const Indexer::Run run = indexer_.run_of(men_.white);
  within_ = run.black_squares;
  within_size_ = bit_count(within_);
  slice_ = run.first + run.slices;
  enter_fellows(slice - run.first);
}

void RowWalk::enter_slice(Index slice, Index in_slice) noexcept {
  slice_ = slice;
  men_ = indexer_.unrank_men(slice);
  free_ = all_squares(indexer_.board()) & ~men_.white & ~men_.black;
  const int free = bit_count(free_);
  const Index beside_still = binomial(free - still_pieces_, fellows_ + 1);
  still_ordinals_ = ordinals_of(free, still_pieces_, in_slice / beside_still);
  enter_still(squares_of(free_, still_ordinals_));
  enter_fellows(in_slice % beside_still);
}

void RowWalk::enter_still(Bitboard still) noexcept {
  still_ = still;
  within_ = free_ & ~still;
  within_size_ = bit_count(within_);
}

/// The row that holds the placement of this rank, from that placement on.
void RowWalk::enter_fellows(Index rank) noexcept {
  const std::uint64_t all = ordinals_of(within_size_, fellows_ + 1, rank);
  const int ordinal = std::countr_zero(all);
  fellow_ordinals_ = all & (all - 1);
  place();
  row_.squares &= ~((Bitboard{1} << std::countr_zero(square_in(within_, ordinal))) - 1);
}

void RowWalk::place() noexcept {
  const Bitboard fellows = squares_of(within_, fellow_ordinals_);
  row_.squares = fellows == 0 ? within_ : within_ & ((fellows & (~fellows + 1)) - 1);
  row_.fixed.men = {men_.white, men_.black};
  const auto own = index_of(row_.color);
  if (kingless_) {
    row_.fixed.men[own] |= fellows;
  } else {
    row_.fixed.kings[own] = fellows;
    row_.fixed.kings[1 - own] = still_;
  }
  Bitboard beside = fellows;
  if (beside == 0) beside = still_;
  if (beside == 0) beside = men_.black;
  if (beside == 0) beside = men_.white;
  row_.beside = beside == 0 ? 0 : std::countr_zero(beside);
}

void RowWalk::next() noexcept {
  if (fellow_ordinals_ != 0) {
    fellow_ordinals_ = next_subset(fellow_ordinals_);
    if (fellow_ordinals_ >> within_size_ == 0) return place();
  }
  // The row piece needs a square below its fellows.
  fellow_ordinals_ = lowest(fellows_) << 1;
  if (kingless_) {
    enter_run(slice_);
    return;
  }
  if (still_ordinals_ != 0) {
    still_ordinals_ = next_subset(still_ordinals_);
    if (still_ordinals_ >> bit_count(free_) == 0) {
      enter_still(squares_of(free_, still_ordinals_));
      return place();
    }
  }
  enter_slice(slice_ + 1, 0);
}

std::array<Bitboard, 2> capture_squares(Board board, const Row& row) noexcept {
  return board == Board::b8 ? capture_squares_on<Board::b8>(row) : capture_squares_on<Board::b10>(row);
}

}  // namespace lunette
