#pragma once

#include <string>
#include <string_view>
#include <vector>

// Characters as PDN sees them, whatever the locale. Bytes above 127 are letters of whatever encoding the file has.

namespace lunette::pdn {

/// White space and control characters.
constexpr bool is_blank(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F;
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_blank(text[end])) ++end;
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

/// The words with one space between them.
inline std::string single_spaced(std::string_view text) {
  std::string joined;
  for (const std::string_view word : words_of(text)) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

/// A piece of the text as it may stand in a message of one line.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.empty()) return "nothing";
  std::string quote = "'";
  for (const char c : text.substr(0, longest)) quote += c >= ' ' && c <= '~' ? c : '?';
  return quote + (text.size() > longest ? "...'" : "'");
}

}  // namespace lunette::pdn
