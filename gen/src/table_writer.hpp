#pragma once

#include <filesystem>
#include <span>

#include "lunette/compress/table_file.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "table_id.hpp"

namespace lunette::gen {

/// The value codes of a solved class, one metric after the other as they are asked for. Thread-safe.
class ClassCodes {
 public:
  virtual ~ClassCodes() = default;
  /// Fills `out` with the codes from `first` on of one stored side.
  virtual void read(Metric metric, int side, Index first, std::span<ValueCode> out) const = 0;
};

/// Writes one metric of a solved class: statistics, checksum of the values and the file. Reads the class's WDL too, as
/// the longest distances are over win and loss proper.
Result<WrittenTable> write_class(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                 const ClassCodes& codes);

}  // namespace lunette::gen
