#include "lunette/rules/fen.hpp"

#include <algorithm>
#include <array>

#include "text.hpp"

namespace lunette {

namespace {

Error bad_token(std::string_view token, std::string_view expected) {
  std::string message = "bad FEN: found ";
  message.append(quoted(token)).append(", expected ").append(expected);
  return {ErrorCode::bad_fen, std::move(message)};
}

Error illegal(std::string_view token, PositionFault fault) {
  std::string message = "illegal position: ";
  message.append(quoted(token)).append(": ").append(to_string(fault));
  return {ErrorCode::illegal_position, std::move(message)};
}

std::optional<Color> color_of(char letter) {
  switch (letter) {
    case 'W':
    case 'w': return Color::white;
    case 'B':
    case 'b': return Color::black;
    default: return std::nullopt;
  }
}

const char* color_name(Color color) {
  return color == Color::white ? "white" : "black";
}

/// One text read once, from left to right. Nothing is copied, so hostile length costs only the time to walk over it.
class FenReader {
 public:
  FenReader(const Ruleset& rules, std::string_view text) : rules_(rules), rest_(trimmed(text)) {
    if (!rest_.empty() && rest_.back() == '.') rest_.remove_suffix(1);
  }

  Result<FenPosition> read() {
    if (Result<void> turn = read_turn(); !turn) return std::move(turn).error();
    for (int list = 0; list < 2; ++list) {
      if (Result<void> pieces = read_pieces(); !pieces) return std::move(pieces).error();
    }
    if (Result<void> counters = read_counters(); !counters) return std::move(counters).error();
    for (const Color color : {Color::white, Color::black}) {
      if (count_bits(fen_.position.pieces(color)) > rules_.men_per_side)
        return illegal(color_name(color), PositionFault::too_many_pieces);
    }
    if (fen_.side) fen_.position.side = *fen_.side;
    return fen_;
  }

 private:
  /// The next field up to a colon; absent at the end of the text.
  std::optional<std::string_view> next_field() {
    if (ended_) return std::nullopt;
    const std::size_t colon = rest_.find(':');
    const std::string_view field = trimmed(rest_.substr(0, colon));
    ended_ = colon == std::string_view::npos;
    if (!ended_) rest_.remove_prefix(colon + 1);
    return field;
  }

  Result<void> read_turn() {
    const std::string_view field = next_field().value_or("");
    if (field == "?") return {};
    if (field.size() == 1) fen_.side = color_of(field[0]);
    if (!fen_.side) return bad_token(field, "the side to move, W, B or ?, and a colon");
    return {};
  }

  Result<void> read_pieces() {
    const std::optional<std::string_view> field = next_field();
    if (!field) return bad_token("", "two lists of pieces such as W31,K46 and B5-9");
    const std::optional<Color> color = field->empty() ? std::nullopt : color_of(field->front());
    if (!color) return bad_token(*field, "a list of pieces starting with W or B");
    if (listed_[index_of(*color)]) return bad_token(*field, "the pieces of the other colour");
    listed_[index_of(*color)] = true;
    std::string_view items = trimmed(field->substr(1));
    while (!items.empty()) {
      const std::size_t comma = items.find(',');
      if (Result<void> item = read_item(*color, trimmed(items.substr(0, comma))); !item) return item;
      if (comma == std::string_view::npos) return {};
      items.remove_prefix(comma + 1);
      if (trimmed(items).empty()) return bad_token("", "a square after the last comma");
    }
    return {};
  }

  /// A square, a range, or either of them with a K in front. A K before a range makes all of it kings.
  Result<void> read_item(Color color, std::string_view token) {
    std::string_view squares = token;
    const bool king = !squares.empty() && (squares.front() == 'K' || squares.front() == 'k');
    if (king) squares = trimmed(squares.substr(1));
    const std::size_t hyphen = squares.find('-');
    if (hyphen == std::string_view::npos) {
      const std::optional<Square> square = parse_square(rules_.board, squares);
      return square ? place(color, king, *square, token) : bad_token(token, expected_square());
    }
    const std::optional<Square> first = parse_square(rules_.board, trimmed(squares.substr(0, hyphen)));
    const std::optional<Square> last = parse_square(rules_.board, trimmed(squares.substr(hyphen + 1)));
    if (!first || !last) return bad_token(token, expected_square() + " on both sides of the hyphen");
    if (*last < *first) return bad_token(token, "a range that ascends");
    for (int number = first->number(); number <= last->number(); ++number) {
      if (Result<void> placed = place(color, king, Square(number), token); !placed) return placed;
    }
    return {};
  }

  Result<void> place(Color color, bool king, Square square, std::string_view token) {
    const Bitboard bit = bit_of(rules_.board, square);
    if ((fen_.position.occupied() & bit) != 0) return illegal(token, PositionFault::overlap);
    if (!king && (promotion_row(rules_.board, color) & bit) != 0)
      return illegal(token, PositionFault::man_on_promotion_row);
    (king ? fen_.position.kings : fen_.position.men)[index_of(color)] |= bit;
    return {};
  }

  /// Lidraughts writes the half-move and full-move counters as ":H0:F1"; they say nothing about the position.
  Result<void> read_counters() {
    while (const std::optional<std::string_view> field = next_field()) {
      const bool lettered =
          field->size() >= 2 && std::string_view("HhFf").find(field->front()) != std::string_view::npos;
      if (!lettered || !std::all_of(field->begin() + 1, field->end(), is_digit))
        return bad_token(*field, "the end, or counters such as H0 and F1");
    }
    return {};
  }

  std::string expected_square() const {
    std::string squares = "a square from 1 to " + std::to_string(square_count(rules_.board));
    if (rules_.board == Board::b8) squares += " or a dark one from a1 to h8";
    return squares;
  }

  const Ruleset& rules_;
  std::string_view rest_;
  bool ended_ = false;
  std::array<bool, 2> listed_{};
  FenPosition fen_;
};

void append_pieces(std::string& fen, Board board, const Position& position, Color color, SquareNames names) {
  bool first = true;
  for_each_bit(position.pieces(color) & all_squares(board), [&](int bit) {
    if (!first) fen += ',';
    first = false;
    if (((position.kings[index_of(color)] >> bit) & 1) != 0) fen += 'K';
    fen += square_name(board, square_at(board, bit), names);
  });
}

}  // namespace

Result<FenPosition> read_fen(const Ruleset& rules, std::string_view text) {
  return FenReader(rules, text).read();
}

Result<Position> read_position(const Ruleset& rules, std::string_view text) {
  Result<FenPosition> fen = read_fen(rules, text);
  if (!fen) return std::move(fen).error();
  if (!fen->side) return Error{ErrorCode::unknown_side, "the FEN does not say who is to move: W or B instead of ?"};
  if (const PositionFault fault = check(rules, fen->position); fault != PositionFault::none)
    return Error{ErrorCode::illegal_position, to_string(fault)};
  return fen->position;
}

std::string write_fen(Board board, const Position& position, SquareNames names) {
  std::string fen = position.side == Color::white ? "W:W" : "B:W";
  append_pieces(fen, board, position, Color::white, names);
  fen += ":B";
  append_pieces(fen, board, position, Color::black, names);
  return fen;
}

}  // namespace lunette
