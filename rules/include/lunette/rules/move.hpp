#pragma once

#include <cstdint>
#include <vector>

#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// One legal move. Two captures with the same origin, destination, captured set and promotion are one move.
struct Move {
  std::uint8_t from = 0;  ///< bit index
  std::uint8_t to = 0;    ///< bit index; equals from after a full circle
  bool is_man = false;    ///< the moving piece is a man (before the move)
  bool promotes = false;  ///< and becomes a king
  Bitboard captured = 0;  ///< empty for a quiet move

  constexpr bool is_capture() const { return captured != 0; }
  /// Conversion: a capture or a move by a man. It can never be undone (rules.md, "DTC").
  constexpr bool converts() const { return is_man || captured != 0; }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// The position after one of its legal moves; apply() of movegen.hpp for hot loops.
constexpr Position after_move(const Position& position, const Move& move) noexcept {
  Position next = position;
  const std::size_t own = index_of(position.side);
  const std::size_t other = 1 - own;
  const Bitboard from = Bitboard{1} << move.from;
  const Bitboard to = Bitboard{1} << move.to;
  if (!move.is_man) {
    next.kings[own] = (next.kings[own] & ~from) | to;
  } else {
    next.men[own] &= ~from;
    (move.promotes ? next.kings[own] : next.men[own]) |= to;
  }
  next.men[other] &= ~move.captured;
  next.kings[other] &= ~move.captured;
  next.side = opposite(position.side);
  return next;
}

using MoveList = std::vector<Move>;

}  // namespace lunette
