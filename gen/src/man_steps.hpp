#pragma once

#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"

namespace lunette::gen {

template <Board B>
Bitboard man_steps_on(Color mover, Bitboard from) {
  using G = Geometry<B>;
  return mover == Color::white
             ? G::template shift<Direction::up_left>(from) | G::template shift<Direction::up_right>(from)
             : G::template shift<Direction::down_left>(from) | G::template shift<Direction::down_right>(from);
}

/// The squares one step ahead of `from`, whatever stands on them.
inline Bitboard man_steps(Board board, Color mover, Bitboard from) {
  return board == Board::b8 ? man_steps_on<Board::b8>(mover, from) : man_steps_on<Board::b10>(mover, from);
}

}  // namespace lunette::gen
