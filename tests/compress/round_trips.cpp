#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "lunette/compress/version.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

/// Writes a table and opens it.
TableFile written_table(const std::filesystem::path& path, const TableHeader& header, const Codes& codes) {
  REQUIRE(write_table(path, header, source_of(codes)).has_value());
  auto table = TableFile::open(path);
  REQUIRE(table.has_value());
  return *std::move(table);
}

void check_round_trip(const TableHeader& header, const Codes& codes) {
  const TemporaryDirectory directory;
  const auto path = directory / "table";
  const auto written = write_table(path, header, source_of(codes));
  REQUIRE(written.has_value());
  const auto table = TableFile::open(path);
  REQUIRE(table.has_value());
  CHECK(table->bytes() == written->bytes);
  CHECK(table->bytes() == std::filesystem::file_size(path));
  CHECK(table->file_checksum() == written->file_checksum);
  CHECK(table->path() == path);
  CHECK(table->blocks() == (header.entries + header.block_entries - 1) / header.block_entries);
  CHECK(table->verify().has_value());
  CHECK(holds(*table, codes));
}

const std::vector<ValueCode> three_values{0, 2, 4};
const std::vector<ValueCode> five_values{4, 1, 3, 0, 2};
const std::vector<ValueCode> byte_distances{0, 1, 2, 27, 255};
const std::vector<ValueCode> pair_distances{0, 1, 256, 999, 65535};

}  // namespace

TEST_CASE("every encoding comes back, over constant, patterned and noisy blocks") {
  for (const char* material : {"KvK", "KvM", "KKvK", "KMvK"}) {
    CAPTURE(material);
    check_round_trip(header_of(material, Metric::wdl), mixed_codes(header_of(material, Metric::wdl), three_values));
    check_round_trip(header_of(material, Metric::wdl), mixed_codes(header_of(material, Metric::wdl), five_values));
    check_round_trip(header_of(material, Metric::dtc), mixed_codes(header_of(material, Metric::dtc), byte_distances));
    check_round_trip(header_of(material, Metric::dtw), mixed_codes(header_of(material, Metric::dtw), pair_distances));
  }
}

TEST_CASE("one rare code decides the encoding of the whole table") {
  for (const auto& [metric, rare, encoding] : {std::tuple{Metric::wdl, 4, 0},
                                               {Metric::wdl, 1, 1},
                                               {Metric::wdl, 3, 1},
                                               {Metric::dtc, 255, 2},
                                               {Metric::dtw, 256, 3}}) {
    const TableHeader header = header_of("KKvK", metric);
    Codes codes(2, std::vector<ValueCode>(header.entries, 2));
    codes[1].back() = static_cast<ValueCode>(rare);
    const TemporaryDirectory directory;
    const TableFile table = written_table(directory / "table", header, codes);
    CHECK(holds(table, codes));
    CHECK(FileBytes(directory / "table").get(56, 1) == static_cast<std::uint64_t>(encoding));
  }
}

TEST_CASE("tables whose last block is full, short by one, or a single entry") {
  // MMvMM on 8x8 has 125,664 placements, KvK 992, KKvK 14,880: none is a multiple of a power of two, so the sizes
  // of last blocks vary with the block size.
  for (const std::uint32_t block_entries : {1U << 10, 1U << 11, 1U << 13, 1U << 14, 1U << 20, 1U << 24}) {
    for (const char* material : {"KvK", "KKvK"}) {
      const TableHeader header = header_of(material, Metric::wdl, Board::b8, block_entries);
      CAPTURE(material, block_entries);
      check_round_trip(header, mixed_codes(header, five_values));
    }
  }
}

TEST_CASE("a table of one value is stored without any block") {
  for (const auto& [metric, code] :
       {std::pair{Metric::wdl, 0}, {Metric::wdl, 3}, {Metric::wdl, 4}, {Metric::dtc, 200}, {Metric::dtw, 4000}}) {
    const TableHeader header = header_of("KKvK", metric);
    const Codes codes(2, std::vector<ValueCode>(header.entries, static_cast<ValueCode>(code)));
    const TemporaryDirectory directory;
    const auto written = write_table(directory / "table", header, source_of(codes));
    REQUIRE(written.has_value());
    CHECK(written->bytes == 304 + 2 * 15 * 24 + 8 + 8);
    const auto table = TableFile::open(directory / "table");
    REQUIRE(table.has_value());
    CHECK(holds(*table, codes));
    CHECK(table->read_unit(1, 14)->constant->at(1) == code);
  }
}

TEST_CASE("noise is stored packed and never grows") {
  const TableHeader header = header_of("KvK", Metric::dtw);
  Codes codes(1);
  std::mt19937 random(1);
  for (std::uint64_t i = 0; i < header.entries; ++i) codes[0].push_back(static_cast<ValueCode>(random()));
  const TemporaryDirectory directory;
  const auto written = write_table(directory / "table", header, source_of(codes));
  REQUIRE(written.has_value());
  CHECK(written->bytes == 304 + 24 + 8 + 2 * 992 + 8);
  CHECK(holds(*TableFile::open(directory / "table"), codes));
}

