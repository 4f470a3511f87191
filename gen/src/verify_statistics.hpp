#pragma once

#include <string>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "verify_values.hpp"

namespace lunette::verification {

/// What the header of one table says about its values and should not: counts, longest distances, the value checksum.
/// Compared with the values as they are stored: an entry that is wrong by itself is named as an entry. `values` must
/// hold WDL and the metric of the header, and as many entries as the header says.
std::vector<std::string> statistics_faults(const TableHeader& header, const ClassValues& values);

}  // namespace lunette::verification
