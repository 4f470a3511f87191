#pragma once

#include "lunette/compress/table_file.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "table_id.hpp"

namespace lunette::gen {

/// The header of a table without its values' checksum and statistics.
TableHeader expected_header(const Ruleset& rules, const TableId& id);

/// Refuses a file that holds another table than its name says: wrong_ruleset for another ruleset or count limit,
/// corrupt_file for another material, metric or size.
Result<void> check_identity(const TableFile& file, const Ruleset& rules, const TableId& id);

}  // namespace lunette::gen
