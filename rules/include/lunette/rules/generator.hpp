#pragma once

#include <cassert>
#include <cstdint>
#include <utility>

#include "lunette/rules/capture.hpp"
#include "lunette/rules/jumps.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/rays.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// Move generation with everything that depends on the ruleset known to the compiler: for hot loops. All functions
/// are static, thread-safe and expect a legal position (check()), except that a side may be empty. movegen.hpp is
/// the same at run time.
template <Board B, CaptureChoice C, Promotion P>
struct Generator {
  static constexpr Board board = B;
  static constexpr CaptureChoice capture = C;
  static constexpr Promotion promotion = P;
  using G = Geometry<B>;
  using R = Rays<B>;

  /// The squares that a king on `bit` can move to without a capture, over empty squares only. `occupied` may or may
  /// not hold `bit` itself. About 25 instructions, no branches.
  static constexpr Bitboard king_targets(int bit, Bitboard occupied) noexcept { return R::king_targets(bit, occupied); }

  /// The squares that men of a colour can step to, by direction: `left` and `right` as White sees the board. The
  /// origin of a target is one step back: for White target + step_right (left) and + step_left (right), for Black
  /// target - step_left (left) and - step_right (right), in bit indices.
  struct MenTargets {
    Bitboard left;
    Bitboard right;
  };
  static constexpr MenTargets men_targets(Color side, Bitboard men, Bitboard empty) noexcept {
    if (side == Color::white) return {(men >> G::step_right) & empty, (men >> G::step_left) & empty};
    return {(men << G::step_left) & empty, (men << G::step_right) & empty};
  }

  /// True if the side to move has a capture. By masks, without generating: men by shifts, kings by rays.
  static constexpr bool has_capture(const Position& position) noexcept {
    const Sides<B> sides(position);
    return has_capture(sides, Jumps<B>(sides));
  }

  /// True if the side to move has any move.
  static constexpr bool has_move(const Position& position) noexcept {
    const Sides<B> sides(position);
    const MenTargets men = men_targets(sides.side, sides.men, sides.empty);
    if ((men.left | men.right) != 0) return true;
    // A king can move if a neighbouring square is empty.
    const Bitboard near = (sides.kings << G::step_left) | (sides.kings >> G::step_left) |
                          (sides.kings << G::step_right) | (sides.kings >> G::step_right);
    return (near & sides.empty) != 0 || has_capture(sides, Jumps<B>(sides));
  }

  /// Calls visit(move) for every legal move, each once, in no particular order. Captures are gathered in `scratch`
  /// first, because only all of them tell which are legal and different; it is cleared, and its capacity is reused.
  template <class Visit>
  static void for_each_move(const Position& position, MoveList& scratch, Visit&& visit) {
    const Sides<B> sides(position);
    const Jumps<B> jumps(sides);
    if (has_capture(sides, jumps)) {
      scratch.clear();
      append_captures(sides, jumps, scratch);
      for (const Move& move : scratch) visit(move);
    } else {
      for_each_quiet(sides, visit);
    }
  }

  /// All legal moves, each once, in no particular order. Clears `moves` first; its capacity is reused.
  static void generate(const Position& position, MoveList& moves) {
    moves.clear();
    const Sides<B> sides(position);
    const Jumps<B> jumps(sides);
    if (has_capture(sides, jumps)) {
      append_captures(sides, jumps, moves);
    } else {
      for_each_quiet(sides, [&](const Move& move) { moves.push_back(move); });
    }
  }

  /// The legal captures alone, each once, in no particular order; none if there is none. Clears `moves` first.
  static void generate_captures(const Position& position, MoveList& moves) {
    moves.clear();
    const Sides<B> sides(position);
    append_captures(sides, Jumps<B>(sides), moves);
  }

  /// The number of legal moves: counted from masks where there are only quiet moves or single jumps by men, from the
  /// list of captures in `scratch` (cleared, its capacity reused) otherwise.
  static std::uint64_t count_moves(const Position& position, MoveList& scratch) {
    const Sides<B> sides(position);
    const Jumps<B> jumps(sides);
    if (!has_capture(sides, jumps)) return static_cast<std::uint64_t>(count_quiet(sides));
    if (only_single_jumps(sides, jumps)) return static_cast<std::uint64_t>(count_single_jumps(sides, jumps));
    scratch.clear();
    append_captures(sides, jumps, scratch);
    return scratch.size();
  }

 private:
  static constexpr bool has_capture(const Sides<B>& sides, const Jumps<B>& jumps) noexcept {
    if ((jumps.any() & sides.men) != 0) return true;
    return sides.kings != 0 &&
           (king_has_capture<Direction::up_left>(sides, jumps) || king_has_capture<Direction::up_right>(sides, jumps) ||
            king_has_capture<Direction::down_left>(sides, jumps) ||
            king_has_capture<Direction::down_right>(sides, jumps));
  }

