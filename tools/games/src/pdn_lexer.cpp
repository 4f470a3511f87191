#include "pdn_lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lunette/games/game.hpp"
#include "text.hpp"

namespace lunette::pdn {
namespace {

using Kind = Token::Kind;

constexpr bool is_sign(char c) {
  return c == '-' || c == 'x' || c == 'X' || c == ':';
}

constexpr bool is_word(char c) {
  return !is_blank(c) && std::string_view("{}()[];\"$!?%").find(c) == std::string_view::npos;
}

constexpr bool is_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}

int glyph_of(std::string_view signs) {
  constexpr std::array<std::pair<std::string_view, int>, 6> known{{{"!", nag::good},
                                                                   {"?", nag::mistake},
                                                                   {"!!", nag::brilliant},
                                                                   {"??", nag::blunder},
                                                                   {"!?", nag::interesting},
                                                                   {"?!", nag::dubious}}};
  // "!!!" is a manner of speaking.
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == signs.substr(0, 2); });
  return found->second;
}

/// Up to 9 digits; 0 if there are more.
int number_of(std::string_view digits) {
  if (digits.size() > 9) return 0;
  int number = 0;
  for (const char digit : digits) number = 10 * number + (digit - '0');
  return number;
}

/// The dash and the multiplication sign of typesetters (UTF-8) as - and x.
std::string plain_signs(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, char>, 3> signs{
      {{"\xE2\x80\x93", '-'}, {"\xE2\x80\x90", '-'}, {"\xC3\x97", 'x'}}};
  std::string plain;
  while (!word.empty()) {
    const auto found =
        std::find_if(signs.begin(), signs.end(), [&](const auto& s) { return word.starts_with(s.first); });
    plain += found == signs.end() ? word.front() : found->second;
    word.remove_prefix(found == signs.end() ? 1 : found->first.size());
  }
  return plain;
}

/// "32" or "c3".
bool is_square(std::string_view word) {
  if (word.empty() || word.size() > 2 || !is_digit(word.back())) return false;
  return is_digit(word.front()) || (word.size() == 2 && is_letter(word.front()));
}

/// Backslashes before a quote or another backslash are escapes, all others stand for themselves.
std::string unescaped(std::string_view raw) {
  std::string value;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size() && (raw[i + 1] == '"' || raw[i + 1] == '\\')) ++i;
    value += is_blank(raw[i]) ? ' ' : raw[i];
  }
  return value;
}

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

bool Lexer::at_line_start() const {
  return at_ == 0 || text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r';
}

void Lexer::advance_to(std::size_t end) {
  for (; at_ < end; ++at_) {
    const bool before_line_feed = text_[at_] == '\r' && peek(1) == '\n';
    if (text_[at_] == '\n' || (text_[at_] == '\r' && !before_line_feed)) ++line_;
  }
}

std::size_t Lexer::end_of_line(std::size_t from) {
  if (from < searched_from_ || from > found_end_) {
    searched_from_ = from;
    found_end_ = std::min(text_.find_first_of("\r\n", from), text_.size());
  }
  return found_end_;
}

void Lexer::skip_blanks() {
  while (!done()) {
    if (at_line_start() && peek() == '%') {
      advance_to(end_of_line(at_));
    } else if (is_blank(peek())) {
      advance_to(at_ + 1);
    } else {
      return;
    }
  }
}

bool Lexer::tag_at(std::size_t place) const {
  const auto skip = [&](auto&& accepted) {
    while (place < text_.size() && accepted(text_[place])) ++place;
  };
  const auto space = [](char c) { return c == ' ' || c == '\t'; };
  if (place >= text_.size() || text_[place] != '[') return false;
  ++place;
  skip(space);
  const std::size_t name = place;
  skip(is_name);
  if (place == name || !is_letter(text_[name])) return false;
  skip(space);
  return place < text_.size() && text_[place] == '"';
}

