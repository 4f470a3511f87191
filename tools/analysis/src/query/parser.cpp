#include "parser.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "pieces_parser.hpp"
#include "regions.hpp"

namespace lunette::query {

namespace {

constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr int deepest_nesting = 200;
constexpr int greatest_number = 1'000'000;

struct Name {
  std::string_view text;
  Kind kind;
  QueryType type;
  int value = 0;  ///< of a constant
};

constexpr int code(Wdl wdl) {
  return static_cast<int>(wdl);
}
constexpr int code(Color color) {
  return static_cast<int>(color);
}

constexpr std::array names{
    Name{"wdl", Kind::wdl, QueryType::wdl},
    Name{"dtw", Kind::dtw, QueryType::number},
    Name{"dtc", Kind::dtc, QueryType::number},
    Name{"side", Kind::side, QueryType::side},
    Name{"turn", Kind::side, QueryType::side},
    Name{"capture", Kind::capture, QueryType::condition},
    Name{"threatened", Kind::threatened, QueryType::condition},
    Name{"moves", Kind::moves, QueryType::number},
    Name{"winning_moves", Kind::winning_moves, QueryType::number},
    Name{"drawing_moves", Kind::drawing_moves, QueryType::number},
    Name{"losing_moves", Kind::losing_moves, QueryType::number},
    Name{"keeping_moves", Kind::keeping_moves, QueryType::number},
    Name{"captured", Kind::captured, QueryType::number},
    Name{"win", Kind::constant, QueryType::wdl, code(Wdl::win)},
    Name{"cursed_win", Kind::constant, QueryType::wdl, code(Wdl::cursed_win)},
    Name{"draw", Kind::constant, QueryType::wdl, code(Wdl::draw)},
    Name{"blessed_loss", Kind::constant, QueryType::wdl, code(Wdl::blessed_loss)},
    Name{"loss", Kind::constant, QueryType::wdl, code(Wdl::loss)},
    Name{"white", Kind::constant, QueryType::side, code(Color::white)},
    Name{"black", Kind::constant, QueryType::side, code(Color::black)},
    Name{"true", Kind::constant, QueryType::condition, 1},
    Name{"false", Kind::constant, QueryType::condition, 0},
};

/// A part as error messages show it.
std::string quoted_text(const Node& node) {
  return std::string("'").append(to_text(node)).append("'");
}

constexpr const char* expected_operand =
    "a condition or value: wdl, dtw, dtc, side, capture, threatened, moves, winning_moves, drawing_moves, "
    "losing_moves, keeping_moves, captured, on(...), all(...), count(...), a result such as win, white, black, "
    "true, false, a number, ! or (";

constexpr const char* expected_operator = "&&, ||, a comparison such as >=, or the end";

std::string_view type_name(QueryType type) {
  switch (type) {
    case QueryType::condition: return "a condition";
    case QueryType::number: return "a number";
    case QueryType::wdl: return "a result (win, draw, ...)";
    case QueryType::side: break;
  }
  return "a side (white or black)";
}

std::optional<Comparison> comparison_of(const Token& token) {
  if (token.kind != Token::Kind::symbol) return std::nullopt;
  if (token.text == "==") return Comparison::equal;
  if (token.text == "!=") return Comparison::unequal;
  if (token.text == "<") return Comparison::less;
  if (token.text == "<=") return Comparison::at_most;
  if (token.text == ">") return Comparison::greater;
  if (token.text == ">=") return Comparison::at_least;
  return std::nullopt;
}

/// Recursive descent; what nests is counted, what repeats is a loop.
class Parser {
 public:
  Parser(Board board, std::string_view text) : board_(board), tokens_(tokens_of(text)) {}

  Result<Node> whole() {
    Result<Node> node = any_of();
    if (node && tokens_.peek().kind != Token::Kind::end) return stray(tokens_.peek());
    return node;
  }

 private:
  /// What stands where the expression could have ended.
  static Error stray(const Token& token) {
    if (token.kind == Token::Kind::symbol && token.text == "=") return unexpected(token, "== (equal)");
    if (token.kind == Token::Kind::symbol && token.text == "&") return unexpected(token, "&& (and)");
    if (token.kind == Token::Kind::symbol && token.text == "|") return unexpected(token, "|| (or)");
    return unexpected(token, expected_operator);
  }

  bool skip(std::string_view symbol, std::string_view word) {
    if (!tokens_.is_symbol(symbol) && !tokens_.is_word(word)) return false;
    tokens_.take();
    return true;
  }

  static std::optional<Error> not_a_condition(const Node& node, std::size_t column) {
    if (node.type == QueryType::condition) return std::nullopt;
    const char* const example = node.type == QueryType::number ? "dtw >= 20"
                                : node.type == QueryType::side ? "side == white"
                                                               : "wdl == win";
    return error_at(column, quoted_text(node) + " is " + std::string(type_name(node.type)) +
                                ", expected a condition such as " + example);
  }

  using Rule = Result<Node> (Parser::*)();

  /// operand, or operand symbol operand symbol ...
  Result<Node> joined(Kind kind, std::string_view symbol, std::string_view word, Rule rule) {
    Node joined;
    joined.kind = kind;
    do {
      const std::size_t column = tokens_.peek().column;
      Result<Node> part = (this->*rule)();
      if (!part) return part;
      const bool alone = joined.parts.empty() && !tokens_.is_symbol(symbol) && !tokens_.is_word(word);
      if (alone) return part;
      if (auto error = not_a_condition(*part, column)) return *std::move(error);
      joined.parts.push_back(*std::move(part));
    } while (skip(symbol, word));
    return joined;
  }