  template <Direction D>
  static constexpr bool king_has_capture(const Sides<B>& sides, const Jumps<B>& jumps) noexcept {
    const Bitboard victims = jumps.template over<D>();
    for (Bitboard kings = sides.kings; kings != 0; kings &= kings - 1) {
      const Bitboard ray = R::template from<D>(std::countr_zero(kings));
      if ((ray & victims) == 0) continue;
      if (((victims >> R::template nearest<D>(ray & sides.occupied)) & 1) != 0) return true;
    }
    return false;
  }

  /// True if no king can capture and no man's capture can go on after its first jump, so that every first jump is a
  /// legal capture, but for the choice by the value of the victim.
  static constexpr bool only_single_jumps(const Sides<B>& sides, const Jumps<B>& jumps) noexcept {
    if (sides.kings != 0) return false;
    const Bitboard landings = jumps.landings(sides.men);
    if constexpr (P == Promotion::during_capture) {
      if ((landings & sides.far_row()) != 0) return false;
    }
    // The vacated origin is not among the empty squares here. It needs not be: a second jump could only end on it over
    // the piece that was just captured.
    return (landings & jumps.any()) == 0;
  }

  static constexpr int count_single_jumps(const Sides<B>& sides, const Jumps<B>& jumps) noexcept {
    if constexpr (C == CaptureChoice::most_pieces_then_kings) {
      const int over_kings = jumps.count(sides.men, sides.enemy_kings);
      if (over_kings != 0) return over_kings;
    }
    return jumps.count(sides.men, sides.enemies);
  }

  static void append_captures(const Sides<B>& sides, const Jumps<B>& jumps, MoveList& moves) {
    CaptureSearch<B, C, P> search(sides, moves);
    for_each_bit(sides.men & jumps.any(), [&](int man) { search.search_man(man); });
    for_each_bit(sides.kings, [&](int king) { search.search_king(king); });
  }

  static constexpr int count_quiet(const Sides<B>& sides) noexcept {
    const MenTargets men = men_targets(sides.side, sides.men, sides.empty);
    int moves = count_bits(men.left) + count_bits(men.right);
    for_each_bit(sides.kings, [&](int king) { moves += count_bits(king_targets(king, sides.occupied)); });
    return moves;
  }

  template <class Visit>
  static constexpr void for_each_quiet(const Sides<B>& sides, Visit&& visit) {
    const MenTargets men = men_targets(sides.side, sides.men, sides.empty);
    const bool white = sides.side == Color::white;
    const auto steps = [&](Bitboard targets, int back) {
      for_each_bit(targets, [&](int to) {
        const bool promotes = ((sides.far_row() >> to) & 1) != 0;
        visit(Move{static_cast<std::uint8_t>(to + back), static_cast<std::uint8_t>(to), true, promotes, 0});
      });
    };
    steps(men.left, white ? G::step_right : -G::step_left);
    steps(men.right, white ? G::step_left : -G::step_right);
    for_each_bit(sides.kings, [&](int from) {
      for_each_bit(king_targets(from, sides.occupied), [&](int to) {
        visit(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), false, false, 0});
      });
    });
  }
};

/// The kinds of game that the table of rulesets holds, each instantiated once. A ruleset of another kind needs a line
/// here and in with_generator(); ruleset.cpp does not compile without.
constexpr bool has_generator(const Ruleset& rules) {
  const bool small = rules.board == Board::b8;
  if (rules.promotion == Promotion::during_capture) return small && rules.capture == CaptureChoice::free;
  return small || rules.capture != CaptureChoice::free;
}

/// Calls visitor(Generator<...>{}) with the generator of `rules`, one for which has_generator() holds, and returns its
/// result: the one place where a ruleset at run time becomes a type.
template <class Visitor>
decltype(auto) with_generator(const Ruleset& rules, Visitor&& visitor) {
  assert(has_generator(rules));
  constexpr auto at_end = Promotion::ends_on_far_row;
  const bool small = rules.board == Board::b8;
  if (rules.promotion == Promotion::during_capture)
    return visitor(Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>{});
  switch (rules.capture) {
    case CaptureChoice::free: return visitor(Generator<Board::b8, CaptureChoice::free, at_end>{});
    case CaptureChoice::most_pieces_then_kings:
      if (small) return visitor(Generator<Board::b8, CaptureChoice::most_pieces_then_kings, at_end>{});
      return visitor(Generator<Board::b10, CaptureChoice::most_pieces_then_kings, at_end>{});
    case CaptureChoice::most_pieces: break;
  }
  if (small) return visitor(Generator<Board::b8, CaptureChoice::most_pieces, at_end>{});
  return visitor(Generator<Board::b10, CaptureChoice::most_pieces, at_end>{});
}

}  // namespace lunette
