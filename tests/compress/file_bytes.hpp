#pragma once

#include <xxhash.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "catch.hpp"

// A table file as bytes, read from the description of the format alone: what the tests damage, craft and check.

namespace lunette {

class FileBytes {
 public:
  explicit FileBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file);
    bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  /// Writes in place: truncating first makes some filesystems wait for the disk each time.
  void save(const std::filesystem::path& path) const {
    std::ofstream file(path, std::ios::binary | std::ios::in);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    REQUIRE(file.flush());
    std::filesystem::resize_file(path, bytes.size());
  }

  std::uint64_t get(std::size_t offset, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes.at(offset + i);
    return value;
  }
  void set(std::size_t offset, std::size_t size, std::uint64_t value) {
    for (std::size_t i = 0; i < size; ++i) bytes.at(offset + i) = static_cast<std::uint8_t>(value >> (8 * i));
  }
  std::uint64_t checksum(std::size_t offset, std::size_t size) const {
    REQUIRE(offset + size <= bytes.size());
    return XXH3_64bits(bytes.data() + offset, size);
  }

  std::size_t index_offset() const { return static_cast<std::size_t>(get(88, 8)); }
  std::size_t index_size() const { return static_cast<std::size_t>(get(96, 8)); }
  std::size_t blocks_offset() const { return static_cast<std::size_t>(get(104, 8)); }
  std::size_t blocks_size() const { return static_cast<std::size_t>(get(112, 8)); }
  std::size_t trailer_offset() const { return static_cast<std::size_t>(get(120, 8)); }
  std::size_t block_number() const { return (index_size() - 8) / 24; }
  std::size_t entry_offset(std::size_t block) const { return index_offset() + 24 * block; }
  std::size_t block_offset(std::size_t block) const { return static_cast<std::size_t>(get(entry_offset(block), 8)); }
  std::size_t stored_size(std::size_t block) const { return static_cast<std::size_t>(get(entry_offset(block) + 8, 4)); }
  int storage(std::size_t block) const { return bytes.at(entry_offset(block) + 14); }

  /// Makes every checksum fit the bytes again.
  void seal() {
    for (std::size_t block = 0; block < block_number(); ++block) {
      set(entry_offset(block) + 16, 8, checksum(block_offset(block), stored_size(block)));
    }
    seal_sections();
  }
  /// The same of a file of coded blocks, whose model has one of its own.
  void seal_coded() {
    const std::size_t model = index_offset() + index_size();
    set(blocks_offset() - 8, 8, checksum(model, blocks_offset() - 8 - model));
    seal();
  }
  /// All but those of the blocks.
  void seal_sections() {
    set(index_offset() + index_size() - 8, 8, checksum(index_offset(), index_size() - 8));
    set(296, 8, checksum(0, 296));
    set(trailer_offset(), 8, checksum(0, trailer_offset()));
  }
  /// Puts other bytes in the place of the only block of a file, with all sizes and checksums right.
  void replace_only_block(int kind, std::span<const std::uint8_t> stored) {
    REQUIRE(block_number() == 1);
    bytes.resize(blocks_offset());
    bytes.insert(bytes.end(), stored.begin(), stored.end());
    bytes.resize(bytes.size() + 8);
    set(112, 8, stored.size());
    set(120, 8, blocks_offset() + stored.size());
    set(entry_offset(0) + 8, 4, stored.size());
    bytes.at(entry_offset(0) + 14) = static_cast<std::uint8_t>(kind);
    seal();
  }

  std::vector<std::uint8_t> bytes;
};

}  // namespace lunette