  Result<Node> any_of() { return joined(Kind::disjunction, "||", "or", &Parser::all_of); }
  Result<Node> all_of() { return joined(Kind::conjunction, "&&", "and", &Parser::negation); }

  Result<Node> negation() {
    const std::size_t column = tokens_.peek().column;
    if (!skip("!", "not")) return comparison();
    if (++nesting_ > deepest_nesting) return too_deep(column);
    const std::size_t operand = tokens_.peek().column;
    Result<Node> part = negation();
    --nesting_;
    if (!part) return part;
    if (auto error = not_a_condition(*part, operand)) return *std::move(error);
    Node node;
    node.kind = Kind::negation;
    node.parts.push_back(*std::move(part));
    return node;
  }

  Result<Node> comparison() {
    const std::size_t column = tokens_.peek().column;
    Result<Node> left = operand();
    if (!left) return left;
    const Token symbol = tokens_.peek();
    const std::optional<Comparison> comparison = comparison_of(symbol);
    if (!comparison) return left;
    tokens_.take();
    const std::size_t right_column = tokens_.peek().column;
    Result<Node> right = operand();
    if (!right) return right;
    if (left->type == QueryType::condition) return error_at(column, joins_only(*left));
    if (right->type == QueryType::condition) return error_at(right_column, joins_only(*right));
    if (left->type != right->type) {
      return error_at(right_column, quoted_text(*right) + " is " + std::string(type_name(right->type)) + ", expected " +
                                        std::string(type_name(left->type)) + " to compare with " + quoted_text(*left));
    }
    if (left->type == QueryType::side && *comparison != Comparison::equal && *comparison != Comparison::unequal) {
      return unexpected(symbol, "== or !=: sides have no order");
    }
    if (comparison_of(tokens_.peek())) {
      return unexpected(tokens_.peek(), "&&, || or the end: comparisons do not chain, write a < b && b < c");
    }
    Node node;
    node.kind = Kind::comparison;
    node.comparison = *comparison;
    node.parts.push_back(*std::move(left));
    node.parts.push_back(*std::move(right));
    return node;
  }

  static std::string joins_only(const Node& node) {
    return quoted_text(node) + " is a condition, which &&, || and ! join; expected a value to compare";
  }

  Result<Node> operand() {
    const Token token = tokens_.take();
    if (token.kind == Token::Kind::number) return number(token);
    if (token.kind == Token::Kind::symbol && token.text == "(") return parenthesised(token);
    if (token.kind != Token::Kind::word) return unexpected(token, expected_operand);
    for (const Name& name : names) {
      if (name.text != token.text) continue;
      Node node;
      node.kind = name.kind;
      node.type = name.type;
      node.value = name.value;
      return node;
    }
    if (token.text == "on") return placed(Kind::on);
    if (token.text == "all") return placed(Kind::all);
    if (token.text == "count") return placed(Kind::count);
    return unexpected(token, expected_operand);
  }

  static Result<Node> number(const Token& token) {
    Node node;
    node.type = QueryType::number;
    const char* const end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, node.value).ec != std::errc{} || node.value > greatest_number) {
      return unexpected(token, "a number of at most " + std::to_string(greatest_number));
    }
    return node;
  }

  Result<Node> parenthesised(const Token& opening) {
    if (++nesting_ > deepest_nesting) return too_deep(opening.column);
    Result<Node> node = any_of();
    --nesting_;
    if (node && !tokens_.skip_symbol(")")) {
      if (tokens_.peek().kind != Token::Kind::end) return unexpected(tokens_.peek(), "&&, ||, a comparison or )");
      return unexpected(tokens_.peek(), "the ) that closes the ( of column " + std::to_string(opening.column));
    }
    return node;
  }

  /// on, all and count with what stands in their parentheses.
  Result<Node> placed(Kind kind) {
    Node node;
    node.kind = kind;
    node.type = kind == Kind::count ? QueryType::number : QueryType::condition;
    if (!tokens_.skip_symbol("(")) return unexpected(tokens_.peek(), "( and the pieces, as in on(white K, diagonal)");
    Result<Pieces> pieces = parse_pieces(tokens_);
    if (!pieces) return pieces.error();
    node.pieces = *pieces;
    if (tokens_.skip_symbol(",")) {
      Result<Region> region = parse_region(board_, tokens_);
      if (!region) return region.error();
      node.region = *std::move(region);
      if (!tokens_.skip_symbol(")")) return unexpected(tokens_.peek(), "a comma and more squares, or )");
    } else if (kind == Kind::count && tokens_.is_symbol(")")) {
      tokens_.take();
      node.region = {{all_squares(board_), all_squares(board_)}, "board"};
    } else {
      return unexpected(tokens_.peek(), kind == Kind::count ? ", and a region, or )" : ", and a region");
    }
    return node;
  }

  static Error too_deep(std::size_t column) {
    return error_at(column, "nested more than " + std::to_string(deepest_nesting) + " deep");
  }

  Board board_;
  TokenStream tokens_;
  int nesting_ = 0;
};

}  // namespace

Result<Node> parse(Board board, std::string_view text) {
  if (text.size() > longest_text) {
    return Error{ErrorCode::bad_argument, "an expression of " + std::to_string(text.size()) + " bytes, at most " +
                                              std::to_string(longest_text) + " are read"};
  }
  return Parser(board, text).whole();
}

}  // namespace lunette::query
