#include "class_journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "lunette/compress/table_file.hpp"

namespace lunette::gen {
namespace {

constexpr std::size_t record_bytes = std::size_t{4} << 20;
constexpr std::string_view ending = ".partial";

/// In alphabetical order.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& directory, const std::string& stem) {
  const std::string beginning = "." + stem + ".";
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.size() <= beginning.size() + ending.size() || !name.starts_with(beginning) || !name.ends_with(ending)) {
      continue;
    }
    const auto writer = std::string_view(name).substr(beginning.size(), name.size() - beginning.size() - ending.size());
    if (writer.find('.') == std::string_view::npos) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool restore_record(const SliceRecords& file, std::size_t record, std::span<const rows::ClassValues::Part> parts,
                    rows::ClassValues& values, const std::function<std::optional<Index>(Index slice)>& place_of) {
  const auto slices = file.slices(record);
  std::vector<std::vector<std::byte>> raw;
  for (const rows::ClassValues::Part part : parts) {
    auto bytes = file.read(record, part);
    if (!bytes || bytes->size() != slices.size() * values.slice_bytes(part)) return false;
    raw.push_back(std::move(*bytes));
  }
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const auto place = place_of(slices[i]);
    for (std::size_t p = 0; place && p < parts.size(); ++p) {
      values.restore_slice(parts[p], *place, raw[p].data() + i * values.slice_bytes(parts[p]));
    }
  }
  return true;
}

ClassJournal::ClassJournal(std::filesystem::path directory, std::string stem, Line line)
    : directory_(std::move(directory)), stem_(std::move(stem)), line_of_(std::move(line)) {}

ClassJournal::~ClassJournal() {
  close();
}

void ClassJournal::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void ClassJournal::remove(const std::filesystem::path& directory, const std::string& stem) {
  std::error_code absent;
  for (const auto& file : files_of(directory, stem)) std::filesystem::remove(file, absent);
}

std::uint64_t ClassJournal::size(const std::filesystem::path& directory, const std::string& stem) {
  std::uint64_t sum = 0;
  for (const auto& file : files_of(directory, stem)) {
    std::error_code absent;
    const std::uintmax_t bytes = std::filesystem::file_size(file, absent);
    if (!absent) sum += bytes;
  }
  return sum;
}

std::uint64_t ClassJournal::bytes(std::uint64_t slice_bytes, int threads) {
  const std::uint64_t at_once = slice_bytes >= record_bytes ? 1 : static_cast<std::uint64_t>(threads);
  return at_once * record_workspace(record_bytes + slice_bytes);
}

void ClassJournal::restore(rows::ClassValues& values) {
  close();
  waiting_.clear();
  works_ = true;
  restored_ = 0;
  line_ = line_of_(values.shape());
  kept_.assign(values.shape().slices - values.shape().only_read, false);
  for (const auto& file : files_of(directory_, stem_)) restore_file(file, values);
}

void ClassJournal::restore_file(const std::filesystem::path& path, rows::ClassValues& values) {
  const auto records = SliceRecords::open(path, line_);
  if (!records) return;
  const auto solved = values.held().solved();
  const auto place_of = [&](Index slice) -> std::optional<Index> {
    if (values.held().all()) return slice < kept_.size() ? std::optional(slice) : std::nullopt;
    return std::binary_search(solved.begin(), solved.end(), slice) ? std::optional(values.place(slice)) : std::nullopt;
  };
  for (std::size_t record = 0; record < records->records(); ++record) {
    if (!restore_record(*records, record, rows::ClassValues::all_parts, values, place_of)) return;
    for (const Index slice : records->slices(record)) {
      const auto place = place_of(slice);
      if (!place || kept_[*place]) continue;
      kept_[*place] = true;
      ++restored_;
    }
  }
}

void ClassJournal::add(const rows::ClassValues& values, Index place) {
  std::vector<Index>& waiting = waiting_.local();
  waiting.push_back(place);
  if (waiting.size() * values.slice_bytes() >= record_bytes) keep(values, waiting);
}

void ClassJournal::flush(const rows::ClassValues& values) {
  for (std::vector<Index>& waiting : waiting_) {
    if (!waiting.empty()) keep(values, waiting);
  }
}

void ClassJournal::keep(const rows::ClassValues& values, std::vector<Index>& places) {
  try {
    // Large slices one after the other, so that memory holds no more of them than that.
    std::unique_lock lock(mutex_, std::defer_lock);
    if (values.slice_bytes() >= record_bytes) lock.lock();
    const auto record = slice_record(values, places);
    if (!lock) lock.lock();
    if (works_ && file_ < 0) start_file();
    write_all(record.data(), record.size());
  } catch (const std::bad_alloc&) {
    // They are solved, and will be again if this process dies.
  }
  places.clear();
}

void ClassJournal::start_file() {
  std::string name = ".";
  name.append(stem_).append(".").append(unique_writer_name()).append(ending);
  file_ = ::open((directory_ / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  works_ = file_ >= 0;
  write_all(line_.data(), line_.size());
}

void ClassJournal::write_all(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  while (file_ >= 0 && size > 0) {
    const ssize_t done = ::write(file_, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      // A full disk, say. The records so far stay good.
      close();
      works_ = false;
      return;
    }
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
}

}  // namespace lunette::gen
