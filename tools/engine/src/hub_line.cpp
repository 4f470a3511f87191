#include "lunette/engine/hub_line.hpp"

#include <algorithm>

namespace lunette {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

Error malformed(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}

/// What is left of a line while it is being read.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) { skip_blanks(); }

  bool empty() const { return text_.empty(); }
  bool starts_with(char c) const { return text_.starts_with(c); }
  void drop() { text_.remove_prefix(1); }

  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(blanks), text_.size())); }

  /// Everything up to the first of `ends`, or to the end of the line.
  std::string_view take_until(std::string_view ends) {
    const std::string_view taken = text_.substr(0, text_.find_first_of(ends));
    text_.remove_prefix(taken.size());
    return taken;
  }

  bool at_blank() const { return text_.empty() || blanks.find(text_.front()) != std::string_view::npos; }

 private:
  std::string_view text_;
};

Result<std::string> read_value(Rest& rest, const std::string& name) {
  if (!rest.starts_with('"')) return std::string(rest.take_until(blanks));
  rest.drop();
  std::string value(rest.take_until("\""));
  if (rest.empty()) return malformed("the quote of " + in_quotes(name) + " is not closed");
  rest.drop();
  if (!rest.at_blank()) return malformed("a space is missing after the value of " + in_quotes(name));
  return value;
}

}  // namespace

const std::string* HubLine::find(std::string_view name) const noexcept {
  const auto found = std::find_if(arguments.rbegin(), arguments.rend(),
                                  [name](const HubArgument& argument) { return argument.name == name; });
  return found == arguments.rend() ? nullptr : &found->value;
}

Result<HubLine> read_hub_line(std::string_view text) {
  HubLine line;
  Rest rest(text);
  line.command = rest.take_until(blanks);
  for (rest.skip_blanks(); !rest.empty(); rest.skip_blanks()) {
    HubArgument argument;
    argument.name = rest.take_until(std::string(blanks) + '=');
    if (argument.name.empty()) return malformed("an argument of " + in_quotes(line.command) + " has no name");
    if (rest.starts_with('=')) {
      rest.drop();
      Result<std::string> value = read_value(rest, argument.name);
      if (!value) return std::move(value).error();
      argument.value = *std::move(value);
    }
    line.arguments.push_back(std::move(argument));
  }
  return line;
}

HubText& HubText::add(std::string_view name, std::string_view value) & {
  text_.append(" ").append(name).append("=");
  const bool bare = !value.empty() && value.find_first_of(" =\"'") == std::string_view::npos;
  if (!bare) text_ += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    text_ += byte < 0x20 || byte >= 0x7F ? '?' : c == '"' ? '\'' : c;
  }
  if (!bare) text_ += '"';
  return *this;
}

std::string hub_error(std::string_view message) {
  HubText line("error");
  line.add("message", message);
  return line.text();
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string copy = "'";
  copy.append(text.substr(0, longest)).append(text.size() > longest ? "...'" : "'");
  return copy;
}

}  // namespace lunette
