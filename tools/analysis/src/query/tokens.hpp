#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lunette::query {

/// A word, a number, a symbol such as "&&", or the end of the text.
struct Token {
  enum class Kind : std::uint8_t { word, number, symbol, end };
  Kind kind = Kind::end;
  std::string text;        ///< words in lower case, with _ for -
  std::size_t column = 0;  ///< counted in bytes from 1
};

/// Never fails: what is no token of the language becomes a symbol that no parser expects. The last token is the end.
std::vector<Token> tokens_of(std::string_view text);

/// "'diagnal'", short and on one line whatever it is; "the end" at the end.
std::string quoted(const Token& token);

}  // namespace lunette::query
