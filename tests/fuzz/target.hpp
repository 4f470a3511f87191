#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

// What every fuzz target does with an answer that it must not get.

namespace lunette::fuzz {

[[noreturn]] inline void report(const char* what, const std::string& detail = {}) {
  std::fprintf(stderr, "FINDING: %s %s\n", what, detail.c_str());
  std::abort();
}

inline void require(bool condition, const char* what) {
  if (!condition) report(what);
}
inline void require(bool condition, const char* what, const std::string& detail) {
  if (!condition) report(what, detail);
}

/// What the inputs of text targets are made of: a byte that chooses the ruleset, and a text.
struct RulesAndText {
  const Ruleset& rules;
  std::string_view text;
};
/// Requires size > 0.
inline RulesAndText rules_and_text(const std::uint8_t* data, std::size_t size) {
  const auto rulesets = all_rulesets();
  return {rulesets[data[0] % rulesets.size()], {reinterpret_cast<const char*>(data + 1), size - 1}};
}

/// One line of printable text, as Error::message promises.
inline void require_message(const Error& error) {
  require(!error.message.empty(), "an error without a message");
  for (const char c : error.message) require(c >= ' ' && c <= '~', "a message with other than printable text");
}

}  // namespace lunette::fuzz
