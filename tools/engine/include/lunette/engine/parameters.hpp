#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// What `set-param` can change before `init`. Sizes are in MiB.
struct EngineParameters {
  const Ruleset* rules = nullptr;             ///< never null
  std::vector<std::filesystem::path> tables;  ///< searched in this order; none: the engine plays without tables
  int cache = 64;                             ///< for decoded blocks of tables
  int threads = 1;
  int hash = 64;  ///< for the transposition table
};

/// Those that hold where nothing else is said: the protocol's own game, international draughts, without tables.
EngineParameters default_parameters();

/// The `param` lines that answer `hub`, with the values as they are.
std::vector<std::string> parameter_lines(const EngineParameters& parameters);

/// `set-param`: rules, tables (directories separated by ':'), cache, threads, hash.
/// Errors: bad_argument, unknown_ruleset; nothing is changed then.
Result<void> set_parameter(EngineParameters& parameters, std::string_view name, std::string_view value);

}  // namespace lunette
