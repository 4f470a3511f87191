#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/result.hpp"

namespace lunette {

/// `name=value`, or a name alone: then the value is empty.
struct HubArgument {
  std::string name;
  std::string value;
};

/// One line of the Hub protocol: a command and its arguments. An empty line has an empty command.
struct HubLine {
  std::string command;
  std::vector<HubArgument> arguments;

  /// The value of an argument, of the last one where a name is repeated; null if it is not there.
  const std::string* find(std::string_view name) const noexcept;
};

/// Takes a line apart. White space separates; a value may stand in double quotes and then hold anything but one.
/// Errors: bad_argument (a quote that is not closed, an argument without a name, text that touches a closing quote).
Result<HubLine> read_hub_line(std::string_view text);

/// Makes a line of the protocol. Values are quoted where they have to be; what no value can hold, control characters
/// and double quotes, becomes '?' and '\''.
class HubText {
 public:
  explicit HubText(std::string_view command) : text_(command) {}
  HubText& add(std::string_view name, std::string_view value) &;
  HubText&& add(std::string_view name, std::string_view value) && { return std::move(add(name, value)); }
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

/// `error message="..."`
std::string hub_error(std::string_view message);

/// A text from outside as part of a message: at most 40 bytes of it.
std::string in_quotes(std::string_view text);

}  // namespace lunette
