#include "lunette/rules/position.hpp"

#include "lunette/rules/ruleset.hpp"

namespace lunette {

namespace {

bool men_on_promotion_row(Board board, const Position& p) {
  return (p.men[index_of(Color::white)] & promotion_row(board, Color::white)) != 0 ||
         (p.men[index_of(Color::black)] & promotion_row(board, Color::black)) != 0;
}

bool overlapping(const Position& p) {
  const int pieces = count_bits(p.men[0]) + count_bits(p.men[1]) + count_bits(p.kings[0]) + count_bits(p.kings[1]);
  return pieces != p.piece_count();
}

template <Board B>
Position starting() {
  using G = Geometry<B>;
  Position p;
  for (int r = 0; r < G::side / 2 - 1; ++r) {
    p.men[index_of(Color::black)] |= G::row(r);
    p.men[index_of(Color::white)] |= G::row(G::side - 1 - r);
  }
  return p;
}

}  // namespace

const char* to_string(PositionFault fault) noexcept {
  switch (fault) {
    case PositionFault::none: return "the position is legal";
    case PositionFault::square_out_of_range: return "a piece stands on no square of the board";
    case PositionFault::overlap: return "two pieces stand on one square";
    case PositionFault::man_on_promotion_row: return "a man stands on its promotion row";
    case PositionFault::too_many_pieces: return "a side has more pieces than at the start of the game";
    case PositionFault::game_over: return "the game is already over: the side not to move has no pieces";
  }
  return "unknown fault";
}

PositionFault check(const Ruleset& rules, const Position& position) noexcept {
  const Bitboard white = position.pieces(Color::white);
  const Bitboard black = position.pieces(Color::black);
  if (((white | black) & ~all_squares(rules.board)) != 0) return PositionFault::square_out_of_range;
  if (overlapping(position)) return PositionFault::overlap;
  if (men_on_promotion_row(rules.board, position)) return PositionFault::man_on_promotion_row;
  if (count_bits(white) > rules.men_per_side || count_bits(black) > rules.men_per_side)
    return PositionFault::too_many_pieces;
  if (position.pieces(opposite(position.side)) == 0) return PositionFault::game_over;
  return PositionFault::none;
}

Position start_position(Board board) noexcept {
  return board == Board::b8 ? starting<Board::b8>() : starting<Board::b10>();
}

}  // namespace lunette
