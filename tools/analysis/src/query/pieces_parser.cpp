#include "pieces_parser.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include "lunette/rules/fen.hpp"
#include "regions.hpp"

namespace lunette::query {

namespace {

std::optional<Owner> owner_of(const std::string& word) {
  if (word == "white") return Owner::white;
  if (word == "black") return Owner::black;
  if (word == "own") return Owner::own;
  if (word == "opponent") return Owner::opponent;
  return std::nullopt;
}

/// Whether a word stands for kings and for men.
std::optional<std::pair<bool, bool>> rank_of(const std::string& word) {
  if (word == "k" || word == "king" || word == "kings") return std::pair(true, false);
  if (word == "m" || word == "man" || word == "men") return std::pair(false, true);
  if (word == "piece" || word == "pieces") return std::pair(true, true);
  return std::nullopt;
}

struct Range {
  int first = 0;
  int last = 0;
  std::string text() const {
    return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
  }
};

/// A number from 1 to `most`; `what` is "square", "row" or "column".
Result<int> parse_ordinal(TokenStream& tokens, int most, const std::string& what) {
  const Token token = tokens.take();
  int number = 0;
  const char* const end = token.text.data() + token.text.size();
  const bool is_number = token.kind == Token::Kind::number;
  const bool fits = is_number && std::from_chars(token.text.data(), end, number).ec == std::errc{};
  if (fits && number >= 1 && number <= most) return number;
  return unexpected(token, "a " + what + " from 1 to " + std::to_string(most));
}

Result<Range> parse_range(TokenStream& tokens, int most, const std::string& what) {
  const std::size_t column = tokens.peek().column;
  const Result<int> first = parse_ordinal(tokens, most, what);
  if (!first) return first.error();
  if (!tokens.skip_symbol("-")) return Range{*first, *first};
  const Result<int> last = parse_ordinal(tokens, most, what);
  if (!last) return last.error();
  if (*last < *first) {
    return error_at(column, "the range " + std::to_string(*first) + "-" + std::to_string(*last) + " runs backwards");
  }
  return Range{*first, *last};
}

Region same_for_both(Bitboard squares, std::string text) {
  return {{squares, squares}, std::move(text)};
}

Result<Region> parse_lines(Board board, TokenStream& tokens) {
  const std::string name = tokens.take().text;
  const Result<Range> range = parse_range(tokens, lines_of(board), name == "column" ? "column" : "row");
  if (!range) return range.error();
  const Bitboard white = rows_from_white(board, range->first, range->last);
  const Bitboard black = rows_from_black(board, range->first, range->last);
  const std::string text = name + " " + range->text();
  if (name == "row") return same_for_both(white, text);
  if (name == "black_row") return same_for_both(black, text);
  if (name == "own_row") return Region{{white, black}, text};
  return same_for_both(columns(board, range->first, range->last), text);
}

bool names_lines(const Token& token) {
  return token.kind == Token::Kind::word &&
         (token.text == "row" || token.text == "black_row" || token.text == "own_row" || token.text == "column");
}

Result<Region> parse_part(Board board, TokenStream& tokens) {
  const Token& token = tokens.peek();
  if (names_lines(token)) return parse_lines(board, tokens);
  if (token.kind == Token::Kind::number) {
    const Result<Range> range = parse_range(tokens, square_count(board), "square");
    if (!range) return range.error();
    return same_for_both(squares_between(board, range->first, range->last), range->text());
  }
  if (token.kind == Token::Kind::word) {
    if (const auto squares = named_region(board, token.text)) return same_for_both(*squares, tokens.take().text);
    if (const auto square = parse_square(board, token.text)) {
      return same_for_both(bit_of(board, *square), tokens.take().text);
    }
  }
  return unexpected(token, "a region: a square, a range such as 1-5, row N, black_row N, own_row N, column N, " +
                               std::string(region_names()));
}

}  // namespace

Error error_at(std::size_t column, const std::string& what) {
  return Error{ErrorCode::bad_argument, "column " + std::to_string(column) + ": " + what};
}

Error unexpected(const Token& found, const std::string& expected) {
  return error_at(found.column, "found " + quoted(found) + ", expected " + expected);
}

Result<Pieces> parse_pieces(TokenStream& tokens) {
  Pieces pieces;
  bool named = false;
  if (tokens.peek().kind == Token::Kind::word) {
    if (const auto owner = owner_of(tokens.peek().text)) {
      pieces.owner = *owner;
      named = true;
      tokens.take();
    }
  }
  if (tokens.peek().kind == Token::Kind::word) {
    const auto rank = rank_of(tokens.peek().text);
    if (!rank) {
      return unexpected(tokens.peek(), named ? "K, M or piece"
                                             : "pieces: K, M or piece, with white, black, own or opponent before it");
    }
    pieces.kings = rank->first;
    pieces.men = rank->second;
    named = true;
    tokens.take();
  }
  if (named) return pieces;
  return unexpected(tokens.peek(), "pieces: K, M or piece, with white, black, own or opponent before it");
}

Result<Region> parse_region(Board board, TokenStream& tokens) {
  Region region;
  do {
    const Result<Region> part = parse_part(board, tokens);
    if (!part) return part.error();
    for (std::size_t side = 0; side < 2; ++side) region.squares[side] |= part->squares[side];
    region.text += (region.text.empty() ? "" : ", ") + part->text;
  } while (tokens.skip_symbol(","));
  return region;
}

}  // namespace lunette::query
