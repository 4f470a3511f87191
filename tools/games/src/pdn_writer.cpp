#include "lunette/games/pdn_writer.hpp"

#include <fmt/format.h>

#include <string_view>

#include "text.hpp"

namespace lunette {
namespace {

/// Words in lines of at most 79 characters.
class Flow {
 public:
  void add(std::string_view word) {
    const bool fits = column_ + 1 + word.size() <= width;
    if (column_ > 0) text_ += fits ? ' ' : '\n';
    column_ = column_ > 0 && fits ? column_ + 1 + word.size() : word.size();
    text_ += word;
  }

  /// A line of its own, whatever its length.
  void add_line(std::string_view line) {
    if (column_ > 0) text_ += '\n';
    text_.append(line).append("\n");
    column_ = 0;
  }

  /// The text so far with the last line ended.
  std::string finish() {
    if (column_ > 0) text_ += '\n';
    column_ = 0;
    return std::move(text_);
  }

 private:
  static constexpr std::size_t width = 79;
  std::string text_;
  std::size_t column_ = 0;
};

class MovetextWriter {
 public:
  explicit MovetextWriter(Color leader) : leader_(leader) {}

  void line(const MoveLine& line, int number, Color side, std::string_view opening, std::string_view closing) {
    prefix_ = opening;
    bool numbered = true;  // an answer needs its number where it does not stand right behind the move
    for (const GameMove& move : line.moves) {
      for (const std::string& text : move.comments_before) numbered |= comment(text);
      if (side == leader_ || numbered) {
        word(fmt::format("{}{} {}", number, side == leader_ ? "." : "...", move.text));
      } else {
        word(move.text);
      }
      numbered = false;
      for (const int glyph : move.nags) word(fmt::format("${}", glyph));
      for (const std::string& text : move.comments_after) numbered |= comment(text);
      for (const MoveLine& variation : move.variations) {
        MovetextWriter::line(variation, number, side, "(", ")");
        numbered = true;
      }
      if (side != leader_) ++number;
      side = opposite(side);
    }
    for (const std::string& text : line.closing_comments) comment(text);
    close(closing);
  }

  std::string finish(std::string_view result) {
    word(result);
    release();
    return flow_.finish();
  }

 private:
  /// Words are held back by one, so that what closes a variation sticks to its last word.
  void word(std::string_view text) {
    release();
    held_ = prefix_;
    held_ += text;
    prefix_.clear();
  }

  void release() {
    if (!held_.empty()) flow_.add(held_);
    held_.clear();
  }

  void close(std::string_view closing) {
    if (closing.empty()) return;
    if (held_.empty() || !prefix_.empty()) {
      word(closing);
    } else {
      held_ += closing;
    }
  }

  /// False for one without words. Lines never begin with what other readers take for a tag or an escaped line.
  bool comment(std::string_view text) {
    const std::vector<std::string_view> words = pdn::words_of(text);
    if (words.empty()) return false;
    if (text.find('}') != std::string_view::npos) {
      if (!prefix_.empty()) word("");
      release();
      flow_.add_line("; " + pdn::single_spaced(text));
      return true;
    }
    std::string pending = "{" + std::string(words.front());
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].front() == '[' || words[i].front() == '%') {
        pending.append(" ").append(words[i]);
        continue;
      }
      word(pending);
      pending = words[i];
    }
    word(pending + "}");
    return true;
  }

  const Color leader_;
  Flow flow_;
  std::string held_;
  std::string prefix_;
};

std::string tag_line(const PdnTag& tag) {
  std::string line = "[" + tag.name + " \"";
  for (const char c : tag.value) {
    if (c == '"' || c == '\\') line += '\\';
    line += pdn::is_blank(c) ? ' ' : c;
  }
  return line + "\"]\n";
}

/// International if the game type says so; without one, if the tag "Result" is of that kind.
bool is_international(const Game& game) {
  const std::string_view type = game.tag("GameType").value_or("");
  const std::string_view digits = type.substr(0, type.find(','));
  return pdn::single_spaced(digits) == "20";
}

std::string_view result_of(const Game& game) {
  const std::optional<std::string_view> spelled = game.tag("Result");
  const std::string_view token = result_token(game.outcome, is_international(game));
  if (!spelled || parse_result(*spelled) != game.outcome) return token;
  for (const bool international : {false, true}) {
    const std::string_view other = result_token(game.outcome, international);
    if (other == *spelled) return other;
  }
  return token;
}

}  // namespace

std::string write_pdn(const Game& game) {
  std::vector<PdnTag> tags = game.tags;
  order_tags(tags);
  std::string text;
  for (const PdnTag& tag : tags) text += tag_line(tag);
  if (!tags.empty()) text += '\n';
  MovetextWriter writer(game.leader);
  writer.line(game.moves, game.first_number, game.first, "", "");
  return text + writer.finish(result_of(game)) + '\n';
}

}  // namespace lunette
