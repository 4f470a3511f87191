#include "rows/capture_rows.hpp"

namespace lunette::rows {
namespace {

/// The ordinals in `set` of the squares of `subset`, as a bit set: a number for each subset of a few men.
unsigned subset_number(Bitboard set, Bitboard subset) {
  unsigned number = 0;
  for (; subset != 0; subset &= subset - 1) number |= 1U << ordinal_in(set, subset & (~subset + 1));
  return number;
}

}  // namespace

template <class Gen>
CaptureRows<Gen>::CaptureRows(ViewCache& cache, const Slice& slice, Color mover, Threads threads)
    : cache_(cache),
      slice_(slice),
      mover_(mover),
      threads_(threads),
      mover_is_row_(slice.row_color() == mover),
      mover_men_(mover == Color::white ? slice.men().white : slice.men().black),
      enemy_men_(mover == Color::white ? slice.men().black : slice.men().white),
      mover_kings_(mover_is_row_ ? slice.row_kings() : slice.still_kings()),
      enemy_kings_(mover_is_row_ ? slice.still_kings() : slice.row_kings()),
      promotion_row_(mover == Color::white ? G::white_promotion : G::black_promotion),
      views_((std::size_t{1} << bit_count(enemy_men_)) * static_cast<std::size_t>(enemy_kings_ + 1)) {}

template <class Gen>
void CaptureRows<Gen>::fill(std::span<CaptureScore> scores) {
  // Views are made when first needed, which several threads cannot do.
  if (threads_ == Threads::all) {
    for (int kings = 1; kings <= enemy_kings_; ++kings) view_after(0, kings);
  }
  if (mover_kings_ > 0) {
    if (mover_is_row_) {
      fill_row_king(scores);
    } else {
      fill_still_king(scores);
    }
  }
  if (mover_men_ != 0) fill_men(scores);
}

template <class Gen>
const SubView& CaptureRows<Gen>::view_after(Bitboard captured_men, int captured_kings) {
  const std::size_t number =
      (captured_men == 0 ? 0 : subset_number(enemy_men_, captured_men)) * static_cast<std::size_t>(enemy_kings_ + 1) +
      static_cast<std::size_t>(captured_kings);
  std::optional<SubView>& view = views_[number];
  if (!view) {
    MenConfiguration men = slice_.men();
    (mover_ == Color::white ? men.black : men.white) &= ~captured_men;
    const int white = mover_ == Color::white ? mover_kings_ : enemy_kings_ - captured_kings;
    const int black = mover_ == Color::white ? enemy_kings_ - captured_kings : mover_kings_;
    view = cache_.find(mover_, men, white, black);
  }
  return *view;
}

template <class Gen>
template <Direction D, class Visit, class Search>
void CaptureRows<Gen>::jumps_in(Bitboard occupied, Bitboard enemies, const Search& search, Visit&& visit) {
  const Bitboard empty = G::all & ~occupied;
  Bitboard jumpable = enemies & R::template raw_shift<reverse(D)>(empty) & R::template raw_shift<D>(empty);
  for (; jumpable != 0; jumpable &= jumpable - 1) {
    const int piece = std::countr_zero(jumpable);
    visit(R::template reach<reverse(D)>(piece, occupied), search.template king_over<D>(piece, Bitboard{1} << piece));
  }
}

template <class Gen>
template <class Visit>
void CaptureRows<Gen>::for_each_king_jump(Bitboard fellows, Bitboard enemy_kings, Visit&& visit) {
  const Bitboard enemies = enemy_men_ | enemy_kings;
  const Bitboard occupied = mover_men_ | fellows | enemies;
  const auto result = [&](int to, Bitboard captured, bool) {
    const Bitboard taken_kings = captured & enemy_kings;
    return view_after(captured & enemy_men_, bit_count(taken_kings))
        .score(fellows | (Bitboard{1} << to), enemy_kings & ~taken_kings);
  };
  const JumpSearch<Gen, decltype(result)> search(occupied, enemies, enemy_kings, promotion_row_, result);
  jumps_in<Direction::up_left>(occupied, enemies, search, visit);
  jumps_in<Direction::up_right>(occupied, enemies, search, visit);
  jumps_in<Direction::down_left>(occupied, enemies, search, visit);
  jumps_in<Direction::down_right>(occupied, enemies, search, visit);
}

template <class Gen>
void CaptureRows<Gen>::fill_row_king(std::span<CaptureScore> scores) {
  for_each_index(threads_, slice_.still().size(), [&](std::size_t s) {
    const Bitboard still = slice_.still().set(s);
    const auto own_scores = scores.subspan(s * slice_.row_sets(), slice_.row_sets());
    for (std::size_t f = 0; f < slice_.fellows().size(); ++f) {
      if (slice_.squares(s * slice_.fellows().size() + f) == 0) continue;
      const Bitboard fellows = slice_.fellows().set(f);
      const InsertionRank rank(slice_.free() & ~still, fellows);
      for_each_king_jump(fellows, still, [&](Bitboard origins, CaptureScore score) {
        for (; origins != 0; origins &= origins - 1) {
          raise(Threads::one, own_scores[rank.with(origins & (~origins + 1))], score);
        }
      });
    }
  });
}

template <class Gen>
void CaptureRows<Gen>::fill_still_king(std::span<CaptureScore> scores) {
  const int fellow_kings = mover_kings_ - 1;
  const auto fellow_sets =
      binomial_columns[static_cast<std::size_t>(fellow_kings)][static_cast<std::size_t>(bit_count(slice_.free()))];
  for_each_index(threads_, fellow_sets,
                 [&](std::size_t u) { fill_still_king(scores, unrank_combination(slice_.free(), fellow_kings, u)); });
}

template <class Gen>
void CaptureRows<Gen>::fill_still_king(std::span<CaptureScore> scores, Bitboard fellows) {
  const InsertionRank rank(slice_.free(), fellows);
  const Bitboard squares = slice_.free() & ~fellows;
  for (std::size_t z = 0; z < slice_.row_color_sets().size(); ++z) {
    const Bitboard enemies = slice_.row_color_sets().set(z);
    if ((enemies & fellows) != 0) continue;
    // The row kings' rank among what the still kings leave, by how many of them stand above the moving king.
    std::array<std::uint64_t, max_table_pieces + 1> row_rank{};
    std::size_t place = 1;
    for (Bitboard rest = enemies; rest != 0; rest &= rest - 1, ++place) {
      const auto ordinal = static_cast<std::size_t>(ordinal_in(squares, rest & (~rest + 1)));
      const auto from_top = static_cast<std::size_t>(enemy_kings_) - place;
      for (std::size_t above = 0; above <= static_cast<std::size_t>(enemy_kings_); ++above) {
        if (above <= from_top) {
          row_rank[above] += binomial_columns[place][ordinal];
        } else if (ordinal > 0) {
          row_rank[above] += binomial_columns[place][ordinal - 1];
        }
      }
    }
    for_each_king_jump(fellows, enemies, [&](Bitboard origins, CaptureScore score) {
      for (; origins != 0; origins &= origins - 1) {
        const Bitboard origin = origins & (~origins + 1);
        const auto above = static_cast<std::size_t>(bit_count(enemies & ~(origin - 1)));
        raise(threads_, scores[rank.with(origin) * slice_.row_sets() + row_rank[above]], score);
      }
    });
  }
}

/// The squares of the row king for which a man of the mover has a jump. `row_fixed`: all pieces but the row king.
template <class Gen>
Bitboard CaptureRows<Gen>::men_capturing(Bitboard row_fixed, Bitboard enemy_fixed, Bitboard squares) const {
  const Bitboard empty = G::all & ~row_fixed;
  Bitboard capturing = 0;
  const auto look = [&]<Direction D>() {
    // A fixed enemy is jumped wherever the row king does not stand behind it.
    for (Bitboard b = R::template raw_shift<D>(mover_men_) & enemy_fixed; b != 0; b &= b - 1) {
      const Bitboard behind = R::template raw_shift<D>(b & (~b + 1)) & empty;
      if (behind != 0) capturing |= squares & ~behind;
    }
    // The row king itself is jumped where the square behind it is empty.
    if (!mover_is_row_) {
      capturing |= R::template raw_shift<D>(mover_men_) & squares & R::template raw_shift<reverse(D)>(empty);
    }
  };
  look.template operator()<Direction::up_left>();
  look.template operator()<Direction::up_right>();
  look.template operator()<Direction::down_left>();
  look.template operator()<Direction::down_right>();
  return capturing;
}

template <class Gen>
void CaptureRows<Gen>::fill_men(std::span<CaptureScore> scores) {
  const MenCaptures<Gen> men(cache_, slice_.men(), mover_);
  std::size_t row = 0;
  for (std::size_t s = 0; s < slice_.still().size(); ++s) {
    const Bitboard still = slice_.still().set(s);
    for (std::size_t f = 0; f < slice_.fellows().size(); ++f, ++row) {
      const Bitboard home = slice_.home(row);
      if (home == 0) continue;
      const Bitboard fellows = slice_.fellows().set(f);
      const Bitboard enemy_fixed = enemy_men_ | (mover_is_row_ ? still : fellows);
      Bitboard origins = men_capturing(slice_.all_men() | still | fellows, enemy_fixed, home);
      for (; origins != 0; origins &= origins - 1) {
        const Bitboard king = origins & (~origins + 1);
        const Bitboard row_kings = fellows | king;
        const std::uint64_t index = slice_.home_index(row) + static_cast<std::uint64_t>(ordinal_in(home, king));
        raise(Threads::one, scores[index], mover_is_row_ ? men.best(row_kings, still) : men.best(still, row_kings));
      }
    }
  }
}

template class CaptureRows<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class CaptureRows<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class CaptureRows<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class CaptureRows<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class CaptureRows<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class CaptureRows<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
