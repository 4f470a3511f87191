#include "header.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "wire.hpp"
#include "xxh3.hpp"

namespace lunette {
namespace {

constexpr std::string_view part = "header";

bool is_text(std::string_view text) {
  return !text.empty() && text.size() <= format::text_size &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool is_contested(const Material& material) {
  return material.white_pieces() > 0 && material.black_pieces() > 0;
}

bool is_index(std::uint64_t index, std::uint64_t entries) {
  return index < entries || index == SideStatistics::no_index;
}

std::string statistics_fault(const TableHeader& header) {
  for (std::size_t side = 0; side < header.statistics.size(); ++side) {
    const SideStatistics& statistics = header.statistics[side];
    if (side >= static_cast<std::size_t>(header.sides) && statistics != SideStatistics{}) {
      return "statistics of a side that is not stored";
    }
    for (const std::uint64_t count : statistics.counts) {
      if (count > header.entries) return "statistics count more positions than there are";
    }
    if (statistics.max_win < -1 || statistics.max_loss < -1) return "statistics hold a negative distance";
    if (!is_index(statistics.longest_win, header.entries) || !is_index(statistics.longest_loss, header.entries)) {
      return "statistics name a position past the end";
    }
  }
  return {};
}

void encode_statistics(WireWriter& out, const SideStatistics& statistics) {
  for (const std::uint64_t count : statistics.counts) out.u64(count);
  out.u32(static_cast<std::uint32_t>(statistics.max_win));
  out.u32(static_cast<std::uint32_t>(statistics.max_loss));
  out.u64(statistics.longest_win);
  out.u64(statistics.longest_loss);
}

SideStatistics decode_statistics(WireReader& in) {
  SideStatistics statistics;
  for (std::uint64_t& count : statistics.counts) count = in.u64();
  statistics.max_win = static_cast<std::int32_t>(in.u32());
  statistics.max_loss = static_cast<std::int32_t>(in.u32());
  statistics.longest_win = in.u64();
  statistics.longest_loss = in.u64();
  return statistics;
}

/// The text of a padded field; absent if bytes follow the first zero.
std::optional<std::string> decode_text(std::span<const std::uint8_t> field) {
  const auto end = std::find(field.begin(), field.end(), std::uint8_t{0});
  if (std::any_of(end, field.end(), [](std::uint8_t byte) { return byte != 0; })) return std::nullopt;
  return std::string(field.begin(), end);
}

Section decode_section(WireReader& in) {
  Section section;
  section.offset = in.u64();
  section.size = in.u64();
  return section;
}

/// The fields in their order on disk. An error is one line saying which field cannot be.
std::string decode_fields(std::span<const std::uint8_t> bytes, TableHeader& header, Layout& layout) {
  WireReader in(bytes);
  in.skip(format::version_offset + 4);
  if (in.u32() != format::header_size) return "its size is not the one of this version";
  auto ruleset = decode_text(in.next(format::text_size));
  if (!ruleset) return "the ruleset's name is not a text";
  header.ruleset = std::move(*ruleset);
  const std::uint8_t rows = in.u8();
  if (rows != 8 && rows != 10) return "a board of " + std::to_string(rows) + " rows";
  header.board = rows == 8 ? Board::b8 : Board::b10;
  header.material.white_kings = in.u8();
  header.material.white_men = in.u8();
  header.material.black_kings = in.u8();
  header.material.black_men = in.u8();
  const std::uint8_t metric = in.u8();
  header.metric = static_cast<Metric>(metric);
  header.sides = in.u8();
  const std::uint8_t captures = in.u8();
  header.captures = static_cast<CaptureEntries>(captures);
  const std::uint8_t encoding = in.u8();
  layout.encoding = static_cast<format::Encoding>(encoding);
  if (metric > static_cast<std::uint8_t>(Metric::dtw)) return "unknown metric " + std::to_string(metric);
  if (captures > static_cast<std::uint8_t>(CaptureEntries::filler)) return "unknown capture flag";
  if (encoding > format::last_encoding) return "unknown encoding " + std::to_string(encoding);
  layout.segment_shift = in.u8();
  if (!in.zeros(2)) return "a reserved byte is not zero";
  const std::uint32_t count_limit = in.u32();
  if (count_limit > std::numeric_limits<std::int32_t>::max()) return "a count limit out of range";
  header.count_limit = static_cast<int>(count_limit);
  header.entries = in.u64();
  header.block_entries = in.u32();
  if (!in.zeros(4)) return "a reserved byte is not zero";
  header.value_checksum = in.u64();
  layout.index = decode_section(in);
  layout.blocks = decode_section(in);
  layout.trailer = decode_section(in);
  for (SideStatistics& statistics : header.statistics) statistics = decode_statistics(in);
  auto version = decode_text(in.next(format::text_size));
  if (!version) return "the tool version is not a text";
  header.tool_version = std::move(*version);
  return {};
}

bool is_coded(const Layout& layout) {
  return format::is_coded(layout.encoding);
}

std::string coding_fault(const TableHeader& header, const Layout& layout, std::uint32_t version) {
  const bool is_wdl_encoding = layout.encoding <= format::Encoding::base5 || layout.encoding == format::Encoding::coded;
  if (is_wdl_encoding != (header.metric == Metric::wdl)) return "the encoding does not fit the metric";
  if (is_coded(layout) != (version == format::coded_version)) return "the encoding does not fit the format version";
  if (!is_coded(layout)) return layout.segment_shift == 0 ? "" : "a reserved byte is not zero";
  if (layout.segment_shift < format::min_segment_shift || layout.segment_shift > format::max_segment_shift ||
      header.block_entries < std::uint32_t{1} << layout.segment_shift) {
    return "segments of 2^" + std::to_string(layout.segment_shift) + " entries";
  }
  if (header.captures != CaptureEntries::filler) return "coded blocks that claim to hold captures";
  return {};
}

std::string layout_fault(const TableHeader& header, Layout& layout, std::uint64_t file_size) {
  if (layout.index.offset != format::header_size || layout.index.size != index_size(header, layout.encoding)) {
    return "the block index is not where it must be";
  }
  // Subtractions only, from sizes known to be smaller: nothing a header says can overflow.
  const std::uint64_t around = layout.index.end() + format::trailer_size;
  if (file_size < around || layout.blocks.offset < layout.index.end() ||
      layout.blocks.offset > file_size - format::trailer_size) {
    return "the blocks do not fill the file of " + std::to_string(file_size) + " bytes";
  }
  layout.model = {layout.index.end(), layout.blocks.offset - layout.index.end()};
  if (is_coded(layout) ? layout.model.size < format::checksum_size : layout.model.size != 0) {
    return "the model is not where it must be";
  }
  if (layout.blocks.size != file_size - format::trailer_size - layout.blocks.offset) {
    return "the blocks do not fill the file of " + std::to_string(file_size) + " bytes";
  }
  if (layout.trailer.offset != layout.blocks.end() || layout.trailer.size != format::trailer_size) {
    return "the trailer is not where it must be";
  }
  return {};
}

}  // namespace

Error corrupt(const std::filesystem::path& path, std::string_view where, std::string_view reason) {
  std::string message = path.string();
  message.append(": ").append(where).append(": ").append(reason);
  return {ErrorCode::corrupt_file, std::move(message)};
}

std::string header_fault(const TableHeader& header) {
  if (!is_text(header.ruleset)) return "the ruleset has no printable name of at most 32 bytes";
  if (!is_text(header.tool_version)) return "the tool version is not a printable text of at most 32 bytes";
  const Material& material = header.material;
  if (!is_contested(material) || material.pieces() > max_table_pieces) return "no table can have this material";
  if (!material.is_canonical()) return "the material is not in its stored form";
  if (header.sides != material.stored_sides()) return "the number of sides does not fit the material";
  if (header.entries != Indexer(header.board, material).size())
    return "the number of entries does not fit the material";
  if (!std::has_single_bit(header.block_entries) || header.block_entries < format::min_block_entries ||
      header.block_entries > format::max_block_entries) {
    return "the block size is not a power of two from 2^10 to 2^24";
  }
  if (header.count_limit < 0) return "the count limit is negative";
  return statistics_fault(header);
}

std::uint64_t block_count(const TableHeader& header) noexcept {
  return (header.entries + header.block_entries - 1) / header.block_entries;
}

std::uint32_t entries_in_block(const TableHeader& header, std::uint64_t block) noexcept {
  const std::uint64_t left = header.entries - block * header.block_entries;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, header.block_entries));
}

