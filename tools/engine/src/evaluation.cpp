#include "evaluation.hpp"

#include <algorithm>
#include <cstdlib>

#include "lunette/rules/rays.hpp"

namespace lunette {
namespace {

constexpr Score man = 100;
constexpr Score king = 300;
constexpr Score advance = 3;        // for each row that a man has left behind
constexpr Score man_move = 3;       // for each step that a man can make
constexpr Score king_move = 2;      // for each square that a king can go to
constexpr Score king_on_line = 30;  // on the main diagonal, where it is hard to catch
constexpr Score imbalance = 3;      // for each man that one wing has more than the other
constexpr Score to_move = 5;

/// The squares of the left half of the board, as White sees it.
template <Board B>
constexpr Bitboard left_wing = [] {
  using G = Geometry<B>;
  Bitboard wing = 0;
  for (int number = 1; number <= G::squares; ++number) {
    const int row = (number - 1) / G::row_squares;
    const int column = 2 * ((number - 1) % G::row_squares) + (row % 2 == 0 ? 1 : 0);
    if (column < G::side / 2) wing |= Bitboard{1} << G::bit_index(number);
  }
  return wing;
}();

/// Rows that men have left behind, all together.
template <Board B>
int rows_advanced(Bitboard men, Color color) {
  int rows = 0;
  for (int row = 0; row < Geometry<B>::side; ++row) {
    const int left_behind = color == Color::white ? Geometry<B>::side - 1 - row : row;
    rows += left_behind * count_bits(men & Geometry<B>::row(row));
  }
  return rows;
}

template <Board B>
int steps_of_men(Bitboard men, Color color, Bitboard empty) {
  using G = Geometry<B>;
  const Bitboard left = color == Color::white ? men >> G::step_right : men << G::step_left;
  const Bitboard right = color == Color::white ? men >> G::step_left : men << G::step_right;
  return count_bits(left & empty) + count_bits(right & empty);
}

template <Board B>
Score kings_worth(Bitboard kings, Bitboard occupied) {
  Score score = king_on_line * (count_bits(kings & Geometry<B>::main_diagonal) > 0 ? 1 : 0);
  for_each_bit(kings, [&](int bit) { score += king + king_move * count_bits(Rays<B>::king_targets(bit, occupied)); });
  return score;
}

template <Board B>
Score side_worth(const Position& position, Color color, Bitboard occupied) {
  const Bitboard men = position.men[index_of(color)];
  const Bitboard empty = Geometry<B>::all & ~occupied;
  const int men_left = count_bits(men & left_wing<B>);
  const int men_right = count_bits(men) - men_left;
  return man * count_bits(men) + advance * rows_advanced<B>(men, color) +
         man_move * steps_of_men<B>(men, color, empty) - imbalance * std::abs(men_left - men_right) +
         kings_worth<B>(position.kings[index_of(color)], occupied);
}

/// A lone king that holds the main diagonal is hardly ever caught, whatever the material.
template <Board B>
bool holds_main_diagonal(const Position& position, Color color) {
  const Bitboard own = position.kings[index_of(color)];
  const Bitboard line = Geometry<B>::main_diagonal;
  return count_bits(position.pieces(color)) == 1 && (own & line) != 0 && (position.pieces(opposite(color)) & line) == 0;
}

template <Board B>
Score evaluate_on(const Position& position) {
  const Bitboard occupied = position.occupied();
  const Color own = position.side;
  Score score = side_worth<B>(position, own, occupied) - side_worth<B>(position, opposite(own), occupied) + to_move;
  const Color weaker = score < 0 ? own : opposite(own);
  if (holds_main_diagonal<B>(position, weaker)) score /= 8;
  return std::clamp(score, -most_estimate, most_estimate);
}

}  // namespace

Score evaluate(Board board, const Position& position) noexcept {
  return board == Board::b8 ? evaluate_on<Board::b8>(position) : evaluate_on<Board::b10>(position);
}

}  // namespace lunette
