#include <xxhash.h>

#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

/// The definition, byte by byte: the codes of all sides, 16 bits little-endian.
std::uint64_t defined_checksum(const Codes& codes) {
  std::vector<std::uint8_t> bytes;
  for (const auto& side : codes) {
    for (const ValueCode code : side) {
      bytes.push_back(static_cast<std::uint8_t>(code & 0xFF));
      bytes.push_back(static_cast<std::uint8_t>(code >> 8));
    }
  }
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace

TEST_CASE("the value checksum is XXH3 over little-endian codes, side after side") {
  for (const char* material : {"KvK", "KKvK", "KKKvK"}) {
    const TableHeader header = header_of(material, Metric::dtw);
    const Codes codes = mixed_codes(header, {0, 1, 255, 256, 65535});
    CHECK(value_checksum(source_of(codes), header.sides, header.entries) == defined_checksum(codes));
  }
}

TEST_CASE("the value checksum does not depend on how the codes arrive") {
  const TableHeader header = header_of("KKvK", Metric::dtw);
  const Codes codes = mixed_codes(header, {0, 1, 300});
  for (const std::size_t piece : {1U, 7U, 1000U, 20000U}) {
    ValueChecksum checksum;
    for (const auto& side : codes) {
      for (std::size_t first = 0; first < side.size(); first += piece) {
        checksum.add(std::span(side).subspan(first, std::min(piece, side.size() - first)));
      }
    }
    CHECK(checksum.value() == defined_checksum(codes));
  }
  CHECK(ValueChecksum().value() == XXH3_64bits(nullptr, 0));
}

TEST_CASE("one changed code changes the value checksum") {
  const TableHeader header = header_of("KvK", Metric::wdl);
  Codes codes = mixed_codes(header, {0, 2, 4});
  const std::uint64_t before = value_checksum(source_of(codes), 1, header.entries);
  codes[0][991] = 1;
  CHECK(value_checksum(source_of(codes), 1, header.entries) != before);
}