Token Lexer::make(Kind kind) const {
  Token token;
  token.kind = kind;
  token.line = line_;
  return token;
}

Token Lexer::next() {
  for (;;) {
    skip_blanks();
    if (done()) return make(Kind::end);
    const char c = peek();
    if (c == '[') return tag_at(at_) ? tag() : bad_tag();
    if (c == '{') return brace_comment();
    if (c == ';') return line_comment();
    if (c == '$') return numbered_glyph();
    if (c == '!' || c == '?') return glyphs();
    if (c == '(' && (peek(1) == '!' || peek(1) == '?')) return glyphs();
    if (c == '(' || c == ')') {
      Token token = make(c == '(' ? Kind::open : Kind::close);
      token.text = c;
      advance_to(at_ + 1);
      return token;
    }
    if (!is_word(c)) return stray();
    if (c != '.') return word();
    // The dots of "1. ..." say no more than the number.
    advance_to(at_ + 1);
  }
}

/// [Name "value"]. A quote that is not escaped ends the value only if the bracket follows; otherwise it belongs to it.
Token Lexer::tag() {
  Token token = make(Kind::tag);
  const std::size_t line_end = end_of_line(at_);
  std::size_t at = at_ + 1;
  while (is_blank(text_[at])) ++at;
  const std::size_t name = at;
  while (is_name(text_[at])) ++at;
  token.name = text_.substr(name, at - name);
  while (text_[at] != '"') ++at;
  const std::size_t value = at + 1;
  const auto bracket_after = [&](std::size_t quote) {
    std::size_t after = quote + 1;
    while (after < line_end && is_blank(text_[after])) ++after;
    return after < line_end && text_[after] == ']' ? after + 1 : 0;
  };
  for (std::size_t quote = value; quote < line_end; ++quote) {
    if (text_[quote] == '\\' && quote + 1 < line_end && (text_[quote + 1] == '"' || text_[quote + 1] == '\\')) {
      ++quote;
      continue;
    }
    if (text_[quote] != '"') continue;
    if (const std::size_t end = bracket_after(quote)) {
      token.text = unescaped(text_.substr(value, quote - value));
      advance_to(end);
      return token;
    }
  }
  // A value that ends with a backslash which is no escape: "C:\games\".
  for (std::size_t quote = line_end; quote-- > value;) {
    const std::size_t end = text_[quote] == '"' ? bracket_after(quote) : 0;
    if (end == 0) continue;
    token.text = unescaped(text_.substr(value, quote - value));
    advance_to(end);
    return token;
  }
  return bad_tag();
}

Token Lexer::bad_tag() {
  Token token = make(Kind::bad_tag);
  const std::size_t line_end = end_of_line(at_);
  const std::size_t bracket = text_.substr(at_, line_end - at_).find(']');
  // In a broken tag a bracket may be anything's.
  const std::size_t end = bracket != std::string_view::npos && !tag_at(at_) ? at_ + bracket + 1 : line_end;
  token.text = text_.substr(at_, end - at_);
  advance_to(end);
  return token;
}

Token Lexer::brace_comment() {
  Token token = make(Kind::comment);
  const std::size_t start = at_ + 1;
  std::size_t end = start;
  token.closed = false;
  while (end < text_.size()) {
    const std::size_t line_end = end_of_line(end);
    const std::size_t brace = text_.substr(end, line_end - end).find('}');
    token.closed = brace != std::string_view::npos;
    if (token.closed) {
      end += brace;
      break;
    }
    end = std::min(line_end + 1, text_.size());
    // Where a brace is missing the next comment's would swallow the games between.
    if (tag_at(end)) break;
  }
  token.text = single_spaced(text_.substr(start, end - start));
  advance_to(token.closed ? end + 1 : end);
  return token;
}

Token Lexer::line_comment() {
  Token token = make(Kind::comment);
  const std::size_t end = end_of_line(at_);
  token.text = single_spaced(text_.substr(at_ + 1, end - at_ - 1));
  advance_to(end);
  return token;
}

