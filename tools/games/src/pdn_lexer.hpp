#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lunette::pdn {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    tag,      ///< name and text (its value)
    bad_tag,  ///< a line in brackets that is none; text is the line
    number,   ///< value; answer if it has three dots; text if it has none
    move,     ///< or any other word; text
    glyph,    ///< value
    comment,  ///< text, single-spaced; closed unless the file or game ends before its brace
    open,
    close,
    result,
    stray  ///< text: what cannot stand here
  };
  Kind kind = Kind::end;
  int line = 1;
  std::string name;
  std::string text;
  int value = 0;
  bool answer = false;
  bool closed = true;
};

/// Splits PDN text into tokens; knows nothing of games. Every call takes at least one character. Time is linear in the
/// length of the text.
class Lexer {
 public:
  explicit Lexer(std::string_view text);
  Token next();

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool done() const { return at_ >= text_.size(); }
  bool at_line_start() const;
  void advance_to(std::size_t end);
  std::size_t end_of_line(std::size_t from);
  void skip_blanks();
  /// True if a tag, [Name "..., starts at this place.
  bool tag_at(std::size_t place) const;

  Token make(Token::Kind kind) const;
  Token tag();
  Token bad_tag();
  Token brace_comment();
  Token line_comment();
  Token glyphs();
  Token numbered_glyph();
  Token word();
  Token stray();
  /// Takes "- 28" after "32" or "28" after "32-".
  void join_spaced_move(std::string& word);

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  // The line end found last, so that a long line is searched once.
  std::size_t searched_from_ = 1;
  std::size_t found_end_ = 0;
};

}  // namespace lunette::pdn
