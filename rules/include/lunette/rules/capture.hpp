#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "lunette/rules/jumps.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/rays.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The partial captures that one search has met, as 64-bit keys. An open hash table, allocated at the first insertion
/// because nearly every search is too short to need it.
class VisitedCaptures {
 public:
  /// False if the key was there already. Keys are never 0.
  bool insert(std::uint64_t key) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    if (!place(key)) return false;
    ++size_;
    return true;
  }

  void clear() {
    if (size_ == 0) return;
    slots_.assign(slots_.size(), 0);
    size_ = 0;
  }

 private:
  bool place(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> 32) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
      if (slots_[slot] == key) return false;
    }
    slots_[slot] = key;
    return true;
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const std::uint64_t key : old) {
      if (key != 0) place(key);
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

/// The captures of one position, piece by piece, appended to a list: each (from, to, captured set, promotes) once, and
/// of all pieces searched only those that the capture choice allows.
///
/// During a capture nothing leaves the board and only the origin is vacated, so the empty squares are fixed and a
/// piece can be jumped along a diagonal if both its neighbours there are empty. A king's capture is searched by the
/// stretch of landing squares behind each jumped piece, not by single landing squares: the search goes straight on
/// once for the stretch and sideways from each of its squares, and where nothing goes on, all of them end the move.
template <Board B, CaptureChoice C, Promotion P>
class CaptureSearch {
 public:
  CaptureSearch(const Sides<B>& sides, MoveList& moves)
      : sides_(sides), moves_(moves), base_(moves.size()), origin_begin_(moves.size()) {}

  void search_man(int from) {
    start(from, true);
    man_jumps<Direction::up_left, Direction::up_right, Direction::down_left, Direction::down_right>(from, 0, 0);
    finish_origin();
  }

  void search_king(int from) {
    start(from, false);
    king_jump<Direction::up_left>(from, 0, 0);
    king_jump<Direction::up_right>(from, 0, 0);
    king_jump<Direction::down_left>(from, 0, 0);
    king_jump<Direction::down_right>(from, 0, 0);
    finish_origin();
  }

 private:
  using G = Geometry<B>;
  using R = Rays<B>;

  // Two orders of capturing the same pieces need four of them (a full circle) before they can meet again, so shorter
  // captures are all different and neither looked up nor made unique.
  static constexpr int shortest_repetition = 4;

  void start(int from, bool is_man) {
    from_ = from;
    is_man_ = is_man;
    const Bitboard origin = Bitboard{1} << from;
    occupied_ = sides_.occupied & ~origin;
    const Bitboard empty = sides_.empty | origin;
    falling_ = sides_.enemies & (empty << G::step_right) & (empty >> G::step_right);
    rising_ = sides_.enemies & (empty << G::step_left) & (empty >> G::step_left);
    visited_.clear();
    origin_begin_ = moves_.size();
    repetitions_possible_ = false;
  }

  /// The enemies that can be jumped along the diagonal of D.
  template <Direction D>
  Bitboard capturable() const {
    return D == Direction::up_left || D == Direction::down_right ? falling_ : rising_;
  }

  /// Tries the jumps of a man; true if there is one.
  template <Direction... Ds>
  bool man_jumps(int at, Bitboard captured, int depth) {
    return (static_cast<int>(man_jump<Ds>(at, captured, depth)) + ...) != 0;
  }

  template <Direction D>
  bool man_jump(int at, Bitboard captured, int depth) {
    const Bitboard piece = R::template raw_shift<D>(Bitboard{1} << at) & capturable<D>() & ~captured;
    if (piece == 0) return false;
    const int to = at + 2 * R::template step<D>;
    captured |= piece;
    ++depth;
    if (depth >= shortest_repetition && !worth_visiting<D>(to, captured, depth)) return true;
    if constexpr (P == Promotion::during_capture) {
      if ((Bitboard{1} << to) & sides_.far_row()) {
        if (!king_goes_on<D>(to, Bitboard{1} << to, captured, depth)) end(to, captured, depth, true);
        return true;
      }
    }
    constexpr auto sideways = crossing(D);
    if (!man_jumps<D, sideways[0], sideways[1]>(to, captured, depth)) {
      end(to, captured, depth, ((Bitboard{1} << to) & sides_.far_row()) != 0);
    }
    return true;
  }

  /// Tries the jump over the first piece that a king on `at` sees in direction D; true if there is one.
  template <Direction D>
  bool king_jump(int at, Bitboard captured, int depth) {
    const Bitboard ray = R::template from<D>(at);
    const Bitboard candidates = capturable<D>() & ~captured;
    if ((ray & candidates) == 0) return false;
    const int piece = R::template nearest<D>(ray & occupied_);
    if (((candidates >> piece) & 1) == 0) return false;
    captured |= Bitboard{1} << piece;
    ++depth;
    if (depth >= shortest_repetition && !worth_visiting<D>(piece, captured, depth)) return true;
    const Bitboard landings = R::template reach<D>(piece, occupied_);
    if (!king_goes_on<D>(piece, landings, captured, depth)) {
      for_each_bit(landings, [&](int to) { end(to, captured, depth, is_man_); });
    }
    return true;
  }

  /// Goes on from the landing squares reached in direction D over or onto `last`; false if the capture ends there.
  template <Direction D>
  bool king_goes_on(int last, Bitboard landings, Bitboard captured, int depth) {
    constexpr auto sideways = crossing(D);
    bool goes_on = king_jump<D>(last, captured, depth);
    for_each_bit(landings, [&](int at) {
      goes_on |= king_jump<sideways[0]>(at, captured, depth);
      goes_on |= king_jump<sideways[1]>(at, captured, depth);
    });
    return goes_on;
  }

  /// False if the same partial capture was searched before, or cannot reach the greatest number any more.
  template <Direction D>
  bool worth_visiting(int at, Bitboard captured, int depth) {
    repetitions_possible_ = true;
    if constexpr (C != CaptureChoice::free) {
      if (depth + count_bits((falling_ | rising_) & ~captured) < best_number_) return false;
    }
    // 54 bits of squares, 6 of the place, 2 of the direction. Never 0, as a piece has been captured. A man is placed by
    // the empty square where it landed, a king by the piece that it jumped, so the two are never taken for each other.
    return visited_.insert(captured | (static_cast<std::uint64_t>(at) << 54) | (static_cast<std::uint64_t>(D) << 60));
  }

  void end(int to, Bitboard captured, int depth, bool promotes) {
    if constexpr (C != CaptureChoice::free) {
      int kings = 0;
      if constexpr (C == CaptureChoice::most_pieces_then_kings) kings = count_bits(captured & sides_.enemy_kings);
      if (depth < best_number_ || (depth == best_number_ && kings < best_kings_)) return;
      if (depth > best_number_ || kings > best_kings_) {
        moves_.resize(base_);
        origin_begin_ = base_;
        best_number_ = depth;
        best_kings_ = kings;
      }
    }
    moves_.push_back({static_cast<std::uint8_t>(from_), static_cast<std::uint8_t>(to), is_man_, promotes, captured});
  }

  void finish_origin() {
    if (!repetitions_possible_) return;
    const auto begin = moves_.begin() + static_cast<std::ptrdiff_t>(origin_begin_);
    std::sort(begin, moves_.end(), [](const Move& a, const Move& b) {
      return std::tie(a.to, a.captured, a.promotes) < std::tie(b.to, b.captured, b.promotes);
    });
    moves_.erase(std::unique(begin, moves_.end()), moves_.end());
  }

  const Sides<B>& sides_;
  MoveList& moves_;
  const std::size_t base_;    // where the captures of this position begin in the list
  std::size_t origin_begin_;  // and those of the present piece
  int best_number_ = 0;
  int best_kings_ = 0;

  int from_ = 0;
  bool is_man_ = false;
  bool repetitions_possible_ = false;
  Bitboard occupied_ = 0;  // without the capturing piece
  Bitboard falling_ = 0;   // enemies that can be jumped along the diagonals from upper left to lower right
  Bitboard rising_ = 0;    // and along the others
  VisitedCaptures visited_;
};

}  // namespace lunette