int block_sides(const TableHeader& header, format::Encoding encoding) noexcept {
  return format::is_coded(encoding) ? 1 : header.sides;
}

std::uint64_t index_size(const TableHeader& header, format::Encoding encoding) noexcept {
  const auto sides = static_cast<std::uint64_t>(block_sides(header, encoding));
  return block_count(header) * sides * format::block_entry_size + format::checksum_size;
}

std::vector<std::uint8_t> encode_header(const TableHeader& header, const Layout& layout) {
  WireWriter out;
  out.raw(format::magic);
  out.u32(is_coded(layout) ? format::coded_version : format::plain_version);
  out.u32(format::header_size);
  out.text(header.ruleset, format::text_size);
  out.u8(header.board == Board::b8 ? 8 : 10);
  out.u8(header.material.white_kings);
  out.u8(header.material.white_men);
  out.u8(header.material.black_kings);
  out.u8(header.material.black_men);
  out.u8(static_cast<std::uint8_t>(header.metric));
  out.u8(static_cast<std::uint8_t>(header.sides));
  out.u8(static_cast<std::uint8_t>(header.captures));
  out.u8(static_cast<std::uint8_t>(layout.encoding));
  out.u8(static_cast<std::uint8_t>(layout.segment_shift));
  out.zeros(2);
  out.u32(static_cast<std::uint32_t>(header.count_limit));
  out.u64(header.entries);
  out.u32(header.block_entries);
  out.zeros(4);
  out.u64(header.value_checksum);
  for (const Section& section : {layout.index, layout.blocks, layout.trailer}) {
    out.u64(section.offset);
    out.u64(section.size);
  }
  for (const SideStatistics& statistics : header.statistics) encode_statistics(out, statistics);
  out.text(header.tool_version, format::text_size);
  out.u64(xxh3(out.bytes()));
  return std::move(out).take();
}

