#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lunette/rules/result.hpp"

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

/// One line of printable text, as Error::message promises.
inline void require_message(const Error& error) {
  require(!error.message.empty(), "an error without a message");
  for (const char c : error.message) require(c >= ' ' && c <= '~', "a message with other than printable text");
}

}  // namespace lunette::fuzz
