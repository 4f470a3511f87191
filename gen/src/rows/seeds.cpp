#include "rows/seeds.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rows/slide.hpp"

namespace lunette::rows {

namespace {

/// The three bits of the scores as sets. Reads up to three scores past `count`.
std::array<Bitboard, 3> score_planes(const CaptureScore* scores, int count) {
  static_assert(won_score == 5 && score_bits == 3);
  std::array<Bitboard, 3> planes{};
  if constexpr (std::endian::native == std::endian::little) {
    for (int i = 0; i < count; i += 4) {
      std::uint64_t four = 0;
      std::memcpy(&four, scores + i, sizeof four);
      for (Bitboard& plane : planes) {
        // The lowest bit of each 16 moves to bits 48 to 51.
        const Bitboard bits = ((four & 0x0001000100010001U) * 0x0001000200040008U) >> 48 & 0xF;
        plane |= bits << i;
        four >>= 1;
      }
    }
    // What was read past the end.
    for (Bitboard& plane : planes) plane &= count < 64 ? (Bitboard{1} << count) - 1 : ~Bitboard{0};
  } else {
    for (int i = 0; i < count; ++i) {
      for (std::size_t p = 0; p < planes.size(); ++p) planes[p] |= static_cast<Bitboard>(scores[i] >> p & 1) << i;
    }
  }
  return planes;
}

}  // namespace

template <class Gen>
void SeedRows<Gen>::assign(const Slice& slice, Threads threads) {
  slice_ = &slice;
  for (const Color side : {Color::white, Color::black}) {
    seeds_[index_of(side)].assign(slice.rows(), RowSeed{});
    scores_.assign(values_.slice_size() + 3, 0);
    CaptureRows<Gen>(cache_, slice, side, threads).fill(std::span(scores_).first(values_.slice_size()));
    for_each_index(threads, slice.rows(), [&](std::size_t row) { load_captures(side, row); });
    add_men_moves(side);
    if (slice.row_kings() == 1) continue;
    for_each_index(threads, slice.still().size(), [&](std::size_t still) {
      const std::size_t first = still * slice.fellows().size();
      for (std::size_t row = first; row < first + slice.fellows().size(); ++row) copy_to_fellow_rows(side, row);
    });
  }
}

template <class Gen>
void SeedRows<Gen>::load_captures(Color side, std::size_t row) {
  const Bitboard home = slice_->home(row);
  if (home == 0) return;
  const CaptureScore* scores = scores_.data() + slice_->home_index(row);
  const auto [ones, twos, fours] = score_planes(scores, count_bits(home));
  const auto on_board = [&](Bitboard packed) { return packed == 0 ? 0 : spread_bits(packed, home); };
  RowSeed& seed = seeds_[index_of(side)][row];
  seed.capture = on_board(ones | twos | fours);
  seed.win = {on_board(fours & ones), on_board(fours)};
  seed.loss = {on_board(ones & ~twos & ~fours), on_board((ones ^ twos) & ~fours)};
}

template <class Gen>
void SeedRows<Gen>::add_men_moves(Color side) {
  const Bitboard men = side == Color::white ? slice_->men().white : slice_->men().black;
  const Bitboard far_row = side == Color::white ? G::white_promotion : G::black_promotion;
  for (Bitboard rest = men; rest != 0; rest &= rest - 1) {
    const Bitboard man = rest & (~rest + 1);
    const auto targets = Gen::men_targets(side, man, slice_->free());
    for (const Bitboard target : {targets.left, targets.right}) {
      if (target == 0) continue;
      if ((target & far_row) != 0) {
        add_promotion(side, man, target);
      } else {
        add_step(side, man, target);
      }
    }
  }
}

template <class Gen>
void SeedRows<Gen>::merge_step(RowSeed& seed, Bitboard movable, const std::array<Bitboard, 2>& child_loss,
                               const std::array<Bitboard, 2>& child_win) const {
  movable &= ~seed.capture;
  seed.man_moves |= movable;
  for (std::size_t t = 0; t < 2; ++t) {
    seed.win[t] |= movable & child_loss[t];
    seed.escape[t] |= movable & ~child_win[t];
  }
}

/// The man's new slice is finished: whole rows of it are read.
template <class Gen>
void SeedRows<Gen>::add_step(Color side, Bitboard man, Bitboard target) {
  MenConfiguration men = slice_->men();
  Bitboard& moved = side == Color::white ? men.white : men.black;
  moved = (moved & ~man) | target;
  const Index child = values_.place(indexer_.rank_men(men));
  const Bitboard child_free = (slice_->free() & ~target) | man;
  const Color other = opposite(side);
  const std::uint64_t row_sets = slice_->row_sets();
  for (std::size_t row = 0; row < slice_->rows(); ++row) {
    const Bitboard home = slice_->home(row);
    if (home == 0) continue;
    const Bitboard still = slice_->still().set(row / slice_->fellows().size());
    const Bitboard fellows = slice_->fellows().set(row % slice_->fellows().size());
    if (((still | fellows) & target) != 0) continue;
    const Bitboard squares = child_free & ~still;
    Index first = rank_combination(child_free, still) * row_sets;
    std::size_t place = 2;
    Bitboard below = ~Bitboard{0};
    if (fellows != 0) below = (fellows & (~fellows + 1)) - 1;
    for (Bitboard rest = fellows; rest != 0; rest &= rest - 1, ++place) {
      first += binomial_columns[place][static_cast<std::size_t>(ordinal_in(squares, rest & (~rest + 1)))];
    }
    const Bitboard run = squares & below;
    const int count = count_bits(run);
    const auto read = [&](Plane plane) { return spread_bits(values_.load(other, plane, child, first, count), run); };
    std::array<Bitboard, 2> loss{read(Plane::loss)};
    std::array<Bitboard, 2> win{read(Plane::win)};
    loss[1] = values_.five_valued() ? read(Plane::at_most_blessed) : loss[0];
    win[1] = values_.five_valued() ? read(Plane::at_least_cursed) : win[0];
    merge_step(seeds_[index_of(side)][row], home & ~target, loss, win);
  }
}

template <class Gen>
void SeedRows<Gen>::add_promotion(Color side, Bitboard man, Bitboard target) {
  MenConfiguration men = slice_->men();
  (side == Color::white ? men.white : men.black) &= ~man;
  const bool mover_is_row = slice_->row_color() == side;
  const Material& material = rules_.material;
  const SubView& view = cache_.find(side, men, material.white_kings + (side == Color::white ? 1 : 0),
                                    material.black_kings + (side == Color::black ? 1 : 0));
  for (std::size_t row = 0; row < slice_->rows(); ++row) {
    RowSeed& seed = seeds_[index_of(side)][row];
    const Bitboard still = slice_->still().set(row / slice_->fellows().size());
    const Bitboard fellows = slice_->fellows().set(row % slice_->fellows().size());
    if (((still | fellows) & target) != 0) continue;
    const Bitboard movable = slice_->home(row) & ~target & ~seed.capture;
    std::array<Bitboard, 6> with_score{};
    for (Bitboard rest = movable; rest != 0; rest &= rest - 1) {
      const Bitboard king = rest & (~rest + 1);
      const Score score =
          mover_is_row ? view.score(fellows | king | target, still) : view.score(still | target, fellows | king);
      with_score[score] |= king;
    }
    // A child that its side to move has lost is a move that wins, and so on.
    merge_step(seed, movable, {with_score[5], with_score[5] | with_score[4]},
               {with_score[1], with_score[1] | with_score[2]});
  }
}

/// A placement with several kings of the row colour stands in several rows.
template <class Gen>
void SeedRows<Gen>::copy_to_fellow_rows(Color side, std::size_t row) {
  auto& seeds = seeds_[index_of(side)];
  const RowSeed seed = seeds[row];
  const Bitboard fellows = slice_->fellows().set(row % slice_->fellows().size());
  const std::size_t first = row - row % slice_->fellows().size();
  for (Bitboard rest = slice_->home(row) & (seed.capture | seed.man_moves); rest != 0; rest &= rest - 1) {
    const Bitboard king = rest & (~rest + 1);
    for (Bitboard other = fellows; other != 0; other &= other - 1) {
      const Bitboard moved = other & (~other + 1);
      RowSeed& copy = seeds[first + slice_->fellows().rank((fellows & ~moved) | king)];
      const auto put = [&](Bitboard& to, Bitboard from) { to |= (from & king) != 0 ? moved : 0; };
      put(copy.capture, seed.capture);
      put(copy.man_moves, seed.man_moves);
      for (std::size_t t = 0; t < 2; ++t) {
        put(copy.win[t], seed.win[t]);
        put(copy.loss[t], seed.loss[t]);
        put(copy.escape[t], seed.escape[t]);
      }
    }
  }
}

template class SeedRows<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class SeedRows<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class SeedRows<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class SeedRows<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class SeedRows<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class SeedRows<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
