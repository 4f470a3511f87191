#pragma once

#include <string>
#include <string_view>

namespace lunette {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Without white space at either end.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// A token of the user's as it may stand in a message of one line: in quotes, cut short, what is not printable ASCII
/// replaced by '?'. An empty token is "nothing".
inline std::string quoted(std::string_view token) {
  constexpr std::size_t longest = 24;
  if (token.empty()) return "nothing";
  std::string quote = "'";
  for (const char c : token.substr(0, longest)) quote += c >= ' ' && c <= '~' ? c : '?';
  quote += token.size() > longest ? "...'" : "'";
  return quote;
}

}  // namespace lunette