TEST_CASE("every field of the header comes back") {
  TableHeader header = header_of("KKKvK", Metric::dtw, Board::b10, 1U << 12);
  header.ruleset = "a-ruleset-name-of-32-characters-";
  header.count_limit = 2147483647;
  header.captures = CaptureEntries::filler;
  header.value_checksum = 0xFEDCBA9876543210U;
  header.statistics[0] = {{1, 2, 3, 4, 5}, 301, 302, 7, 921199};
  header.statistics[1] = {{921200, 0, 0, 0, 0}, -1, 65534, SideStatistics::no_index, 0};
  header.tool_version = "9.8.7-rc1+build.5";
  const Codes codes(2, std::vector<ValueCode>(header.entries, 300));
  const TemporaryDirectory directory;
  const TableFile table = written_table(directory / "table", header, codes);
  const TableHeader& read = table.header();
  CHECK(read.ruleset == header.ruleset);
  CHECK(read.board == Board::b10);
  CHECK(read.material == header.material);
  CHECK(read.metric == Metric::dtw);
  CHECK(read.count_limit == header.count_limit);
  CHECK(read.sides == 2);
  CHECK(read.entries == 921200);
  CHECK(read.block_entries == 4096);
  CHECK(read.captures == CaptureEntries::filler);
  CHECK(read.value_checksum == header.value_checksum);
  CHECK((read.statistics == header.statistics));
  CHECK(read.tool_version == header.tool_version);
}

TEST_CASE("the program's own version is written where the caller gives none") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KvK", Metric::wdl);
  const Codes codes = mixed_codes(header, three_values);
  REQUIRE(write_table(directory / "table", header, source_of(codes)).has_value());
  CHECK(TableFile::open(directory / "table")->header().tool_version == tool_version());
  CHECK_FALSE(tool_version().empty());
}

TEST_CASE("blocks and spans that do not exist are refused") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, five_values);
  const TableFile table = written_table(directory / "table", header, codes);
  CHECK(table.block_size(14) == 14880 - 14 * 1024);
  CHECK(table.block_size(15) == 0);
  std::vector<ValueCode> out(1024);
  CHECK(table.read_block(0, 0, out).has_value());
  for (const auto& [side, block] : {std::pair{2, 0ULL}, {-1, 0ULL}, {0, 15ULL}, {1, ~0ULL}}) {
    const auto read = table.read_block(side, block, out);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == ErrorCode::bad_argument);
    CHECK(table.read_unit(side, block).error().code == ErrorCode::bad_argument);
  }
  CHECK(table.read_block(0, 14, out).error().code == ErrorCode::bad_argument);
  CHECK(table.read_block(0, 0, std::span(out).first(1023)).error().code == ErrorCode::bad_argument);
  CHECK(table.read_block(0, 0, {}).error().code == ErrorCode::bad_argument);
}

TEST_CASE("a range of entries is read across blocks") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, five_values);
  const TableFile table = written_table(directory / "table", header, codes);
  for (const auto& [first, size] : {std::pair{0U, 14880U}, {1000U, 3000U}, {1024U, 1U}, {1023U, 2U}, {14880U, 0U}}) {
    for (int side = 0; side < 2; ++side) {
      std::vector<ValueCode> out(size);
      REQUIRE(table.read_range(side, first, out).has_value());
      CHECK(std::equal(out.begin(), out.end(), codes[static_cast<std::size_t>(side)].begin() + first));
    }
  }
  std::vector<ValueCode> out(2);
  for (const auto& [side, first] : {std::pair{2, 0ULL}, {-1, 0ULL}, {0, 14879ULL}, {1, ~0ULL}}) {
    const auto read = table.read_range(side, first, out);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == ErrorCode::bad_argument);
  }
}

TEST_CASE("moving a table keeps it open") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, five_values);
  const Codes other(2, std::vector<ValueCode>(header.entries, 1));
  TableFile first = written_table(directory / "a", header, codes);
  TableFile second = written_table(directory / "b", header, other);
  first = std::move(second);
  CHECK(holds(first, other));
}

#ifdef _WIN32
TEST_CASE("a file that is open cannot be replaced, and keeps its contents") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, five_values);
  const TableFile table = written_table(directory / "table", header, codes);
  const Codes other(2, std::vector<ValueCode>(header.entries, 1));
  const auto written = write_table(directory / "table", header, source_of(other));
  REQUIRE_FALSE(written);
  CHECK(written.error().code == ErrorCode::io_error);
  CHECK(directory.names() == std::vector<std::string>{"table"});
  CHECK(holds(table, codes));
}
#else
TEST_CASE("a file replaced while it is open keeps its old contents") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, five_values);
  const TableFile before = written_table(directory / "table", header, codes);
  const Codes other(2, std::vector<ValueCode>(header.entries, 1));
  const TableFile after = written_table(directory / "table", header, other);
  CHECK(holds(before, codes));
  CHECK(before.verify().has_value());
  CHECK(holds(after, other));
}
#endif
