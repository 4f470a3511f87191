// Coded blocks: what is written is read back, and no byte of a file can make the reader answer wrongly or fall.

#include <algorithm>

#include "catch.hpp"
#include "coded_damage.hpp"
#include "lunette/index/row_walk.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

/// Values that depend on where the pieces stand, with some noise; `kind` 1: nearly constant, 2: noise alone.
Codes codes_of(const TableHeader& header, int kind) {
  const Indexer indexer(header.board, header.material);
  std::mt19937 random(5);
  Codes codes(static_cast<std::size_t>(header.sides));
  for (std::size_t side = 0; side < codes.size(); ++side) {
    for (Index i = 0; i < indexer.size(); ++i) {
      const Position position = indexer.unrank(i);
      const auto all = position.occupied();
      std::uint64_t value = all % 7 < 3 ? 2 : all % 11 < 5 ? 1 : 0;
      if (kind == 1) value = i == 77 ? 0 : 2;
      if (kind == 2 || random() % 50 == 0) value = random() % 3;
      codes[side].push_back(static_cast<ValueCode>(2 * value));
    }
  }
  return codes;
}

TableHeader coded_header(const std::string& material, Board board, std::uint32_t block_entries = 1U << 12) {
  TableHeader header = header_of(material, Metric::wdl, board, block_entries);
  header.captures = CaptureEntries::filler;
  return header;
}

/// Entries without a capture that the table gives, by block, by range and by unit; -1 if one is wrong.
std::int64_t right_entries(const TableFile& table, const Codes& codes, const std::vector<std::vector<bool>>& captures) {
  std::int64_t right = 0;
  for (int side = 0; side < table.header().sides; ++side) {
    const auto s = static_cast<std::size_t>(side);
    std::vector<ValueCode> range(static_cast<std::size_t>(table.header().entries));
    if (!table.read_range(side, 0, range)) return -1;
    Unit unit;
    std::vector<ValueCode> block(table.block_size(0));
    for (std::uint64_t i = 0; i < table.header().entries; ++i) {
      if (i % table.unit_entries() == 0) {
        auto read = table.read_unit(side, i / table.unit_entries());
        if (!read) return -1;
        unit = *std::move(read);
      }
      if (i % table.header().block_entries == 0) {
        block.resize(table.block_size(i / table.header().block_entries));
        if (!table.read_block(side, i / table.header().block_entries, block)) return -1;
      }
      if (captures[s][i]) continue;
      const auto offset = static_cast<std::uint32_t>(i % table.unit_entries());
      if (table.code_at(unit, side, offset) != codes[s][i]) return -1;
      if (block[i % table.header().block_entries] != codes[s][i] || range[i] != codes[s][i]) return -1;
      ++right;
    }
  }
  return right;
}

}  // namespace

TEST_CASE("coded: every entry without a capture comes back, whatever the pieces and the values") {
  for (const Board board : {Board::b8, Board::b10}) {
    for (const char* material : {"KvK", "KvM", "MvM", "KKvK", "KMvM", "KMvK", "MMvM", "MMvK", "KKvM", "KKMvK"}) {
      const bool large = std::string(material).size() > 4;
      if (large && board == Board::b10) continue;
      const TableHeader header = coded_header(material, board);
      const auto captures = captures_of(header);
      for (const int kind : {0, 1, 2}) {
        if (large && kind != 0) continue;
        CAPTURE(to_string(board), material, kind);
        const Codes codes = codes_of(header, kind);
        const TemporaryDirectory directory;
        REQUIRE(write_table(directory / "table", header, source_of(codes), coded()).has_value());
        const auto table = TableFile::open(directory / "table");
        REQUIRE(table.has_value());
        CHECK(table->form() == Form::coded);
        CHECK(table->joint());
        CHECK(table->verify().has_value());
        CHECK(right_entries(*table, codes, captures) > 0);
      }
    }
  }
}

TEST_CASE("coded: the bytes do not depend on threads, and segments may have any size") {
  const TableHeader header = coded_header("KMvK", Board::b8, 1U << 15);
  const auto captures = captures_of(header);
  const Codes codes = codes_of(header, 0);
  for (std::uint32_t entries = 1U << 9; entries <= 1U << 15; entries *= 2) {
    CAPTURE(entries);
    const TemporaryDirectory directory;
    REQUIRE(write_table(directory / "serial", header, source_of(codes), coded(entries)).has_value());
    WriteOptions options = coded(entries);
    options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
      for (std::size_t i = count; i-- > 0;) body(i);
    };
    REQUIRE(write_table(directory / "backwards", header, source_of(codes), options).has_value());
    CHECK((FileBytes(directory / "serial").bytes == FileBytes(directory / "backwards").bytes));
    CHECK(right_entries(*TableFile::open(directory / "serial"), codes, captures) > 0);
  }
}

TEST_CASE("coded: what cannot be coded is plain, and wrong options are refused") {
  const TemporaryDirectory directory;
  TableHeader header = coded_header("KvM", Board::b8);
  REQUIRE(
      write_table(directory / "five", header, source_of(Codes(2, std::vector<ValueCode>(header.entries, 3))), coded())
          .has_value());
  CHECK(TableFile::open(directory / "five")->form() == Form::plain);
  const Codes codes = codes_of(header, 0);
  for (const std::uint32_t entries : {0U, 256U, 1000U, 1U << 16}) {
    CHECK(write_table(directory / "none", header, source_of(codes), coded(entries)).error().code ==
          ErrorCode::bad_argument);
  }
  header.captures = CaptureEntries::stored;
  CHECK(write_table(directory / "none", header, source_of(codes), coded()).error().code == ErrorCode::bad_argument);
  CHECK(directory.names() == std::vector<std::string>{"five"});
}

TEST_CASE("coded: values that the header does not count are refused") {
  for (const std::size_t at : {std::size_t{0}, std::size_t{700}}) {
    TableHeader header = coded_header("KvM", Board::b8);
    Codes codes = codes_of(header, 0);
    for (std::size_t side = 0; side < codes.size(); ++side) {
      for (const ValueCode code : codes[side]) ++header.statistics[side].counts[code];
    }
    codes[1][at] = 9;
    const TemporaryDirectory directory;
    CHECK(write_table(directory / "table", header, source_of(codes), coded()).error().code == ErrorCode::bad_argument);
    CHECK(directory.names().empty());
  }
}

TEST_CASE("coded: every changed byte and every length is refused") {
  const TableHeader header = coded_header("MvM", Board::b8);
  const Codes codes = codes_of(header, 0);
  const TemporaryDirectory directory;
  REQUIRE(write_table(directory / "table", header, source_of(codes), coded()).has_value());
  check_damage_is_refused(directory / "table");
}

TEST_CASE("coded: bytes that pass their checksums and are no blocks are refused or read, never more") {
  for (const char* material : {"MvM", "KvM"}) {
    const TableHeader header = coded_header(material, Board::b8);
    const Codes codes = codes_of(header, 0);
    const TemporaryDirectory directory;
    REQUIRE(write_table(directory / "table", header, source_of(codes), coded()).has_value());
    CHECK(forgeries_opened(directory / "table", 11) > 20);
  }
}
