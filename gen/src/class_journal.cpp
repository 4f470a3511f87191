#include "class_journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <system_error>

namespace lunette::gen {
namespace {

// To be raised with every change of this format, and of the solver that could change a value.
constexpr int revision = 1;

constexpr std::uint64_t record_magic = 0x4C41495452415021U;
constexpr std::size_t record_bytes = std::size_t{4} << 20;

struct RecordHead {
  std::uint64_t magic = record_magic;
  std::uint64_t slices = 0;
  std::uint64_t compressed = 0;
  std::uint64_t checksum = 0;  // of the slice numbers and the compressed bytes
};

std::filesystem::path path_of(const Ruleset& rules, const std::filesystem::path& directory, const Material& material) {
  std::string name = ".";
  name.append(material.name()).append(".partial");
  return directory / rules.name / name;
}

std::string shape_text(const rows::ClassShape& shape) {
  std::string text = std::to_string(shape.slices);
  text.append(" slices of ").append(std::to_string(shape.slice_size));
  text.append(shape.five_valued ? ", 5 values, " : ", 3 values, ").append(std::to_string(shape.dtc_sides));
  return text.append(" sides with DTC\n");
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

bool read_all(int file, std::uint64_t offset, void* out, std::size_t size) {
  auto* bytes = static_cast<std::byte*>(out);
  while (size > 0) {
    const ssize_t done = ::pread(file, bytes, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes += done;
    offset += static_cast<std::uint64_t>(done);
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

std::uint64_t size_of(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

ClassJournal::ClassJournal(const Ruleset& rules, const std::filesystem::path& directory, const Material& material,
                           std::string_view origin)
    : path_(path_of(rules, directory, material)) {
  identity_.append("lunette partial ").append(std::to_string(revision)).append(", ").append(rules.name);
  identity_.append(" ").append(material.name()).append(" from ").append(origin).append(", ");
}

ClassJournal::~ClassJournal() {
  if (file_ >= 0) ::close(file_);
}

void ClassJournal::remove(const Ruleset& rules, const std::filesystem::path& directory, const Material& material) {
  std::error_code absent;
  std::filesystem::remove(path_of(rules, directory, material), absent);
}

std::uint64_t ClassJournal::size(const Ruleset& rules, const std::filesystem::path& directory,
                                 const Material& material) {
  std::error_code absent;
  const std::uintmax_t bytes = std::filesystem::file_size(path_of(rules, directory, material), absent);
  return absent ? 0 : bytes;
}

std::uint64_t ClassJournal::bytes_per_thread(std::uint64_t slice_bytes) {
  constexpr std::uint64_t compressor = std::uint64_t{4} << 20;
  const std::uint64_t raw = record_bytes + slice_bytes;
  return raw + ZSTD_compressBound(raw) + compressor;
}

void ClassJournal::restore(rows::ClassValues& values) {
  kept_.assign(values.shape().slices, false);
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return;
  const std::string identity = identity_ + shape_text(values.shape());
  std::string found(identity.size(), '\0');
  std::uint64_t end = 0;
  if (read_all(file_, 0, found.data(), found.size()) && found == identity) {
    end = identity.size();
    while (const std::uint64_t record = read_record(values, end)) end += record;
  }
  if (::ftruncate(file_, static_cast<off_t>(end)) != 0 || ::lseek(file_, 0, SEEK_END) < 0) {
    ::close(file_);
    file_ = -1;
  } else if (end == 0) {
    write_all(identity.data(), identity.size());
  }
}

std::uint64_t ClassJournal::read_record(rows::ClassValues& values, std::uint64_t offset) {
  RecordHead head;
  const std::uint64_t left = size_of(file_) - offset;
  if (left < sizeof head || !read_all(file_, offset, &head, sizeof head) || head.magic != record_magic) return 0;
  const std::uint64_t slice_bytes = values.slice_bytes();
  if (head.slices == 0 || head.slices > values.shape().slices || head.compressed > left) return 0;
  std::vector<std::byte> body(head.slices * sizeof(Index) + head.compressed);
  if (sizeof head + body.size() > left || !read_all(file_, offset + sizeof head, body.data(), body.size())) return 0;
  if (checksum(body) != head.checksum) return 0;
  std::vector<std::byte> raw(head.slices * slice_bytes);
  const std::byte* compressed = body.data() + head.slices * sizeof(Index);
  if (ZSTD_decompress(raw.data(), raw.size(), compressed, head.compressed) != raw.size()) return 0;
  const auto* slices = reinterpret_cast<const Index*>(body.data());
  for (std::uint64_t i = 0; i < head.slices; ++i) {
    if (slices[i] >= kept_.size()) return 0;
    values.restore_slice(slices[i], raw.data() + i * slice_bytes);
    restored_ += kept_[slices[i]] ? 0 : 1;
    kept_[slices[i]] = true;
  }
  return sizeof head + body.size();
}

void ClassJournal::add(const rows::ClassValues& values, Index slice) {
  std::vector<Index>& waiting = waiting_.local();
  waiting.push_back(slice);
  if (waiting.size() * values.slice_bytes() >= record_bytes) keep(values, waiting);
}

void ClassJournal::flush(const rows::ClassValues& values) {
  for (std::vector<Index>& waiting : waiting_) {
    if (!waiting.empty()) keep(values, waiting);
  }
}

void ClassJournal::keep(const rows::ClassValues& values, std::vector<Index>& slices) {
  try {
    write_record(values, slices);
  } catch (const std::bad_alloc&) {
    // They are solved, and will be again if this process dies.
  }
  slices.clear();
}

void ClassJournal::write_record(const rows::ClassValues& values, const std::vector<Index>& slices) {
  const std::uint64_t slice_bytes = values.slice_bytes();
  std::vector<std::byte> raw(slices.size() * slice_bytes);
  for (std::size_t i = 0; i < slices.size(); ++i) values.save_slice(slices[i], raw.data() + i * slice_bytes);
  const std::size_t numbers = slices.size() * sizeof(Index);
  std::vector<std::byte> record(sizeof(RecordHead) + numbers + ZSTD_compressBound(raw.size()));
  std::byte* const body = record.data() + sizeof(RecordHead);
  std::memcpy(body, slices.data(), numbers);
  const std::size_t compressed =
      ZSTD_compress(body + numbers, record.size() - sizeof(RecordHead) - numbers, raw.data(), raw.size(), 1);
  if (!ZSTD_isError(compressed)) {
    RecordHead head;
    head.slices = slices.size();
    head.compressed = compressed;
    head.checksum = checksum({body, numbers + compressed});
    std::memcpy(record.data(), &head, sizeof head);
    write_all(record.data(), sizeof head + numbers + compressed);
  }
}

void ClassJournal::write_all(const void* data, std::size_t size) {
  const std::lock_guard lock(mutex_);
  const auto* bytes = static_cast<const std::byte*>(data);
  while (file_ >= 0 && size > 0) {
    const ssize_t done = ::write(file_, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      // A full disk, say. The records so far stay good.
      ::close(file_);
      file_ = -1;
      return;
    }
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
}

}  // namespace lunette::gen
