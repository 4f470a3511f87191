#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lunette/gen/steps.hpp"
#include "lunette/index/indexer.hpp"
#include "rows/class_values.hpp"
#include "slice_records.hpp"
#include "table_writer.hpp"

namespace lunette::gen {

/// Where steps keep what they work with: DIR/<ruleset>/.steps
std::filesystem::path steps_directory(const std::filesystem::path& directory, const Ruleset& rules);

/// The file of a group of slices: its StepId without the ruleset, in steps_directory().
std::string part_name(const StepId& id);

/// The groups of slices of the class and the metrics of `id` that have a file.
std::vector<StepId> find_parts(const std::filesystem::path& directory, const StepId& id);

/// A finished part.
struct Part {
  StepId id;
  SliceRecords records;
  rows::ClassShape shape;  ///< of one slice
};
/// Absent if it is not there, or not finished, or follows from other smaller tables than `origin` (origin_of_values())
/// says.
std::optional<Part> open_part(const std::filesystem::path& directory, const StepId& id, const Indexer& indexer,
                              std::string_view origin);

/// Puts the slices that a group only reads into its values, from the parts that have them. Errors: missing_table names
/// the wave of which some are missing; corrupt_file the part.
Result<void> read_slices(const std::vector<Part>& parts, const StepId& id, rows::ClassValues& values);

/// Writes the solved slices of a group.
Result<void> write_part(const std::filesystem::path& path, const rows::ClassValues& values, const std::string& line);
/// Bytes that it takes.
std::uint64_t part_workspace(std::uint64_t slice_bytes);

/// What PartCodes::read() throws where a part can't be read, through the writer of the table, which leaves no file
/// then.
struct UnreadablePart : std::exception {
  explicit UnreadablePart(Error why) : error(std::move(why)) {}
  const char* what() const noexcept override { return error.message.c_str(); }
  Error error;
};

/// The values of a class from all its parts, read as they are asked for, each record about once if that is in index
/// order.
class PartCodes final : public ClassCodes {
 public:
  /// Errors: missing_table if a wave is not there whole.
  static Result<std::unique_ptr<PartCodes>> make(const StepId& id, const Indexer& indexer, std::vector<Part> parts);
  ~PartCodes() override;

  void read(Metric metric, int side, Index first, std::span<ValueCode> out) const override;

  /// Bytes of what is kept in memory, besides the numbers of all slices.
  static std::uint64_t cache_bytes(const Indexer& indexer, bool five_valued, int threads);

 private:
  struct State;
  explicit PartCodes(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lunette::gen