Result<DecodedHeader> decode_header(std::span<const std::uint8_t> file, const std::filesystem::path& path) {
  constexpr std::size_t preamble = format::version_offset + 4;
  if (file.size() < preamble || !std::equal(format::magic.begin(), format::magic.end(), file.begin())) {
    return corrupt(path, part, "this is not a table file");
  }
  const std::uint32_t version = WireReader(file.subspan(format::version_offset)).u32();
  if (version < format::plain_version || version > table_format_version) {
    return Error{ErrorCode::unknown_version, path.string() + ": format version " + std::to_string(version) +
                                                 ", known are versions to " + std::to_string(table_format_version)};
  }
  if (file.size() < format::header_size) return corrupt(path, part, "the file ends inside of it");
  const auto bytes = file.first(format::header_size);
  const auto covered = bytes.first(format::header_size - format::checksum_size);
  if (WireReader(bytes.last(format::checksum_size)).u64() != xxh3(covered)) {
    return corrupt(path, part, "its checksum does not match");
  }
  DecodedHeader decoded;
  std::string fault = decode_fields(covered, decoded.header, decoded.layout);
  if (fault.empty()) fault = header_fault(decoded.header);
  if (fault.empty()) fault = coding_fault(decoded.header, decoded.layout, version);
  if (fault.empty()) fault = layout_fault(decoded.header, decoded.layout, file.size());
  if (!fault.empty()) return corrupt(path, part, fault);
  return decoded;
}

}  // namespace lunette
