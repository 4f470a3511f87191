#include "rows/retrograde.hpp"

#include <atomic>

#include "rows/slide.hpp"

namespace lunette::rows {
namespace {

constexpr std::array both_sides{Color::white, Color::black};

}  // namespace

template <class Gen>
bool Retrograde<Gen>::solve(const Slice& slice, Index slice_number, const SeedRows<Gen>& seeds, Threads threads) {
  slice_ = &slice;
  slice_number_ = slice_number;
  seeds_ = &seeds;
  threads_ = threads;
  start();
  seed_proper();
  if (!run(2)) return false;
  store(Plane::win, Plane::loss);
  if (!values_.five_valued()) return true;
  if (seed_cursed() && !run(2)) return false;
  store(Plane::at_least_cursed, Plane::at_most_blessed);
  return true;
}

template <class Gen>
void Retrograde<Gen>::start() {
  const std::size_t rows = slice_->rows();
  for (const Color side : both_sides) {
    SideRows& s = rows_of(side);
    for (Rows* words : {&s.won, &s.lost, &s.new_wins, &s.new_losses, &s.next_wins, &s.next_losses}) {
      words->assign(rows, 0);
    }
    s.open.resize(rows);
    s.trapped.resize(rows);
    for_each_row([&](std::size_t row) {
      const RowSeed& seed = seeds_->at(side, row);
      s.open[row] = slice_->squares(row) & ~seed.capture;
      s.trapped[row] = s.open[row] & ~seed.escape[0];
    });
  }
}

/// The squares of the row king for which some king of `side` has a quiet move.
template <class Gen>
Bitboard Retrograde<Gen>::rows_with_king_moves(Color side, std::size_t row) const {
  const Bitboard squares = slice_->squares(row);
  const std::size_t fellow_sets = slice_->fellows().size();
  const Bitboard still = slice_->still().set(row / fellow_sets);
  const Bitboard fellows = slice_->fellows().set(row % fellow_sets);
  const bool is_row = side == slice_->row_color();
  Bitboard movable = is_row ? touching<Gen::board>(squares) & squares : 0;
  for (Bitboard kings = is_row ? fellows : still; kings != 0; kings &= kings - 1) {
    const Bitboard near = touching<Gen::board>(kings & (~kings + 1)) & squares;
    // One neighbour may be where the row king stands; two cannot both be.
    if (near != 0) movable |= (near & (near - 1)) != 0 ? squares : squares & ~near;
  }
  return movable;
}

/// Plies 0 and 1: what is decided without a quiet king move.
template <class Gen>
void Retrograde<Gen>::seed_proper() {
  for (const Color side : both_sides) {
    blocked_[index_of(side)].assign(slice_->rows(), 0);
    men_only_[index_of(side)].assign(slice_->rows(), 0);
  }
  for_each_row([&](std::size_t row) {
    std::array<Bitboard, 2> blocked{};
    for (const Color side : both_sides) {
      const RowSeed& seed = seeds_->at(side, row);
      const Bitboard stuck = rows_of(side).open[row] & ~rows_with_king_moves(side, row);
      blocked[index_of(side)] = stuck & ~seed.man_moves;
      men_only_[index_of(side)][row] = stuck & seed.man_moves & ~seed.escape[0];
    }
    const Bitboard drawn = no_move_ == NoMove::draw_if_mutual ? blocked[0] & blocked[1] : 0;
    for (const Color side : both_sides) {
      blocked_[index_of(side)][row] = blocked[index_of(side)] & ~drawn;
      decide(side, row, 0, blocked_[index_of(side)][row], 0);
    }
  });
  for (const Color side : both_sides) {
    push_predecessors_of(side, blocked_[index_of(opposite(side))], rows_of(side).next_wins);
  }
  for_each_row([&](std::size_t row) {
    for (const Color side : both_sides) {
      SideRows& s = rows_of(side);
      const RowSeed& seed = seeds_->at(side, row);
      const Bitboard wins = (seed.capture & seed.win[0]) | (s.open[row] & (seed.win[0] | s.next_wins[row]));
      s.next_wins[row] = 0;
      decide(side, row, wins, (seed.capture & seed.loss[0]) | (men_only_[index_of(side)][row] & ~wins), 1);
    }
  });
}

/// Ply 1 of the second pass: cursed counts as won, blessed as lost. False if there is none of either.
template <class Gen>
bool Retrograde<Gen>::seed_cursed() {
  for_each_row([&](std::size_t row) {
    for (const Color side : both_sides) {
      SideRows& s = rows_of(side);
      const RowSeed& seed = seeds_->at(side, row);
      s.trapped[row] = s.open[row] & ~seed.escape[1];
      // Lost but for the count by a man's move while all king moves lose properly: only the man's move keeps the value.
      const Bitboard by_man = all_moves_lose(side, row, s.trapped[row] & seed.escape[0]);
      men_only_[index_of(side)][row] = (seed.capture & seed.loss[1] & ~s.lost[row]) | by_man;
    }
  });
  std::atomic<bool> any = false;
  for_each_row([&](std::size_t row) {
    for (const Color side : both_sides) {
      SideRows& s = rows_of(side);
      const RowSeed& seed = seeds_->at(side, row);
      const Bitboard wins = ((seed.capture | s.open[row]) & seed.win[1]) & ~s.won[row];
      const Bitboard losses = men_only_[index_of(side)][row];
      if ((wins | losses) != 0) any.store(true, std::memory_order_relaxed);
      decide(side, row, wins, losses, 1);
    }
  });
  return any;
}

template <class Gen>
bool Retrograde<Gen>::run(int first_ply) {
  for (int ply = first_ply;; ++ply) {
    for (const Color side : both_sides) {
      push_predecessors_of(side, rows_of(opposite(side)).new_losses, rows_of(side).next_wins);
      push_predecessors_of(side, rows_of(opposite(side)).new_wins, rows_of(side).next_losses);
    }
    if (ply > values_.max_dtc()) return false;
    if (!decide_ply(ply)) return true;
  }
}

/// False if nothing is decided at this ply.
template <class Gen>
bool Retrograde<Gen>::decide_ply(int ply) {
  // All losses are judged by the wins of earlier plies, so before any win of this ply is entered.
  for_each_row([&](std::size_t row) {
    for (const Color side : both_sides) {
      SideRows& s = rows_of(side);
      s.next_losses[row] = all_moves_lose(side, row, s.next_losses[row] & s.trapped[row]);
    }
  });
  std::atomic<bool> any = false;
  for_each_row([&](std::size_t row) {
    for (const Color side : both_sides) {
      SideRows& s = rows_of(side);
      const Bitboard wins = s.next_wins[row] & s.open[row];
      const Bitboard losses = s.next_losses[row];
      if ((wins | losses) != 0) any.store(true, std::memory_order_relaxed);
      s.next_wins[row] = 0;
      s.next_losses[row] = 0;
      decide(side, row, wins, losses, ply);
    }
  });
  return any;
}

/// Marks the positions from which a king of `moved` can go to one of `decided`, where the other side is to move.
template <class Gen>
void Retrograde<Gen>::push_predecessors_of(Color moved, const Rows& decided, Rows& candidates) {
  const std::size_t fellow_sets = slice_->fellows().size();
  const bool is_row = moved == slice_->row_color();
  for_each_row([&](std::size_t row) {
    const Bitboard word = decided[row];
    if (word == 0) return;
    const std::size_t still = row / fellow_sets;
    const std::size_t fellow = row % fellow_sets;
    if (is_row) {
      merge(threads_, candidates[row], slide<Gen::board>(word, slice_->squares(row)));
      const Bitboard blocked = slice_->still().set(still);
      for (const KingSets::Step& step : slice_->fellows().steps(fellow)) {
        if ((step.path & blocked) != 0) continue;
        merge(threads_, candidates[still * fellow_sets + step.target], word & ~step.path);
      }
    } else {
      const Bitboard blocked = slice_->fellows().set(fellow);
      for (const KingSets::Step& step : slice_->still().steps(still)) {
        if ((step.path & blocked) != 0) continue;
        merge(threads_, candidates[step.target * fellow_sets + fellow], word & ~step.path);
      }
    }
  });
}

/// Of `candidates`, those whose quiet king moves all lead to a position that the other side has won.
template <class Gen>
Bitboard Retrograde<Gen>::all_moves_lose(Color side, std::size_t row, Bitboard candidates) const {
  if (candidates == 0) return 0;
  const Rows& won = rows_of(opposite(side)).won;
  const std::size_t fellow_sets = slice_->fellows().size();
  const std::size_t still = row / fellow_sets;
  const std::size_t fellow = row % fellow_sets;
  if (side == slice_->row_color()) {
    const Bitboard squares = slice_->squares(row);
    candidates &= ~slide<Gen::board>(squares & ~won[row], squares);
    const Bitboard blocked = slice_->still().set(still);
    for (const KingSets::Step& step : slice_->fellows().steps(fellow)) {
      if (candidates == 0) return 0;
      if ((step.path & blocked) == 0) candidates &= won[still * fellow_sets + step.target] | step.path;
    }
  } else {
    const Bitboard blocked = slice_->fellows().set(fellow);
    for (const KingSets::Step& step : slice_->still().steps(still)) {
      if (candidates == 0) return 0;
      if ((step.path & blocked) == 0) candidates &= won[step.target * fellow_sets + fellow] | step.path;
    }
  }
  return candidates;
}

template <class Gen>
void Retrograde<Gen>::decide(Color side, std::size_t row, Bitboard wins, Bitboard losses, int ply) {
  SideRows& s = rows_of(side);
  s.new_wins[row] = wins;
  s.new_losses[row] = losses;
  if ((wins | losses) == 0) return;
  s.won[row] |= wins;
  s.lost[row] |= losses;
  s.open[row] &= ~(wins | losses);
  s.trapped[row] &= ~(wins | losses);
  record(side, row, wins | losses, ply);
}

template <class Gen>
void Retrograde<Gen>::record(Color side, std::size_t row, Bitboard decided, int ply) {
  if (!values_.keeps_dtc(side)) return;
  const Bitboard home = slice_->home(row);
  const Index first = slice_number_ * values_.slice_size() + slice_->home_index(row);
  for (Bitboard rest = decided & home; rest != 0; rest &= rest - 1) {
    values_.set_dtc(side, first + static_cast<Index>(ordinal_in(home, rest & (~rest + 1))), ply);
  }
}

template <class Gen>
void Retrograde<Gen>::store(Plane won, Plane lost) {
  for (const Color side : both_sides) {
    const SideRows& s = rows_of(side);
    for (std::size_t row = 0; row < slice_->rows(); ++row) {
      const Bitboard home = slice_->home(row);
      if (home == 0) continue;
      const Index first = slice_->home_index(row);
      if ((s.won[row] & home) != 0) values_.add(side, won, slice_number_, first, pack_bits(s.won[row], home));
      if ((s.lost[row] & home) != 0) values_.add(side, lost, slice_number_, first, pack_bits(s.lost[row], home));
    }
  }
}

template class Retrograde<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class Retrograde<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class Retrograde<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class Retrograde<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class Retrograde<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class Retrograde<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
