#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "block.hpp"
#include "distance_codec.hpp"
#include "header.hpp"
#include "lunette/compress/table_file.hpp"
#include "mapped_file.hpp"
#include "packing.hpp"
#include "row_codec.hpp"

namespace lunette {

/// An opened file and all that is done with it. Functions may throw std::bad_alloc.
struct TableFile::State {
  std::filesystem::path path;
  MappedFile file;
  TableHeader header;
  Layout layout;
  Indexer indexer;
  CaptureSquares captures = nullptr;
  RowModel row_model;            // of coded WDL
  DistanceModel distance_model;  // of coded distances
  std::optional<TableFile> wdl;  // of these
  std::uint64_t blocks = 0;      // of one side
  std::uint64_t file_checksum = 0;

  bool coded() const noexcept { return format::is_coded(layout.encoding); }
  bool coded_distances() const noexcept { return layout.encoding == format::Encoding::coded_distances; }

  // Opening: table_state.cpp.

  std::span<const std::uint8_t> section(const Section& section) const {
    return file.bytes().subspan(static_cast<std::size_t>(section.offset), static_cast<std::size_t>(section.size));
  }
  /// The index is small and everything else hangs on it, so all of it is checked when the file is opened.
  Result<void> check_index() const;
  /// Of a coded file; of distances, opens the WDL file too.
  Result<void> read_model(const std::filesystem::path& wdl_path);
  Result<void> open_wdl(std::filesystem::path wdl_path);

  // Blocks: table_state.cpp.

  std::optional<BlockEntry> entry(int side, std::uint64_t block) const noexcept;
  Result<BlockEntry> find(int side, std::uint64_t block) const;
  Error corrupt_block(int side, std::uint64_t block, std::string_view reason) const;
  Result<std::vector<std::uint8_t>> packed(int side, std::uint64_t block, const BlockEntry& found) const;
  /// A packed block in words.
  Unit unit_of(const BlockEntry& found, std::span<const std::uint8_t> packed) const;

  // Coded blocks: coded_units.cpp.

  RowCoding coding() const noexcept { return {&indexer, captures, header.sides}; }
  std::size_t segments_in(std::uint64_t block) const noexcept {
    return (entries_in_block(header, block) + (std::uint32_t{1} << layout.segment_shift) - 1) >> layout.segment_shift;
  }
  /// The stored bytes of a coded block, their checksum tested.
  Result<std::span<const std::uint8_t>> coded_block(int side, std::uint64_t block) const;
  /// Decodes one segment of a block that coded_block() gave.
  Result<Unit> decode(std::span<const std::uint8_t> stored, std::uint64_t block, std::size_t number) const;
  Result<Unit> read_segment(int side, std::uint64_t number) const;
  Result<void> read_coded_block(int side, std::uint64_t block, std::span<ValueCode> out) const;
  /// The won and the lost entries of a range that begins at a multiple of 64, by side, from the WDL file.
  Result<std::array<std::vector<std::uint64_t>, 2>> decided(Index first, std::uint32_t entries) const;
  /// Words of a coded unit.
  std::size_t unit_words() const noexcept;

  // Units.

  std::uint32_t unit_entries() const noexcept {
    return coded() ? std::uint32_t{1} << layout.segment_shift : header.block_entries;
  }
  std::uint32_t entries_in_unit(std::uint64_t unit) const noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(header.entries - unit * unit_entries(), unit_entries()));
  }

  std::uint32_t group_of(int side, std::uint32_t offset) const noexcept {
    if (coded_distances()) {
      const auto code_bytes = static_cast<std::uint32_t>(distance_model.code_bytes);
      return (static_cast<std::uint32_t>(side) * unit_entries() + offset) * code_bytes / group_bytes;
    }
    if (coded()) return static_cast<std::uint32_t>(side) * (unit_entries() / 64) + offset / 64;
    return static_cast<std::uint32_t>(byte_of(layout.encoding, offset) / group_bytes);
  }
  ValueCode code_in(const UnitGroup& group, std::uint32_t offset) const noexcept {
    using format::Encoding;
    switch (layout.encoding) {
      case Encoding::coded: return coded_value(group, offset);
      case Encoding::coded_distances:
        return code_in_group(distance_model.code_bytes == 1 ? Encoding::byte : Encoding::pair, group, offset);
      default: return code_in_group(layout.encoding, group, offset);
    }
  }
  ValueCode code_at(const Unit& unit, int side, std::uint32_t offset) const noexcept {
    if (unit.constant) return (*unit.constant)[static_cast<std::size_t>(side)];
    const std::size_t word = 2 * group_of(side, offset);
    return code_in({unit.words[word], unit.words[word + 1]}, offset);
  }
};

}  // namespace lunette
