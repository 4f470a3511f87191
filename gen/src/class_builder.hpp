#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "class_solver.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "monitor.hpp"
#include "plan.hpp"
#include "rows/class_values.hpp"
#include "unit_solver.hpp"
#include "working_set.hpp"

namespace lunette::gen {

/// Solves one class of the plan and writes the files that are missing.
class ClassBuilder {
 public:
  ClassBuilder(const Ruleset& rules, const std::filesystem::path& directory, const ClassPlan& plan, WorkingSet& tables,
               Monitor& monitor);

  /// The bytes of all its files, old and new. Errors: interrupted, io_error, corrupt_file of a smaller table.
  Result<std::uint64_t> build();
  /// Entries that a journal had, known after build().
  std::uint64_t restored_entries() const noexcept { return restored_entries_; }

 private:
  Result<void> find_conversion();
  /// From bit planes to arrays, as DTW wants them.
  void unpack();
  Result<void> find_distance();
  /// Reads a finished table of the class itself.
  Result<void> read_own(Metric metric);
  Result<void> write(Metric metric);
  bool journal_stands_in_the_way() const;
  std::uint64_t bytes_on_disk() const;
  /// What a pass counts of the class's entries: half, if there are two.
  std::uint64_t entries_of_conversion() const;
  std::uint64_t entries_of_distance() const;

  const Ruleset& rules_;
  const std::filesystem::path& directory_;
  const ClassPlan& plan_;
  WorkingSet& tables_;
  Monitor& monitor_;
  const Indexer indexer_;
  const bool counted_;
  std::uint64_t restored_entries_ = 0;
  std::optional<rows::ClassValues> values_;  // WDL and DTC as solved
  ClassArrays arrays_;                       // or unpacked, and DTW
};

}  // namespace lunette::gen
