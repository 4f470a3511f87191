#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format.hpp"
#include "header.hpp"
#include "lunette/compress/value.hpp"
#include "wire.hpp"

namespace lunette {

/// One block's entry in the block index.
struct BlockEntry {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  ValueCode constant = 0;
  format::Storage storage = format::Storage::constant;
  std::uint64_t checksum = 0;
};

void encode_block_entry(WireWriter& out, const BlockEntry& entry);

/// The entry of a block of `entries` codes inside the section `blocks`; absent if the bytes say what cannot be.
std::optional<BlockEntry> decode_block_entry(std::span<const std::uint8_t> bytes, format::Encoding encoding,
                                             std::size_t entries, Section blocks) noexcept;

/// A block as it is stored; entry.offset is not yet known.
struct StoredBlock {
  BlockEntry entry;
  std::vector<std::uint8_t> bytes;
};

/// Packs and compresses, or absent if zstd fails (it has no memory). Depends on its arguments alone.
std::optional<StoredBlock> encode_block(format::Encoding encoding, int zstd_level, std::span<const ValueCode> codes);

/// The packed form of a stored block of `entries` codes, empty where the block is constant. `fault` says in words why
/// there is none.
struct PackedBlock {
  std::vector<std::uint8_t> packed;
  std::string fault;
};
PackedBlock decode_block(format::Encoding encoding, const BlockEntry& entry, std::span<const std::uint8_t> stored,
                         std::size_t entries);

/// Levels that zstd knows.
bool is_zstd_level(int level) noexcept;

}  // namespace lunette
