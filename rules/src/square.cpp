#include <algorithm>

#include "lunette/rules/fen.hpp"
#include "text.hpp"

namespace lunette {

namespace {

constexpr int board_side(Board board) {
  return board == Board::b8 ? 8 : 10;
}

std::optional<Square> parse_number(Board board, std::string_view text) {
  if (text.empty() || text.size() > 2 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int number = 0;
  for (const char digit : text) number = 10 * number + (digit - '0');
  if (number < 1 || number > square_count(board)) return std::nullopt;
  return Square(number);
}

/// "a1" to "h8": a1 is the dark corner at White's left hand, and dark squares have an odd sum of file and rank.
std::optional<Square> parse_algebraic(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int file = to_lower(text[0]) - 'a';
  const int rank = text[1] - '1';
  if (file < 0 || file > 7 || rank < 0 || rank > 7 || (file + rank) % 2 != 0) return std::nullopt;
  return Square((7 - rank) * 4 + file / 2 + 1);
}

char drawn_piece(const Position& p, Bitboard square) {
  if ((p.kings[0] & square) != 0) return 'W';
  if ((p.kings[1] & square) != 0) return 'B';
  if ((p.men[0] & square) != 0) return 'w';
  if ((p.men[1] & square) != 0) return 'b';
  return '.';
}

}  // namespace

std::string square_name(Board board, Square square, SquareNames names) {
  if (names == SquareNames::numeric || board != Board::b8) return std::to_string(square.number());
  const int row = (square.number() - 1) / 4;
  const int column = 2 * ((square.number() - 1) % 4) + 1 - row % 2;
  return {static_cast<char>('a' + column), static_cast<char>('8' - row)};
}

std::optional<Square> parse_square(Board board, std::string_view text) {
  const std::optional<Square> square = parse_number(board, text);
  return square || board != Board::b8 ? square : parse_algebraic(text);
}

std::string draw_board(Board board, const Position& position) {
  const int side = board_side(board);
  std::string drawing;
  int number = 1;
  for (int row = 0; row < side; ++row) {
    const int first = number;
    for (int column = 0; column < side; ++column) {
      const bool dark = (row + column) % 2 != 0;
      drawing += dark ? drawn_piece(position, bit_of(board, Square(number++))) : ' ';
      drawing += ' ';
    }
    drawing += "  " + std::to_string(first) + "-" + std::to_string(number - 1) + "\n";
  }
  return drawing;
}

}  // namespace lunette
