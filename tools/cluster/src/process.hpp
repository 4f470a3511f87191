#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/result.hpp"

namespace lunette::cluster {

/// What a program that has ended left behind.
struct ProgramOutput {
  int status = 0;  ///< exit status, or 128 plus the signal that killed it
  std::string out;
  std::string err;
};

/// Runs a program of the PATH, without a shell, with `input` on its standard input, and waits for it. `variables`
/// ("NAME=value") come before those of our environment. Writing needs SIGPIPE ignored. Errors: io_error, such as
/// "sbatch: not found in PATH"; whatever exit status the program has is none.
Result<ProgramOutput> run_program(const std::vector<std::string>& command, std::string_view input = {},
                                  const std::vector<std::string>& variables = {});

/// The same where any exit status but 0 is an error: the last line that the program wrote on standard error.
Result<std::string> output_of(const std::vector<std::string>& command, std::string_view input = {},
                              const std::vector<std::string>& variables = {});

}  // namespace lunette::cluster
