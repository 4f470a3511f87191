#include "slice_records.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <tbb/parallel_for.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "decoded_tables.hpp"
#include "lunette/index/material.hpp"

namespace lunette::gen {
namespace {

// To be raised with every change of this format, and of the solver that could change a value.
constexpr int revision = 3;

constexpr std::uint64_t record_magic = 0x4C41495452415022U;
constexpr std::uint64_t end_magic = 0x444E454C41495422U;
constexpr int zstd_level = 1;

struct StoredHead {
  std::uint64_t magic = record_magic;
  std::uint64_t slices = 0;
  std::array<std::uint64_t, 3> bytes{};
  std::array<std::uint64_t, 3> checksums{};
  friend bool operator==(const StoredHead&, const StoredHead&) = default;
};

StoredHead end_mark(std::uint64_t slices) {
  StoredHead head;
  head.magic = end_magic;
  head.slices = slices;
  return head;
}

/// Of a part that belongs to these slices.
std::uint64_t checksum(std::span<const Index> slices, const void* bytes, std::size_t size) {
  return XXH3_64bits_withSeed(bytes, size, XXH3_64bits(slices.data(), slices.size_bytes()));
}

bool read_fully(int file, std::uint64_t offset, void* out, std::size_t size) {
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

/// Appends the compressed part; 0 bytes where there is nothing to compress.
std::uint64_t append_part(std::vector<std::uint8_t>& record, const rows::ClassValues& values,
                          rows::ClassValues::Part part, std::span<const Index> places) {
  const std::uint64_t slice_bytes = values.slice_bytes(part);
  if (slice_bytes == 0) return 0;
  std::vector<std::byte> raw(places.size() * slice_bytes);
  for (std::size_t i = 0; i < places.size(); ++i) values.save_slice(part, places[i], raw.data() + i * slice_bytes);
  const std::size_t begin = record.size();
  record.resize(begin + ZSTD_compressBound(raw.size()));
  const std::size_t bytes =
      ZSTD_compress(record.data() + begin, record.size() - begin, raw.data(), raw.size(), zstd_level);
  if (ZSTD_isError(bytes) != 0) throw std::bad_alloc();  // there is room for any result
  record.resize(begin + bytes);
  return bytes;
}

std::optional<std::vector<std::byte>> decompress(std::span<const std::byte> compressed) {
  const auto size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
  std::vector<std::byte> raw(size);
  if (ZSTD_decompress(raw.data(), raw.size(), compressed.data(), compressed.size()) != raw.size()) return std::nullopt;
  return raw;
}

}  // namespace

Result<std::string> origin_of_values(const Ruleset& rules, const std::filesystem::path& directory,
                                     const Material& material) {
  std::string origin = "count " + std::to_string(rules.count ? rules.count->limit : 0);
  for (const Material& smaller : direct_successors(material)) {
    const auto file = open_built_table(rules, directory, {smaller, Metric::wdl});
    if (!file) return file.error();
    origin.append(" ").append(std::to_string(file->header().value_checksum));
  }
  return origin;
}

std::string slices_line(const Ruleset& rules, const Material& material, std::string_view origin,
                        const rows::ClassShape& shape) {
  std::string line = "lunette slices " + std::to_string(revision);
  line.append(", ").append(rules.name).append(" ").append(material.name()).append(" from ").append(origin);
  line.append(", slices of ").append(std::to_string(shape.slice_size));
  line.append(shape.five_valued ? ", 5 values, " : ", 3 values, ").append(std::to_string(shape.dtc_sides));
  return line.append(" sides with DTC of ").append(shape.wide_dtc ? "16 bits\n" : "8 bits\n");
}

std::vector<std::uint8_t> slice_record(const rows::ClassValues& values, std::span<const Index> places) {
  StoredHead head;
  head.slices = places.size();
  std::vector<Index> numbers(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) numbers[i] = values.held().number(places[i]);
  std::vector<std::uint8_t> record(sizeof head + numbers.size() * sizeof(Index));
  std::memcpy(record.data() + sizeof head, numbers.data(), numbers.size() * sizeof(Index));
  for (std::size_t part = 0; part < head.bytes.size(); ++part) {
    const std::size_t begin = record.size();
    head.bytes[part] = append_part(record, values, rows::ClassValues::all_parts[part], places);
    head.checksums[part] = checksum(numbers, record.data() + begin, record.size() - begin);
  }
  std::memcpy(record.data(), &head, sizeof head);
  return record;
}

std::vector<std::uint8_t> end_of_records(std::uint64_t slices) {
  const StoredHead head = end_mark(slices);
  std::vector<std::uint8_t> bytes(sizeof head);
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

std::uint64_t record_workspace(std::uint64_t raw_bytes) {
  constexpr std::uint64_t compressor = std::uint64_t{4} << 20;
  return raw_bytes + ZSTD_compressBound(raw_bytes) + compressor;
}

SliceRecords::SliceRecords(SliceRecords&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      heads_(std::move(other.heads_)),
      numbers_(std::move(other.numbers_)),
      finished_(other.finished_) {}

SliceRecords::~SliceRecords() {
  if (file_ >= 0) ::close(file_);
}

std::optional<SliceRecords> SliceRecords::open(const std::filesystem::path& path, std::string_view line) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  SliceRecords records(path, file);
  std::string found(line.size(), '\0');
  if (!read_fully(file, 0, found.data(), found.size()) || found != line) return std::nullopt;
  records.scan(line.size());
  return records;
}

void SliceRecords::scan(std::uint64_t offset) {
  const std::uint64_t size = size_of(file_);
  StoredHead stored;
  while (size - offset >= sizeof stored && read_fully(file_, offset, &stored, sizeof stored)) {
    offset += sizeof stored;
    const std::uint64_t left = size - offset;
    if (stored.magic == end_magic) {
      finished_ = left == 0 && stored == end_mark(numbers_.size());
      return;
    }
    if (stored.magic != record_magic || stored.slices == 0 || stored.slices > left / sizeof(Index)) return;
    std::uint64_t bytes = stored.slices * sizeof(Index);
    for (const std::uint64_t part : stored.bytes) {
      if (part > left - bytes) return;
      bytes += part;
    }
    const std::size_t first = numbers_.size();
    numbers_.resize(first + stored.slices);
    if (!read_fully(file_, offset, numbers_.data() + first, stored.slices * sizeof(Index))) {
      numbers_.resize(first);
      return;
    }
    heads_.push_back({offset, first, stored.slices, stored.bytes, stored.checksums});
    offset += bytes;
  }
}

std::span<const Index> SliceRecords::slices(std::size_t record) const {
  return std::span(numbers_).subspan(heads_[record].first, heads_[record].slices);
}

std::optional<std::vector<std::byte>> SliceRecords::read(std::size_t record, Part part) const {
  const Head& head = heads_[record];
  const auto which = static_cast<std::size_t>(part);
  std::uint64_t offset = head.offset + head.slices * sizeof(Index);
  for (std::size_t before = 0; before < which; ++before) offset += head.bytes[before];
  std::vector<std::byte> bytes(head.bytes[which]);
  if (!read_fully(file_, offset, bytes.data(), bytes.size())) return std::nullopt;
  if (checksum(slices(record), bytes.data(), bytes.size()) != head.checksums[which]) return std::nullopt;
  if (bytes.empty()) return bytes;
  return decompress(bytes);
}

bool SliceRecords::sound() const {
  std::atomic<bool> sound = true;
  tbb::parallel_for(std::size_t{0}, records(), [&](std::size_t record) {
    for (const Part part : rows::ClassValues::all_parts) {
      if (sound && !read(record, part)) sound = false;
    }
  });
  return sound;
}

}  // namespace lunette::gen
