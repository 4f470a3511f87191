#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lunette/rules/result.hpp"
#include "syntax.hpp"
#include "tokens.hpp"

namespace lunette::query {

/// The tokens of an expression, with the place that has been read up to.
class TokenStream {
 public:
  explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& peek() const { return tokens_[at_]; }
  /// Takes the next token; the end is never passed.
  const Token& take() { return peek().kind == Token::Kind::end ? peek() : tokens_[at_++]; }
  bool is_symbol(std::string_view symbol) const { return peek().kind == Token::Kind::symbol && peek().text == symbol; }
  bool is_word(std::string_view word) const { return peek().kind == Token::Kind::word && peek().text == word; }
  bool skip_symbol(std::string_view symbol) {
    if (!is_symbol(symbol)) return false;
    ++at_;
    return true;
  }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

Error error_at(std::size_t column, const std::string& what);
/// "column 17: found 'diagnal', expected ..."
Error unexpected(const Token& found, const std::string& expected);

/// "black M" and the like.
Result<Pieces> parse_pieces(TokenStream& tokens);
/// "5, row 1-3, diagonal", up to what cannot belong to it.
Result<Region> parse_region(Board board, TokenStream& tokens);

}  // namespace lunette::query
