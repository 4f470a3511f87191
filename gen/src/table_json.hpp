#pragma once

#include <nlohmann/json.hpp>

#include "lunette/compress/table_file.hpp"

namespace lunette::gen {

using Json = nlohmann::ordered_json;

/// Seconds as they are written.
double rounded_to_milliseconds(double seconds);

/// What manifest and build log say of a table: name, sizes, checksums, and for each stored side the counts of values
/// or the longest distances.
Json table_json(const TableFile& file);

}  // namespace lunette::gen
