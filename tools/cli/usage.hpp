#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lunette::cli {

/// What is wrong with a command line, in one line: where ("lunette build"), what, and what was expected.
/// `program` is the parser that threw, in the state in which it did.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error);

}  // namespace lunette::cli
