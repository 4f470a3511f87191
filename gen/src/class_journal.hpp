#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rows/slice_log.hpp"
#include "slice_records.hpp"

namespace lunette::gen {

/// The solved slices of a class, or of a group of its slices, at work in files ".<stem>.<writer>.partial" of a
/// directory (slice_records.hpp): each process writes one of its own and reads those that others have left, so that
/// several may work on the same at once, on any machine. A record that a dying builder left half written ends a file;
/// a file of another first line is not used.
class ClassJournal final : public rows::SliceLog {
 public:
  /// The first line of the files of values in a shape (slices_line()).
  using Line = std::function<std::string(const rows::ClassShape& shape)>;
  ClassJournal(std::filesystem::path directory, std::string stem, Line line);
  ~ClassJournal() override;
  ClassJournal(const ClassJournal&) = delete;
  ClassJournal& operator=(const ClassJournal&) = delete;

  void restore(rows::ClassValues& values) override;
  std::uint64_t restored() const override { return restored_; }
  bool contains(Index place) const override { return place < kept_.size() && kept_[place]; }
  void add(const rows::ClassValues& values, Index place) override;
  void flush(const rows::ClassValues& values) override;

  /// What was solved is written: removes the files.
  static void remove(const std::filesystem::path& directory, const std::string& stem);
  /// Bytes of the files.
  static std::uint64_t size(const std::filesystem::path& directory, const std::string& stem);
  /// The most bytes that threads have in hand.
  static std::uint64_t bytes(std::uint64_t slice_bytes, int threads);

 private:
  void restore_file(const std::filesystem::path& path, rows::ClassValues& values);
  void keep(const rows::ClassValues& values, std::vector<Index>& places);
  void start_file();
  void write_all(const void* bytes, std::size_t size);
  void close();

  const std::filesystem::path directory_;
  const std::string stem_;
  const Line line_of_;
  std::string line_;
  bool works_ = true;  // false: the disk does not bear it
  int file_ = -1;
  std::vector<bool> kept_;
  std::uint64_t restored_ = 0;
  std::mutex mutex_;
  tbb::enumerable_thread_specific<std::vector<Index>> waiting_;
};

/// Puts these parts of the slices of a record that `place_of` (slice -> place, or nothing) names into `values`. False
/// if the record can't be read or is of another shape.
bool restore_record(const SliceRecords& file, std::size_t record, std::span<const rows::ClassValues::Part> parts,
                    rows::ClassValues& values, const std::function<std::optional<Index>(Index slice)>& place_of);

}  // namespace lunette::gen
