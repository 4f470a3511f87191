// The table reader on any bytes: it opens, verifies and reads them, or refuses them by a typed error. Its ways to read
// agree with each other.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "table_image.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;

namespace {

/// What is read of one input, so that no input takes long: a few bytes can stand for millions of entries.
constexpr std::uint64_t most_entries = 1U << 14;

/// A file without a disk.
class MemoryFile {
 public:
  MemoryFile()
      : descriptor_(::memfd_create("table", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
    require(descriptor_ >= 0, "no memory file");
  }
  const std::string& path() const { return path_; }
  void set(const std::uint8_t* data, std::size_t size) const {
    require(::ftruncate(descriptor_, static_cast<off_t>(size)) == 0, "no memory");
    require(::pwrite(descriptor_, data, size, 0) == static_cast<ssize_t>(size), "no memory");
  }

 private:
  int descriptor_;
  std::string path_;
};

void require_damage(const Error& error, const std::string& path) {
  fuzz::require_message(error);
  require(error.code == ErrorCode::corrupt_file || error.code == ErrorCode::unknown_version,
          "another error:", error.message);
  require(error.message.rfind(path + ": ", 0) == 0, "the error does not begin with the path:", error.message);
}

/// One block by read_block() and by units: the same codes, or the same refusal. True if it can be read.
bool read_both_ways(const TableFile& table, int side, std::uint64_t block) {
  std::vector<ValueCode> codes(table.block_size(block));
  const auto read = table.read_block(side, block, codes);
  if (!read) require_damage(read.error(), table.path().string());
  const std::uint64_t first = block * table.header().block_entries;
  bool whole = true;
  for (std::uint32_t done = 0; done < codes.size(); done += table.unit_entries()) {
    const auto unit = table.read_unit(side, (first + done) / table.unit_entries());
    if (!unit) {
      require_damage(unit.error(), table.path().string());
      whole = false;
      continue;
    }
    require(unit->constant || unit->words.size() * sizeof(std::uint64_t) <= table.unit_bytes(), "a unit too large");
    const auto end = std::min<std::uint32_t>(static_cast<std::uint32_t>(codes.size()) - done, table.unit_entries());
    for (std::uint32_t i = 0; i < end; ++i) {
      const ValueCode code = table.code_at(*unit, side, i);
      require(table.header().metric != Metric::wdl || code <= 4, "a code that is no value");
      if (read) require(code == codes[done + i], "read_block and code_at differ");
    }
  }
  require(whole == read.has_value(), "read_block and read_unit refuse different blocks");
  return whole;
}

void read_all(const TableFile& table) {
  bool whole = true;
  std::uint64_t entries = 0;
  for (int side = 0; side < table.header().sides; ++side) {
    for (std::uint64_t block = 0; block < table.blocks() && entries < most_entries; ++block) {
      entries += table.block_size(block);
      if (!read_both_ways(table, side, block)) whole = false;
    }
  }
  if (entries >= most_entries) return;
  const auto verified = table.verify();
  if (!verified) require_damage(verified.error(), table.path().string());
  require(whole || !verified, "a file with a bad block passes verification");
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_table(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MemoryFile file;
  file.set(data, size);
  const auto table = TableFile::open(file.path());
  if (table) {
    read_all(*table);
  } else {
    require_damage(table.error(), file.path());
  }
  return 0;
}