/// "!?", or "(!)" as some write it.
Token Lexer::glyphs() {
  const bool in_parentheses = peek() == '(';
  std::size_t end = at_ + (in_parentheses ? 1 : 0);
  const std::size_t first = end;
  while (end < text_.size() && (text_[end] == '!' || text_[end] == '?')) ++end;
  const bool closed = end < text_.size() && text_[end] == ')';
  if (in_parentheses && !closed) {
    Token token = make(Kind::open);
    advance_to(at_ + 1);
    return token;
  }
  Token token = make(Kind::glyph);
  token.value = glyph_of(text_.substr(first, end - first));
  advance_to(end + (in_parentheses ? 1 : 0));
  return token;
}

Token Lexer::numbered_glyph() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  constexpr std::size_t most_digits = 3;
  if (end == at_ + 1 || end > at_ + 1 + most_digits) return stray();
  Token token = make(Kind::glyph);
  token.value = number_of(text_.substr(at_ + 1, end - at_ - 1));
  advance_to(end);
  return token;
}

Token Lexer::word() {
  Token token = make(Kind::move);
  std::size_t end = at_;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  if (end > at_ && end < text_.size() && text_[end] == '.') {
    token.kind = Kind::number;
    token.value = number_of(text_.substr(at_, end - at_));
    // "12.", "12..." and "12. ...".
    std::size_t dots = 0;
    while (end < text_.size() && (text_[end] == '.' || text_[end] == ' ')) dots += text_[end++] == '.' ? 1 : 0;
    token.answer = dots > 1;
    advance_to(end);
    return token;
  }
  while (end < text_.size() && is_word(text_[end])) ++end;
  token.text = plain_signs(text_.substr(at_, end - at_));
  advance_to(end);
  join_spaced_move(token.text);
  while (token.text.size() > 1 && (token.text.back() == '.' || token.text.back() == ',')) token.text.pop_back();
  if (token.text != null_move && (is_sign(token.text.front()) || is_sign(token.text.back()))) {
    token.kind = Kind::stray;
  } else if (parse_result(token.text)) {
    token.kind = Kind::result;
  } else if (std::all_of(token.text.begin(), token.text.end(), is_digit)) {
    token.kind = Kind::number;
    token.value = number_of(token.text);
  }
  return token;
}

void Lexer::join_spaced_move(std::string& word) {
  const auto after_spaces = [&](std::size_t from) {
    while (from < text_.size() && (text_[from] == ' ' || text_[from] == '\t')) ++from;
    return from;
  };
  for (;;) {
    std::size_t place = after_spaces(at_);
    const bool ends_with_sign = word.size() > 1 && is_sign(word.back()) && !is_sign(word[word.size() - 2]);
    const std::size_t last_sign = word.find_last_of("-xX:");
    const bool ends_with_square = is_square(
        last_sign == std::string::npos ? std::string_view(word) : std::string_view(word).substr(last_sign + 1));
    if (!ends_with_sign) {
      if (!ends_with_square || place == at_ || place >= text_.size() || !is_sign(text_[place])) return;
      place = after_spaces(place + 1);
    }
    const std::size_t square = place;
    while (place < text_.size() && is_word(text_[place]) && !is_sign(text_[place])) ++place;
    if (!is_square(text_.substr(square, place - square))) return;
    if (!ends_with_sign) word += text_[after_spaces(at_)];
    word += text_.substr(square, place - square);
    advance_to(place);
    while (place < text_.size() && is_word(text_[place])) ++place;
    word += text_.substr(at_, place - at_);
    advance_to(place);
  }
}

Token Lexer::stray() {
  Token token = make(Kind::stray);
  token.text = text_.substr(at_, 1);
  advance_to(at_ + 1);
  return token;
}

}  // namespace lunette::pdn
