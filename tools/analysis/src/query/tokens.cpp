#include "tokens.hpp"

#include <algorithm>
#include <array>

namespace lunette::query {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
/// One character of another script is several of these.
bool is_foreign(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

char normalised(char c) {
  if (c == '-') return '_';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

template <class Test>
std::size_t length_while(std::string_view text, Test test) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), test) - text.begin());
}

std::size_t symbol_length(std::string_view text) {
  constexpr std::array<std::string_view, 6> pairs{"&&", "||", "==", "!=", "<=", ">="};
  if (std::find(pairs.begin(), pairs.end(), text.substr(0, 2)) != pairs.end()) return 2;
  return is_foreign(text.front()) ? length_while(text, is_foreign) : 1;
}

Token token_at(std::string_view rest) {
  Token token;
  if (is_letter(rest.front())) {
    const auto inside = [](char c) { return is_letter(c) || is_digit(c) || c == '-'; };
    token.kind = Token::Kind::word;
    token.text = rest.substr(0, length_while(rest, inside));
  } else if (is_digit(rest.front())) {
    token.kind = Token::Kind::number;
    token.text = rest.substr(0, length_while(rest, is_digit));
  } else {
    token.kind = Token::Kind::symbol;
    token.text = rest.substr(0, symbol_length(rest));
  }
  return token;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while ((at += length_while(text.substr(at), is_space)) < text.size()) {
    Token token = token_at(text.substr(at));
    token.column = at + 1;
    at += token.text.size();
    if (token.kind == Token::Kind::word) {
      std::transform(token.text.begin(), token.text.end(), token.text.begin(), normalised);
    }
    tokens.push_back(std::move(token));
  }
  tokens.push_back({Token::Kind::end, "", text.size() + 1});
  return tokens;
}

std::string quoted(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end";
  constexpr std::size_t longest = 40;
  if (token.text.size() <= longest) return "'" + token.text + "'";
  return "'" + token.text.substr(0, longest) + "...'";
}

}  // namespace lunette::query
