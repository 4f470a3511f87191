#pragma once

#include <algorithm>

#include "lunette/rules/generator.hpp"
#include "rows/sub_view.hpp"

namespace lunette::rows {

/// How the capture choice orders captures: among those of the greatest key, the player chooses. The key stands above
/// the score, so that the best capture of a position is simply the greatest of all numbers (0: no capture).
using CaptureScore = std::uint16_t;
inline constexpr int score_bits = 3;
constexpr Score score_of(CaptureScore capture) {
  return capture & ((1U << score_bits) - 1);
}

template <CaptureChoice C>
constexpr CaptureScore capture_score(int pieces, int kings, Score score) {
  unsigned key = 0;
  if constexpr (C == CaptureChoice::most_pieces) key = static_cast<unsigned>(pieces);
  if constexpr (C == CaptureChoice::most_pieces_then_kings) key = static_cast<unsigned>(8 * pieces + kings);
  return static_cast<CaptureScore>((key << score_bits) | score);
}

/// The best result of all captures that begin with one jump. Leaf: Score(int to, Bitboard captured, bool promoted).
template <class Gen, class Leaf>
class JumpSearch {
 public:
  using G = typename Gen::G;
  using R = typename Gen::R;

  /// `occupied` without the capturing piece. `promotion_row` of the capturing side.
  JumpSearch(Bitboard occupied, Bitboard enemies, Bitboard enemy_kings, Bitboard promotion_row, const Leaf& leaf)
      : occupied_(occupied), enemies_(enemies), enemy_kings_(enemy_kings), promotion_row_(promotion_row), leaf_(leaf) {}

  /// A king has jumped over `piece` in direction D.
  template <Direction D>
  CaptureScore king_over(int piece, Bitboard captured, bool was_man = false) const {
    return king_lands<D>(piece, R::template reach<D>(piece, occupied_), captured, was_man);
  }

  /// All captures of a man standing on `at`.
  CaptureScore man_from(int at, Bitboard captured = 0) const {
    return std::max({man_jump<Direction::up_left>(at, captured), man_jump<Direction::up_right>(at, captured),
                     man_jump<Direction::down_left>(at, captured), man_jump<Direction::down_right>(at, captured)});
  }

 private:
  /// The king may stop on any of `landings`, unless one of them lets the capture go on; `last` is the square before
  /// them on the line.
  template <Direction D>
  CaptureScore king_lands(int last, Bitboard landings, Bitboard captured, bool was_man) const {
    CaptureScore best = 0;
    if ((enemies_ & ~captured) != 0) {
      constexpr auto sideways = crossing(D);
      best = king_jump<D>(last, captured, was_man);
      for_each_bit(landings, [&](int at) {
        best = std::max(
            {best, king_jump<sideways[0]>(at, captured, was_man), king_jump<sideways[1]>(at, captured, was_man)});
      });
    }
    if (best != 0) return best;
    for_each_bit(landings, [&](int to) { best = std::max(best, end(to, captured, was_man)); });
    return best;
  }

  template <Direction D>
  CaptureScore king_jump(int at, Bitboard captured, bool was_man) const {
    const Bitboard candidates = enemies_ & ~captured;
    const Bitboard line = R::template from<D>(at);
    if ((line & candidates) == 0) return 0;
    const int piece = R::template nearest<D>(line & occupied_);
    const Bitboard jumped = Bitboard{1} << piece;
    if ((jumped & candidates) == 0 || !lands<D>(jumped)) return 0;
    return king_over<D>(piece, captured | jumped, was_man);
  }

  template <Direction D>
  CaptureScore man_jump(int at, Bitboard captured) const {
    const Bitboard jumped = R::template raw_shift<D>(Bitboard{1} << at) & enemies_ & ~captured;
    if (jumped == 0 || !lands<D>(jumped)) return 0;
    const int to = at + 2 * R::template step<D>;
    const bool on_far_row = ((promotion_row_ >> to) & 1) != 0;
    captured |= jumped;
    if constexpr (Gen::promotion == Promotion::during_capture) {
      if (on_far_row) return king_lands<D>(to, Bitboard{1} << to, captured, true);
    }
    const CaptureScore further = man_from(to, captured);
    return further != 0 ? further : end(to, captured, on_far_row);
  }

  template <Direction D>
  bool lands(Bitboard jumped) const {
    return (R::template raw_shift<D>(jumped) & G::all & ~occupied_) != 0;
  }

  CaptureScore end(int to, Bitboard captured, bool promoted) const {
    int kings = 0;
    if constexpr (Gen::capture == CaptureChoice::most_pieces_then_kings) kings = count_bits(captured & enemy_kings_);
    return capture_score<Gen::capture>(count_bits(captured), kings, leaf_(to, captured, promoted));
  }

  Bitboard occupied_;
  Bitboard enemies_;
  Bitboard enemy_kings_;
  Bitboard promotion_row_;
  const Leaf& leaf_;
};

}  // namespace lunette::rows
