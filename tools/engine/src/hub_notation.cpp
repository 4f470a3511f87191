#include "lunette/engine/hub_notation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <vector>

#include "lunette/engine/hub_line.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

Error bad_position(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}
Error bad_move(std::string message) {
  return Error{ErrorCode::bad_move, std::move(message)};
}

std::optional<Square> read_square(Board board, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (number < 1 || number > square_count(board)) return std::nullopt;
  return Square(number);
}

/// The squares of a text such as "28x19x23".
std::optional<std::vector<Square>> read_squares(Board board, std::string_view text, char separator) {
  std::vector<Square> squares;
  for (;;) {
    const std::size_t end = text.find(separator);
    const std::optional<Square> square = read_square(board, text.substr(0, end));
    if (!square) return std::nullopt;
    squares.push_back(*square);
    if (end == std::string_view::npos) return squares;
    text.remove_prefix(end + 1);
  }
}

/// What a text says of a move.
struct Described {
  int from = 0;  ///< bit index
  int to = 0;
  bool capture = false;
  bool names_captured = false;
  Bitboard captured = 0;

  bool fits(const Move& move) const {
    return move.from == from && move.to == to && move.is_capture() == capture &&
           (!names_captured || move.captured == captured);
  }
};

Result<Described> describe(Board board, std::string_view text) {
  const char separator = text.find('x') != std::string_view::npos ? 'x' : '-';
  const auto squares = read_squares(board, text, separator);
  Described move;
  move.capture = separator == 'x';
  if (!squares || squares->size() < 2 || (!move.capture && squares->size() > 2)) {
    return bad_move(fmt::format("{} is no move such as 32-28 or 28x19x23", in_quotes(text)));
  }
  move.from = bit_index(board, (*squares)[0]);
  move.to = bit_index(board, (*squares)[1]);
  move.names_captured = squares->size() > 2;
  for (std::size_t i = 2; i < squares->size(); ++i) {
    const Bitboard square = bit_of(board, (*squares)[i]);
    if ((move.captured & square) != 0) return bad_move(fmt::format("{} captures a piece twice", in_quotes(text)));
    move.captured |= square;
  }
  return move;
}

/// Puts what a character stands for on a square; false if it stands for nothing.
bool place(Position& position, char character, Bitboard square) {
  switch (character) {
    case 'w': position.men[0] |= square; return true;
    case 'b': position.men[1] |= square; return true;
    case 'W': position.kings[0] |= square; return true;
    case 'B': position.kings[1] |= square; return true;
    case 'e': return true;
    default: return false;
  }
}

}  // namespace

Result<Position> read_hub_position(const Ruleset& rules, std::string_view text) {
  const auto squares = static_cast<std::size_t>(square_count(rules.board));
  if (text.size() != squares + 1) {
    return bad_position(
        fmt::format("a position of {} has {} characters, the side to move and one for each square, not {}", rules.name,
                    squares + 1, text.size()));
  }
  if (text.front() != 'W' && text.front() != 'B') {
    return bad_position(fmt::format("a position begins with W or B, not {}", in_quotes(text.substr(0, 1))));
  }
  Position position;
  position.side = text.front() == 'W' ? Color::white : Color::black;
  for (std::size_t i = 1; i <= squares; ++i) {
    const Square square(static_cast<int>(i));
    if (!place(position, text[i], bit_of(rules.board, square))) {
      return bad_position(fmt::format("square {}: expected w, b, W, B or e, not {}", i, in_quotes(text.substr(i, 1))));
    }
  }
  if (const PositionFault fault = check(rules, position); fault != PositionFault::none) {
    return Error{ErrorCode::illegal_position, to_string(fault)};
  }
  return position;
}

std::string write_hub_position(Board board, const Position& position) {
  std::string text(1, position.side == Color::white ? 'W' : 'B');
  for (int i = 1; i <= square_count(board); ++i) {
    const Bitboard square = bit_of(board, Square(i));
    text += (position.men[0] & square) != 0     ? 'w'
            : (position.men[1] & square) != 0   ? 'b'
            : (position.kings[0] & square) != 0 ? 'W'
            : (position.kings[1] & square) != 0 ? 'B'
                                                : 'e';
  }
  return text;
}

Result<Move> read_hub_move(const Ruleset& rules, const Position& position, std::string_view text) {
  const Result<Described> described = describe(rules.board, text);
  if (!described) return described.error();
  MoveList moves;
  generate_moves(rules, position, moves);
  const Move* found = nullptr;
  for (const Move& move : moves) {
    if (!described->fits(move)) continue;
    if (found != nullptr && found->captured != move.captured) {
      return bad_move(fmt::format("{} fits several captures: name all captured squares", in_quotes(text)));
    }
    if (found == nullptr || move.promotes) found = &move;
  }
  if (found == nullptr) return bad_move(fmt::format("{} is not legal", in_quotes(text)));
  return *found;
}

std::string write_hub_move(Board board, const Move& move) {
  std::string text = fmt::format("{}{}{}", square_at(board, move.from).number(), move.is_capture() ? 'x' : '-',
                                 square_at(board, move.to).number());
  for_each_bit(move.captured, [&](int bit) { text += fmt::format("x{}", square_at(board, bit).number()); });
  return text;
}

}  // namespace lunette
