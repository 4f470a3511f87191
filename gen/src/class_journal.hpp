#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/rules/ruleset.hpp"
#include "rows/slice_log.hpp"

namespace lunette::gen {

/// The solved slices of a class at work in a file, ".<MATERIAL>.partial" beside the tables: a line that says what it
/// is of, then records of a few MiB, each compressed and with a checksum. A record that a dying builder left half
/// written ends the file; a file of another shape is started afresh.
class ClassJournal final : public rows::SliceLog {
 public:
  /// `origin`: what the values follow from besides the class, such as the smaller tables. A file of another origin is
  /// not used.
  ClassJournal(const Ruleset& rules, const std::filesystem::path& directory, const Material& material,
               std::string_view origin);
  ~ClassJournal() override;
  ClassJournal(const ClassJournal&) = delete;
  ClassJournal& operator=(const ClassJournal&) = delete;

  void restore(rows::ClassValues& values) override;
  std::uint64_t restored() const override { return restored_; }
  bool contains(Index slice) const override { return slice < kept_.size() && kept_[slice]; }
  void add(const rows::ClassValues& values, Index slice) override;
  void flush(const rows::ClassValues& values) override;

  /// The tables of the class are written: removes the file.
  static void remove(const Ruleset& rules, const std::filesystem::path& directory, const Material& material);
  /// Bytes of the file, 0 if there is none.
  static std::uint64_t size(const Ruleset& rules, const std::filesystem::path& directory, const Material& material);
  /// The most bytes that each thread has in hand.
  static std::uint64_t bytes_per_thread(std::uint64_t slice_bytes);

 private:
  /// Bytes of whole records from `offset` on that could be read; 0 where they end.
  std::uint64_t read_record(rows::ClassValues& values, std::uint64_t offset);
  void keep(const rows::ClassValues& values, std::vector<Index>& slices);
  void write_record(const rows::ClassValues& values, const std::vector<Index>& slices);
  void write_all(const void* bytes, std::size_t size);

  std::string identity_;
  std::filesystem::path path_;
  int file_ = -1;  // -1: nothing is kept, the disk does not bear it
  std::vector<bool> kept_;
  std::uint64_t restored_ = 0;
  std::mutex mutex_;
  tbb::enumerable_thread_specific<std::vector<Index>> waiting_;
};

}  // namespace lunette::gen
