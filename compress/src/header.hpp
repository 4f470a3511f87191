#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

struct Section {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t end() const noexcept { return offset + size; }
};

/// The half of the header that callers do not see: how the file is laid out.
struct Layout {
  format::Encoding encoding = format::Encoding::base3;
  int segment_shift = 0;  ///< of coded blocks: log2 of the entries of a segment
  Section index;
  Section model;  ///< of coded blocks, otherwise empty
  Section blocks;
  Section trailer;
};

struct DecodedHeader {
  TableHeader header;
  Layout layout;
};

/// What keeps a header from describing a table, in words; empty if nothing does. The writer asks before it
/// writes and the reader before it believes.
std::string header_fault(const TableHeader& header);

/// Blocks of one side to move.
std::uint64_t block_count(const TableHeader& header) noexcept;
/// Entries in a block: block_entries but for the last.
std::uint32_t entries_in_block(const TableHeader& header, std::uint64_t block) noexcept;
/// Sides to move that have blocks of their own: a coded block holds both.
int block_sides(const TableHeader& header, format::Encoding encoding) noexcept;
/// Bytes of the block index, its checksum included.
std::uint64_t index_size(const TableHeader& header, format::Encoding encoding) noexcept;

/// Requires header_fault(header) to be empty.
std::vector<std::uint8_t> encode_header(const TableHeader& header, const Layout& layout);

/// The header of a mapped file: magic, version, checksum, every field, and that the sections fill the file exactly.
/// Errors: corrupt_file, unknown_version.
Result<DecodedHeader> decode_header(std::span<const std::uint8_t> file, const std::filesystem::path& path);

/// corrupt_file, "PATH: PART: REASON".
Error corrupt(const std::filesystem::path& path, std::string_view part, std::string_view reason);

}  // namespace lunette
