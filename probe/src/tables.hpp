#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cache.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// An opened table and what is needed to read it, with the cache's entry for each of its lines.
class Table {
 public:
  /// Throws std::bad_alloc.
  Table(TableFile file, const Indexer& indexer);

  const TableFile& file() const noexcept { return file_; }
  const Indexer& indexer() const noexcept { return indexer_; }
  bool stores_captures() const noexcept { return stores_captures_; }

  std::uint64_t units() const noexcept { return units_; }
  int unit_shift() const noexcept { return unit_shift_; }
  std::size_t lines_in_unit() const noexcept { return lines_in_unit_; }
  /// As the file says it, without a call for the files that most probes go to.
  std::uint32_t group_of(int side, std::uint32_t offset) const noexcept {
    if (planes_) return static_cast<std::uint32_t>(side) * side_groups_ + offset / 64;
    return file_.group_of(side, offset);
  }
  ValueCode code_in(const UnitGroup& group, std::uint32_t offset) const noexcept {
    return planes_ ? TableFile::coded_value(group, offset) : file_.code_in(group, offset);
  }
  /// The cache's entry for a line of a unit. Of a unit known to be constant it holds no line but constant_entry().
  std::uint64_t& entry(int side, std::uint64_t unit, std::size_t line) const noexcept {
    return entries_[(entry_side(side) * units_ + unit) * lines_in_unit_ + line];
  }
  static constexpr std::uint64_t constant_bit = std::uint64_t{1} << 63;
  static std::uint64_t constant_entry(const std::array<ValueCode, 2>& codes) noexcept {
    return constant_bit | codes[0] | std::uint64_t{codes[1]} << 16;
  }
  static ValueCode constant_code(std::uint64_t entry, int side) noexcept {
    return static_cast<ValueCode>(entry >> (16 * side));
  }

 private:
  std::size_t entry_side(int side) const noexcept { return joint_ ? 0 : static_cast<std::size_t>(side); }

  TableFile file_;
  Indexer indexer_;
  bool stores_captures_;
  bool joint_;
  bool planes_;                // coded WDL
  std::uint32_t side_groups_;  // of a joint unit
  int unit_shift_;
  std::uint64_t units_;
  std::size_t lines_in_unit_;
  LazyWords entries_;
};

/// The error of a look-up that would have to leave memory. Its text needs no allocation: engines get it by the million.
Error not_cached();

/// The table files of one ruleset in several directories, each opened on its first use and kept. Classes of more pieces
/// and metrics other than those asked for are as if they were not there.
///
/// A missing table is not remembered: it is looked for at each use (one system call a directory), so that an
/// instance sees tables that a running build finishes. A file that cannot be used (damaged, newer, foreign) is
/// remembered with its size and time of last write and tried again when these change (of distances, also those of the
/// WDL file that they are read with). Refusals of the operating
/// system are not remembered. The first directory that holds the file decides: a damaged file is never passed over
/// in favour of another directory's.
class Tables {
 public:
  Tables(const Ruleset& rules, std::vector<std::filesystem::path> directories, int max_pieces,
         std::span<const Metric> metrics);

  /// The opened table of a canonical class of at most max_table_pieces pieces. Errors: not_covered,
  /// missing_table, missing_metric, wrong_ruleset, unknown_version, corrupt_file, io_error. Thread-safe; takes no lock
  /// once opened.
  Result<const Table*> find(const Material& canonical, Metric metric);

  /// The same without a system call: not_cached where the table is not open yet, or not there.
  Result<const Table*> find_open(const Material& canonical, Metric metric) const;

  /// True if the table is open or its file is there, usable or not. Thread-safe.
  bool has(const Material& canonical, Metric metric);

  int max_pieces() const noexcept { return max_pieces_; }
  bool uses(Metric metric) const noexcept { return used_[static_cast<std::size_t>(metric)]; }
  /// Tables that are open.
  std::size_t open_tables() const noexcept;

 private:
  static constexpr std::size_t metric_count = 3;
  /// Multisets of at most eight pieces of four kinds: 12 over 4.
  static constexpr std::size_t class_count = 495;

  /// How a file looked.
  struct Look {
    std::filesystem::path path;
    std::uintmax_t bytes;
    std::filesystem::file_time_type written;
    friend bool operator==(const Look&, const Look&) = default;
  };
  /// What was wrong with a table when its files looked so.
  struct Failure {
    std::vector<Look> files;
    Error error;
  };
  /// Absent if the system does not tell.
  static std::optional<std::vector<Look>> looks_of(const std::vector<std::filesystem::path>& files);

  static std::size_t number_of(const Material& material, Metric metric) noexcept;
  Result<std::optional<std::filesystem::path>> locate(const Material& canonical, Metric metric) const;
  Error missing(const Material& canonical, Metric metric);
  std::optional<Error> unused(const Material& canonical, Metric metric) const;
  Result<const Table*> open(const std::filesystem::path& path, const Material& canonical, Metric metric);
  Result<std::unique_ptr<Table>> read(const std::filesystem::path& path, const std::filesystem::path& wdl,
                                      const Material& canonical, Metric metric) const;

  const Ruleset* rules_;
  std::vector<std::filesystem::path> directories_;
  int max_pieces_;
  std::array<bool, metric_count> used_{};  // by metric
  std::mutex opening_;
  std::vector<std::unique_ptr<const Table>> opened_;                            // guarded by opening_
  std::map<std::size_t, Failure> failures_;                                     // by number; guarded by opening_
  std::array<std::atomic<const Table*>, class_count * metric_count> tables_{};  // by number
};

/// "traditional/KKKvK.wdl", as error messages name a table.
std::string table_name(const Ruleset& rules, const Material& canonical, Metric metric);

}  // namespace lunette
