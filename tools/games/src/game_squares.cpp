#include <utility>

#include "lunette/games/game_play.hpp"
#include "lunette/rules/fen.hpp"
#include "text.hpp"

namespace lunette {
namespace {

using Corner = GameType::Corner;

int rows_of(Board board) {
  return board == Board::b8 ? 8 : 10;
}

/// The usual square that has this number where counting starts in a corner, as White sees the board: along that
/// corner's row, then along the next.
Square counted_from(Board board, Corner corner, int number) {
  const int in_row = rows_of(board) / 2;
  int row = (number - 1) / in_row;
  int place = (number - 1) % in_row;
  if (corner == Corner::lower_left || corner == Corner::lower_right) row = rows_of(board) - 1 - row;
  if (corner == Corner::lower_right || corner == Corner::upper_right) place = in_row - 1 - place;
  return Square(row * in_row + place + 1);
}

Corner opposite_of(Corner corner) {
  return static_cast<Corner>(3 - static_cast<int>(corner));
}

}  // namespace

GameSquares::GameSquares(Board board) : board_(board) {
  for (int number = 0; number <= square_count(board); ++number) to_usual_.emplace_back(number);
  to_own_ = to_usual_;
}

Result<GameSquares> GameSquares::of(Board board, const GameType& type) {
  GameSquares squares(board);
  if (type.inverted) {
    return Error{ErrorCode::bad_argument,
                 "GameType says that the corner at the first player's left hand is no square, here it is one"};
  }
  if (!type.corner) return squares;
  Corner corner = *type.corner;
  if (type.first == Color::black) corner = opposite_of(corner);
  if (type.notation == GameType::Notation::algebraic) {
    if (board != Board::b8) {
      return Error{ErrorCode::bad_argument, "GameType says that squares have letters, which they have on 8x8 only"};
    }
    if (corner != Corner::lower_left && corner != Corner::upper_right) {
      return Error{ErrorCode::bad_argument, "GameType puts a1 where no square is"};
    }
    // Names with letters are read as numbers counted from the usual corner.
    corner = corner == Corner::lower_left ? Corner::upper_left : Corner::lower_right;
  }
  squares.usual_ = corner == Corner::upper_left;
  for (int number = 1; number <= square_count(board); ++number) {
    const Square usual = counted_from(board, corner, number);
    squares.to_usual_[static_cast<std::size_t>(number)] = usual;
    squares.to_own_[static_cast<std::size_t>(usual.number())] = Square(number);
  }
  return squares;
}

std::string GameSquares::usual(std::string_view move) const {
  return usual_ ? std::string(move) : renamed(move, to_usual_);
}

std::string GameSquares::own(std::string_view move) const {
  return usual_ ? std::string(move) : renamed(move, to_own_);
}

std::string GameSquares::renamed(std::string_view move, const std::vector<Square>& to) const {
  std::string text;
  for (;;) {
    const std::size_t sign = move.find_first_of("-xX:");
    const std::string_view name = move.substr(0, sign);
    if (const std::optional<Square> square = parse_square(board_, name)) {
      const SquareNames names = pdn::is_digit(name.front()) ? SquareNames::numeric : SquareNames::algebraic;
      text += square_name(board_, to[static_cast<std::size_t>(square->number())], names);
    } else {
      text += name;
    }
    if (sign == std::string_view::npos) return text;
    text += move[sign];
    move.remove_prefix(sign + 1);
  }
}

/// One square or range of a FEN, a K in front of it included; what is neither stays for the FEN's reader to refuse.
std::string GameSquares::renamed_item(std::string_view item) const {
  std::string plain = pdn::single_spaced(item);
  std::string_view squares = plain;
  const bool king = squares.starts_with('K') || squares.starts_with('k');
  if (king) squares.remove_prefix(1);
  const std::size_t hyphen = squares.find('-');
  const std::optional<Square> first = parse_square(board_, squares.substr(0, hyphen));
  std::optional<Square> last = first;
  if (hyphen != std::string_view::npos) last = parse_square(board_, squares.substr(hyphen + 1));
  if (!first || !last || *last < *first) return plain;
  std::string list;
  for (int number = first->number(); number <= last->number(); ++number) {
    if (!list.empty()) list += ',';
    if (king) list += 'K';
    list += std::to_string(to_usual_[static_cast<std::size_t>(number)].number());
  }
  return list;
}

std::string GameSquares::usual_fen(std::string_view fen) const {
  if (usual_) return std::string(fen);
  while (!fen.empty() && (pdn::is_blank(fen.back()) || fen.back() == '.')) fen.remove_suffix(1);
  std::string text;
  for (bool turn = true;; turn = false) {
    const std::size_t colon = fen.find(':');
    std::string field = pdn::single_spaced(fen.substr(0, colon));
    const bool pieces =
        !turn && !field.empty() && std::string_view("WwBb").find(field.front()) != std::string_view::npos;
    if (pieces) {
      std::string_view items = field;
      text += items.front();
      items.remove_prefix(1);
      for (std::size_t comma = 0; comma != std::string_view::npos;) {
        comma = items.find(',');
        text += renamed_item(items.substr(0, comma));
        if (comma == std::string_view::npos) break;
        text += ',';
        items.remove_prefix(comma + 1);
      }
    } else {
      text += field;
    }
    if (colon == std::string_view::npos) return text;
    text += ':';
    fen.remove_prefix(colon + 1);
  }
}

}  // namespace lunette
