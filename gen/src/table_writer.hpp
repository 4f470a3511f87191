#pragma once

#include <filesystem>

#include "lunette/compress/table_file.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "table_id.hpp"
#include "unit_solver.hpp"

namespace lunette::gen {

/// Writes one metric of a solved class: statistics, checksum of the values and the file. Needs the class's WDL too, as
/// the longest distances are over win and loss proper.
Result<WrittenTable> write_class(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                 const ClassArrays& arrays);

}  // namespace lunette::gen
