#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "table_id.hpp"

namespace lunette::gen {

/// What stands at the place of a table.
struct ExistingFile {
  enum class State : std::uint8_t { absent, valid, damaged };
  State state = State::absent;
  std::uint64_t bytes = 0;
  std::string damage;  ///< one line, names the file
};

/// Looks at a table's place. A file is valid if all its checksums are right, which is one reading of the file without
/// decoding it. Errors: a file that is not ours to replace (another ruleset, table or format version), io_error.
Result<ExistingFile> inspect_file(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id);

/// Removes the temporary files in the ruleset's directory that builders have left which do not run any more on this
/// machine. What cannot be removed stays: it does no harm.
void remove_stale_temporaries(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette::gen
