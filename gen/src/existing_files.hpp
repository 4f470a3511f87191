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

enum class Inspection : std::uint8_t {
  whole,   ///< all checksums: one reading of the file without decoding it
  header,  ///< what a reader looks at when it opens the file
};

/// Looks at a table's place. A file is valid if all checksums that are looked at are right. Errors: a file that is not
/// ours to replace (another ruleset, table or format version), io_error.
Result<ExistingFile> inspect_file(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                  Inspection inspection = Inspection::whole);

/// Removes the temporary files in the ruleset's directory that builders on this machine have left which do not run any
/// more. Those of other machines stay, and so does what cannot be removed: it does no harm.
void remove_stale_temporaries(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette::gen
