#pragma once

#include <CLI/CLI.hpp>

#include "lunette/gen/builder.hpp"
#include "lunette/rules/result.hpp"

namespace lunette::cli {

/// What is to be built: --pieces, --material, --max-side and --metrics.
void add_extent(CLI::App& parser, BuildOptions& options);

/// ErrorCode::bad_argument where neither pieces nor a class was given.
Result<void> check_extent(const BuildOptions& options);

/// --memory as the budget of what is built.
void add_budget(CLI::App& parser, BuildOptions& options);

}  // namespace lunette::cli
