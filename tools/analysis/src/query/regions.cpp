#include "regions.hpp"

namespace lunette::query {

namespace {

/// Squares by row and column, both from 0 at the upper left as White sees the board.
template <class Test>
Bitboard squares_where(Board board, Test test) {
  const int in_row = lines_of(board) / 2;
  Bitboard squares = 0;
  for (int number = 1; number <= square_count(board); ++number) {
    const int row = (number - 1) / in_row;
    const int column = 2 * ((number - 1) % in_row) + (row % 2 == 0 ? 1 : 0);
    if (test(row, column)) squares |= bit_of(board, Square(number));
  }
  return squares;
}

bool between(int value, int first, int last) {
  return value >= first && value <= last;
}

}  // namespace

int lines_of(Board board) noexcept {
  return board == Board::b8 ? Geometry<Board::b8>::side : Geometry<Board::b10>::side;
}

Bitboard rows_from_white(Board board, int first, int last) noexcept {
  const int lines = lines_of(board);
  return squares_where(board, [&](int row, int) { return between(lines - row, first, last); });
}

Bitboard rows_from_black(Board board, int first, int last) noexcept {
  return squares_where(board, [&](int row, int) { return between(row + 1, first, last); });
}

Bitboard columns(Board board, int first, int last) noexcept {
  return squares_where(board, [&](int, int column) { return between(column + 1, first, last); });
}

Bitboard squares_between(Board board, int first, int last) noexcept {
  Bitboard squares = 0;
  for (int number = first; number <= last; ++number) squares |= bit_of(board, Square(number));
  return squares;
}

std::optional<Bitboard> named_region(Board board, std::string_view name) noexcept {
  const int last = lines_of(board) - 1;
  const auto is_end = [last](int line) { return line == 0 || line == last; };
  if (name == "diagonal") {
    return squares_where(board, [&](int row, int column) { return row + column == last; });
  }
  if (name == "double_diagonal") {
    return squares_where(board, [](int row, int column) { return row - column == 1 || column - row == 1; });
  }
  if (name == "corner") {
    return squares_where(board, [&](int row, int column) { return is_end(row) && is_end(column); });
  }
  if (name == "double_corner") {
    return squares_where(board, [&](int row, int column) { return row + column == 1 || row + column == 2 * last - 1; });
  }
  if (name == "edge") {
    return squares_where(board, [&](int row, int column) { return is_end(row) || is_end(column); });
  }
  if (name == "center" || name == "centre") {
    const int first = last / 2 - 1;
    return squares_where(board, [&](int row, int column) {
      return between(row, first, first + 3) && between(column, first, first + 3);
    });
  }
  if (name == "board") return all_squares(board);
  return std::nullopt;
}

std::string_view region_names() noexcept {
  return "diagonal, double_diagonal, corner, double_corner, edge, center, board";
}

}  // namespace lunette::query
