#include <zstd.h>

#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

// A second reader, written from the description at the top of compress/src/format.hpp and nothing else.

using namespace lunette;
using namespace lunette::tables;

namespace {

std::vector<std::uint8_t> packed_block(const FileBytes& file, std::size_t block, std::size_t packed_size) {
  const std::uint8_t* stored = file.bytes.data() + file.block_offset(block);
  REQUIRE(file.checksum(file.block_offset(block), file.stored_size(block)) ==
          file.get(file.entry_offset(block) + 16, 8));
  if (file.storage(block) == 1) return {stored, stored + file.stored_size(block)};
  std::vector<std::uint8_t> packed(packed_size);
  REQUIRE(ZSTD_decompress(packed.data(), packed.size(), stored, file.stored_size(block)) == packed_size);
  return packed;
}

std::vector<ValueCode> decoded_block(const FileBytes& file, std::size_t block, std::size_t entries) {
  if (file.storage(block) == 0) {
    REQUIRE(file.stored_size(block) == 0);
    return std::vector<ValueCode>(entries, static_cast<ValueCode>(file.get(file.entry_offset(block) + 12, 2)));
  }
  struct Encoding {
    std::size_t base;
    std::size_t codes_in_byte;
    std::size_t scale;
  };
  const std::size_t number = file.bytes[56];
  std::vector<ValueCode> codes;
  if (number == 3) {
    const auto packed = packed_block(file, block, 2 * entries);
    for (std::size_t i = 0; i < entries; ++i)
      codes.push_back(static_cast<ValueCode>(packed[2 * i] + 256 * packed[2 * i + 1]));
    return codes;
  }
  const Encoding encoding = std::vector<Encoding>{{3, 5, 2}, {5, 3, 1}, {256, 1, 1}}.at(number);
  const auto packed = packed_block(file, block, (entries + encoding.codes_in_byte - 1) / encoding.codes_in_byte);
  for (const std::uint8_t byte : packed) {
    std::size_t left = byte;
    for (std::size_t i = 0; i < encoding.codes_in_byte; ++i, left /= encoding.base) {
      codes.push_back(static_cast<ValueCode>(left % encoding.base * encoding.scale));
    }
  }
  for (std::size_t i = entries; i < codes.size(); ++i) CHECK(codes[i] == 0);
  codes.resize(entries);
  return codes;
}

Codes decoded_file(const FileBytes& file) {
  const auto entries = static_cast<std::size_t>(file.get(64, 8));
  const auto block_entries = static_cast<std::size_t>(file.get(72, 4));
  const std::size_t blocks = (entries + block_entries - 1) / block_entries;
  Codes codes(file.bytes[54]);
  REQUIRE(file.block_number() == blocks * codes.size());
  for (std::size_t block = 0; block < file.block_number(); ++block) {
    const std::size_t in_side = block % blocks;
    const auto decoded = decoded_block(file, block, std::min(block_entries, entries - in_side * block_entries));
    codes[block / blocks].insert(codes[block / blocks].end(), decoded.begin(), decoded.end());
  }
  return codes;
}

void check_sections(const FileBytes& file) {
  CHECK(file.index_offset() == 304);
  CHECK(file.blocks_offset() == file.index_offset() + file.index_size());
  CHECK(file.trailer_offset() == file.blocks_offset() + file.blocks_size());
  CHECK(file.bytes.size() == file.trailer_offset() + 8);
  CHECK(file.get(296, 8) == file.checksum(0, 296));
  CHECK(file.get(file.blocks_offset() - 8, 8) == file.checksum(file.index_offset(), file.index_size() - 8));
  CHECK(file.get(file.trailer_offset(), 8) == file.checksum(0, file.trailer_offset()));
}

}  // namespace

TEST_CASE("a reader written from the description reads every encoding") {
  for (const auto& [material, metric, alphabet] : {std::tuple{"KvK", Metric::wdl, std::vector<ValueCode>{0, 2, 4}},
                                                   {"KKvK", Metric::wdl, std::vector<ValueCode>{0, 2, 4}},
                                                   {"KKvM", Metric::wdl, std::vector<ValueCode>{0, 1, 2, 3, 4}},
                                                   {"KMvK", Metric::dtc, std::vector<ValueCode>{0, 1, 2, 255}},
                                                   {"KMvK", Metric::dtw, std::vector<ValueCode>{0, 1, 256, 65535}}}) {
    const TableHeader header = header_of(material, metric);
    const Codes codes = mixed_codes(header, alphabet);
    const TemporaryDirectory directory;
    const auto written = write_table(directory / "table", header, source_of(codes));
    REQUIRE(written.has_value());
    const FileBytes file(directory / "table");
    check_sections(file);
    CHECK(written->file_checksum == file.get(file.trailer_offset(), 8));
    CHECK((decoded_file(file) == codes));
  }
}

TEST_CASE("the header of a file, byte by byte") {
  TableHeader header = header_of("KKvM", Metric::dtc, Board::b10, 1U << 16);
  header.captures = CaptureEntries::filler;
  header.value_checksum = 0x1122334455667788U;
  header.statistics[0] = {{5, 6, 7, 8, 9}, 23, -1, 11, SideStatistics::no_index};
  header.tool_version = "1.2.3";
  const Codes codes(2, std::vector<ValueCode>(header.entries, 9));
  const TemporaryDirectory directory;
  REQUIRE(write_table(directory / "table", header, source_of(codes)).has_value());
  const FileBytes file(directory / "table");
  const auto text = [&](std::size_t offset) {
    return std::string(reinterpret_cast<const char*>(&file.bytes[offset]), 32);
  };
  const auto padded = [](std::string value) {
    value.append(32 - value.size(), '\0');
    return value;
  };
  CHECK(text(0).substr(0, 8) == "LUNETTE\x1A");
  CHECK(file.get(8, 4) == 1);
  CHECK(file.get(12, 4) == 304);
  CHECK(text(16) == padded("traditional"));
  CHECK(file.bytes[48] == 10);
  CHECK(file.get(49, 4) == 0x01'00'00'02U);
  CHECK(file.bytes[53] == 1);
  CHECK(file.bytes[54] == 2);
  CHECK(file.bytes[55] == 1);
  CHECK(file.get(56, 4) == 2);
  CHECK(file.get(60, 4) == 13);
  CHECK(file.get(64, 8) == 52920);
  CHECK(file.get(72, 8) == 65536);
  CHECK(file.get(80, 8) == 0x1122334455667788U);
  for (std::uint64_t code = 0; code < 5; ++code) CHECK(file.get(136 + 8 * code, 8) == 5 + code);
  CHECK(file.get(176, 4) == 23);
  CHECK(file.get(180, 4) == 0xFFFFFFFFU);
  CHECK(file.get(184, 8) == 11);
  CHECK(file.get(192, 8) == ~std::uint64_t{0});
  CHECK(file.get(200, 8) == 0);
  CHECK(file.get(240, 8) == ~std::uint64_t{0});
  CHECK(text(264) == padded("1.2.3"));
}
