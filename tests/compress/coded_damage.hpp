#pragma once

#include <filesystem>
#include <random>
#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "lunette/compress/table_file.hpp"

// What is done to files of coded blocks, of WDL and of distances alike. The file is left damaged.

namespace lunette::tables {

/// Every byte changed, by itself, and every length, in steps of 7.
inline void check_damage_is_refused(const std::filesystem::path& path) {
  FileBytes file(path);
  const auto refused = [&] {
    file.save(path);
    const auto table = TableFile::open(path);
    const auto verified = table ? table->verify() : Result<void>(table.error());
    if (verified) return false;
    return verified.error().code == ErrorCode::corrupt_file || verified.error().code == ErrorCode::unknown_version;
  };
  for (std::size_t i = 0; i < file.bytes.size(); ++i) {
    file.bytes[i] ^= 0x41;
    if (!refused()) FAIL("byte " << i);
    file.bytes[i] ^= 0x41;
  }
  const std::vector<std::uint8_t> whole = file.bytes;
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    file.bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    if (!refused()) FAIL("length " << length);
  }
}

/// Random bytes of model and blocks under right checksums: a file is refused, or its units are, or they are read.
/// Returns how many of 1,000 could be opened.
inline int forgeries_opened(const std::filesystem::path& path, unsigned seed) {
  const FileBytes original(path);
  const std::size_t model = original.index_offset() + original.index_size();
  std::mt19937 random(seed);
  int opened = 0;
  for (int i = 0; i < 1'000; ++i) {
    FileBytes file = original;
    for (int change = 0; change <= i % 3; ++change) {
      const std::size_t from = i % 4 == 0 ? model : static_cast<std::size_t>(file.get(104, 8));
      file.bytes[from + random() % (file.bytes.size() - 8 - from)] = static_cast<std::uint8_t>(random());
    }
    file.seal_coded();
    file.save(path);
    const auto table = TableFile::open(path);
    if (!table) {
      REQUIRE(table.error().code == ErrorCode::corrupt_file);
      continue;
    }
    ++opened;
    for (std::uint64_t unit = 0; unit * table->unit_entries() < table->header().entries; ++unit) {
      const auto read = table->read_unit(0, unit);
      if (!read) REQUIRE(read.error().code == ErrorCode::corrupt_file);
    }
  }
  return opened;
}

}  // namespace lunette::tables
