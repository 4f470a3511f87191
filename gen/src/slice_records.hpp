#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/rules/ruleset.hpp"
#include "rows/class_values.hpp"

namespace lunette::gen {

// Solved slices of a class in a file: a line that says what they are of, then records of some slices each, whose WDL
// and DTC are compressed apart and have a checksum each. A record that a dying process left half written ends the file.
// A file that is finished has a mark at its end.

/// What tells the values of a class from those that other rules or other smaller tables would give: the checksums of
/// the smaller tables' values. Errors: those of open_built_table().
Result<std::string> origin_of_values(const Ruleset& rules, const std::filesystem::path& directory,
                                     const Material& material);

/// The first line of a file of slices, of this origin and kept in this shape. Ends with a newline.
std::string slices_line(const Ruleset& rules, const Material& material, std::string_view origin,
                        const rows::ClassShape& shape);

/// One record: the slices at these places, which are to be solved. Throws std::bad_alloc.
std::vector<std::uint8_t> slice_record(const rows::ClassValues& values, std::span<const Index> places);
/// The mark at the end of a file with so many slices.
std::vector<std::uint8_t> end_of_records(std::uint64_t slices);

/// The most bytes that making a record of slices with so many raw bytes takes.
std::uint64_t record_workspace(std::uint64_t raw_bytes);

/// Opened for reading; any number of threads read.
class SliceRecords {
 public:
  /// The line and the places of all whole records; their checksums are not looked at. Absent if there is no such file,
  /// or none with such a line.
  static std::optional<SliceRecords> open(const std::filesystem::path& path, std::string_view line);
  SliceRecords(SliceRecords&& other) noexcept;
  SliceRecords& operator=(SliceRecords&&) = delete;
  ~SliceRecords();

  const std::filesystem::path& path() const { return path_; }
  std::size_t records() const { return heads_.size(); }
  /// The numbers of a record's slices, as they were written.
  std::span<const Index> slices(std::size_t record) const;
  /// In all records.
  std::uint64_t slices() const { return numbers_.size(); }
  /// Whether the mark is there, and nothing else is missing before it.
  bool finished() const { return finished_; }

  using Part = rows::ClassValues::Part;
  /// A part of the record's slices, one after the other. Absent if its checksum, or that of the slices' numbers, is
  /// wrong or it can't be read.
  std::optional<std::vector<std::byte>> read(std::size_t record, Part part) const;
  /// Whether every record can be read.
  bool sound() const;

 private:
  struct Head {
    std::uint64_t offset = 0;  ///< of the slice numbers
    std::size_t first = 0;     ///< in numbers_
    std::uint64_t slices = 0;
    std::array<std::uint64_t, 3> bytes{};      ///< of each part
    std::array<std::uint64_t, 3> checksums{};  ///< seeded with that of the slice numbers
  };
  SliceRecords(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  void scan(std::uint64_t offset);

  std::filesystem::path path_;
  int file_;
  std::vector<Head> heads_;
  std::vector<Index> numbers_;
  bool finished_ = false;
};

}  // namespace lunette::gen
