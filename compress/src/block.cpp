#include "block.hpp"

#include <zstd.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "packing.hpp"
#include "xxh3.hpp"

namespace lunette {
namespace {

using format::Encoding;
using format::Storage;

bool is_size(Storage storage, std::uint32_t size, std::size_t packed) {
  switch (storage) {
    case Storage::constant: return size == 0;
    case Storage::packed: return size == packed;
    case Storage::zstd: return size > 0 && size < packed;
  }
  return false;
}

}  // namespace

void encode_block_entry(WireWriter& out, const BlockEntry& entry) {
  out.u64(entry.offset);
  out.u32(entry.size);
  out.u16(entry.constant);
  out.u8(static_cast<std::uint8_t>(entry.storage));
  out.zeros(1);
  out.u64(entry.checksum);
}

std::optional<BlockEntry> decode_block_entry(std::span<const std::uint8_t> bytes, Encoding encoding,
                                             std::size_t entries, Section blocks) noexcept {
  WireReader in(bytes);
  BlockEntry entry;
  entry.offset = in.u64();
  entry.size = in.u32();
  entry.constant = in.u16();
  const std::uint8_t storage = in.u8();
  const bool padded = in.zeros(1);
  entry.checksum = in.u64();
  if (!padded || storage > format::last_storage) return std::nullopt;
  entry.storage = static_cast<Storage>(storage);
  if (is_coded(encoding)) {
    if (entry.storage != Storage::packed || entry.size == 0) return std::nullopt;
  } else if (!is_size(entry.storage, entry.size, packed_size(encoding, entries))) {
    return std::nullopt;
  }
  if (entry.offset < blocks.offset || entry.offset > blocks.end() || entry.size > blocks.end() - entry.offset) {
    return std::nullopt;
  }
  if (entry.storage != Storage::constant && entry.constant != 0) return std::nullopt;
  if (!is_coded(encoding) && !can_hold(encoding, entry.constant)) return std::nullopt;
  return entry;
}

std::optional<StoredBlock> encode_block(Encoding encoding, int zstd_level, std::span<const ValueCode> codes) {
  StoredBlock block;
  if (std::adjacent_find(codes.begin(), codes.end(), std::not_equal_to<>()) == codes.end()) {
    block.entry.constant = codes.front();
  } else {
    std::vector<std::uint8_t> packed = pack(encoding, codes);
    block.bytes.resize(ZSTD_compressBound(packed.size()));
    // ZSTD_compress writes no checksum into the frame: ours covers it.
    const std::size_t size =
        ZSTD_compress(block.bytes.data(), block.bytes.size(), packed.data(), packed.size(), zstd_level);
    if (ZSTD_isError(size) != 0) return std::nullopt;
    const bool shorter = size < packed.size();
    if (shorter) {
      block.bytes.resize(size);
      block.bytes.shrink_to_fit();
    } else {
      block.bytes = std::move(packed);
    }
    block.entry.storage = shorter ? Storage::zstd : Storage::packed;
  }
  block.entry.size = static_cast<std::uint32_t>(block.bytes.size());
  block.entry.checksum = xxh3(block.bytes);
  return block;
}

PackedBlock decode_block(Encoding encoding, const BlockEntry& entry, std::span<const std::uint8_t> stored,
                         std::size_t entries) {
  PackedBlock block;
  if (xxh3(stored) != entry.checksum) {
    block.fault = "its checksum does not match";
    return block;
  }
  if (entry.storage == Storage::constant) return block;
  if (entry.storage == Storage::packed) {
    block.packed.assign(stored.begin(), stored.end());
  } else {
    block.packed.resize(packed_size(encoding, entries));
    const std::size_t size = ZSTD_decompress(block.packed.data(), block.packed.size(), stored.data(), stored.size());
    if (ZSTD_isError(size) != 0 || size != block.packed.size()) {
      block.fault = "it does not decompress to its size";
      return block;
    }
  }
  if (!is_packed(encoding, block.packed, entries)) block.fault = "it holds bytes that are no values";
  return block;
}

bool is_zstd_level(int level) noexcept {
  return level >= ZSTD_minCLevel() && level <= ZSTD_maxCLevel();
}

}  // namespace lunette
