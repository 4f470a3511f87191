// Coded distances: read back with the WDL file beside them, refused without it, and never read beyond their bytes.

#include <algorithm>

#include "catch.hpp"
#include "coded_damage.hpp"
#include "file_bytes.hpp"
#include "lunette/index/row_walk.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

enum class Kind : std::uint8_t { smooth, noisy, wide, without_draws, all_drawn };

/// A class with values that depend on where the pieces stand, as two files side by side.
class DistanceClass {
 public:
  DistanceClass(const std::string& material, Board board, Kind kind, Form wdl_form = Form::coded) {
    wdl_header_ = header_of(material, Metric::wdl, board, 1U << 12);
    wdl_header_.captures = CaptureEntries::filler;
    header_ = header_of(material, Metric::dtc, board, 1U << 12);
    header_.captures = CaptureEntries::filler;
    captures_ = captures_of(header_);
    std::mt19937 random(3);
    const Indexer indexer(board, header_.material);
    for (std::size_t side = 0; side < static_cast<std::size_t>(header_.sides); ++side) {
      wdl_.emplace_back();
      codes_.emplace_back();
      for (Index i = 0; i < indexer.size(); ++i) {
        const Bitboard all = indexer.unrank(i).occupied();
        int value = all % 7 < 3 ? 4 : all % 11 < 5 ? 2 : 0;
        if (kind == Kind::without_draws && value == 2) value = 0;
        if (kind == Kind::all_drawn) value = 2;
        int code = 1 + static_cast<int>(all % 13 / 5 + all % 257 / 99);
        if (random() % 40 == 0) code += static_cast<int>(random() % 12);
        if (kind == Kind::noisy) code = 1 + static_cast<int>(random() % 255);
        if (kind == Kind::wide) code = random() % 9 == 0 ? 1 + static_cast<int>(random() % 65535) : 3 * code;
        wdl_[side].push_back(static_cast<ValueCode>(value));
        codes_[side].push_back(static_cast<ValueCode>(value == 2 ? 0 : code));
      }
    }
    if (wdl_form == Form::plain) {
      // Five values, a cursed win and a blessed loss among them.
      for (auto& side : wdl_) {
        for (std::size_t i = 0; i < side.size(); i += 5)
          side[i] = static_cast<ValueCode>(side[i] == 4 ? 3 : side[i] == 0 ? 1 : 2);
      }
    }
    wdl_header_.value_checksum = value_checksum(source_of(wdl_), header_.sides, header_.entries);
    REQUIRE(write_table(wdl_path(), wdl_header_, source_of(wdl_), coded()).has_value());
  }

  std::filesystem::path path() const { return directory_ / "table.dtc"; }
  std::filesystem::path wdl_path() const { return directory_ / "table.wdl"; }
  const TableHeader& header() const { return header_; }
  const Codes& codes() const { return codes_; }

  WriteOptions options(std::uint32_t segment_entries) const {
    WriteOptions options = coded(segment_entries);
    options.wdl = source_of(wdl_);
    options.wdl_checksum = wdl_header_.value_checksum;
    return options;
  }
  void write(std::uint32_t segment_entries = 1U << 9) const {
    REQUIRE(write_table(path(), header_, source_of(codes_), options(segment_entries)).has_value());
  }

  /// Entries with a distance that come back, by block, by range and by unit; -1 if one is wrong or a draw has one.
  std::int64_t right_entries(const TableFile& table) const {
    std::int64_t right = 0;
    for (int side = 0; side < header_.sides; ++side) {
      const auto s = static_cast<std::size_t>(side);
      std::vector<ValueCode> range(static_cast<std::size_t>(header_.entries));
      if (!table.read_range(side, 0, range)) return -1;
      for (std::uint64_t block = 0; block < table.blocks(); ++block) {
        std::vector<ValueCode> whole(table.block_size(block));
        const std::uint64_t first = block * header_.block_entries;
        if (!table.read_block(side, block, whole)) return -1;
        if (!std::equal(whole.begin(), whole.end(), range.begin() + static_cast<std::ptrdiff_t>(first))) return -1;
      }
      Unit unit;
      for (std::uint64_t i = 0; i < header_.entries; ++i) {
        const auto offset = static_cast<std::uint32_t>(i % table.unit_entries());
        if (offset == 0) {
          auto read = table.read_unit(side, i / table.unit_entries());
          if (!read) return -1;
          unit = *std::move(read);
        }
        const ValueCode expected = captures_[s][i] ? ValueCode{0} : codes_[s][i];
        if (range[i] != expected || table.code_at(unit, side, offset) != expected) return -1;
        if (expected != 0) ++right;
      }
    }
    return right;
  }

 private:
  TemporaryDirectory directory_;
  TableHeader wdl_header_;
  TableHeader header_;
  std::vector<std::vector<bool>> captures_;
  Codes wdl_;
  Codes codes_;
};

}  // namespace

TEST_CASE("coded distances: every one comes back, whatever the pieces and the values") {
  for (const Board board : {Board::b8, Board::b10}) {
    for (const char* material : {"KvK", "KvM", "MvM", "KKvK", "KMvM", "KMvK", "MMvM", "MMvK", "KKvM", "KKMvK"}) {
      const bool large = std::string(material).size() > 4;
      for (const Kind kind : {Kind::smooth, Kind::noisy, Kind::wide, Kind::without_draws, Kind::all_drawn}) {
        if (large && (board == Board::b10 || kind != Kind::wide)) continue;
        CAPTURE(to_string(board), material, static_cast<int>(kind));
        // Coded WDL takes long to write.
        const DistanceClass each(material, board, kind, kind == Kind::smooth ? Form::coded : Form::plain);
        each.write();
        const auto table = TableFile::open(each.path());
        REQUIRE(table.has_value());
        CHECK(table->form() == Form::coded);
        CHECK(table->joint());
        CHECK(table->verify().has_value());
        const std::int64_t right = each.right_entries(*table);
        CHECK((kind == Kind::all_drawn ? right == 0 : right > 0));
      }
    }
  }
}

TEST_CASE("coded distances: segments of any size, with WDL in segments of 512 or in plain blocks of five values") {
  for (const Form form : {Form::coded, Form::plain}) {
    const DistanceClass each("KMvK", Board::b8, Kind::noisy, form);
    CHECK(TableFile::open(each.wdl_path())->form() == form);
    for (std::uint32_t entries = 1U << 9; entries <= 1U << 15; entries *= 2) {
      CAPTURE(entries);
      each.write(entries);
      const auto table = TableFile::open(each.path());
      REQUIRE(table.has_value());
      CHECK(table->unit_entries() == std::min(entries, 1U << 12));
      CHECK(each.right_entries(*table) > 0);
      const FileBytes serial(each.path());
      WriteOptions options = each.options(entries);
      options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
      };
      REQUIRE(write_table(each.path(), each.header(), source_of(each.codes()), options).has_value());
      CHECK((FileBytes(each.path()).bytes == serial.bytes));
    }
  }
}

TEST_CASE("coded distances: WDL that is missing, of other values or damaged is told by name") {
  const DistanceClass each("KKvM", Board::b8, Kind::smooth);
  WriteOptions alone = each.options(1U << 9);
  alone.wdl = {};
  CHECK(write_table(each.path(), each.header(), source_of(each.codes()), alone).error().code ==
        ErrorCode::bad_argument);
  each.write();
  const FileBytes wdl(each.wdl_path());
  const auto refusal = [&] {
    const auto table = TableFile::open(each.path());
    REQUIRE_FALSE(table);
    return table.error();
  };
  std::filesystem::remove(each.wdl_path());
  CHECK(refusal().code == ErrorCode::missing_table);
  CHECK(refusal().message.find("table.wdl: not there") != std::string::npos);

  const DistanceClass other("KKvM", Board::b8, Kind::without_draws);
  std::filesystem::copy_file(other.wdl_path(), each.wdl_path());
  CHECK(refusal().code == ErrorCode::corrupt_file);
  CHECK(refusal().message.find("made with another table.wdl") != std::string::npos);

  FileBytes damaged = wdl;
  damaged.bytes[damaged.bytes.size() - 20] ^= 1;
  damaged.save(each.wdl_path());
  const auto table = TableFile::open(each.path());
  REQUIRE(table.has_value());
  const auto verified = table->verify();
  REQUIRE_FALSE(verified);
  CHECK(verified.error().code == ErrorCode::corrupt_file);
  CHECK(verified.error().message.find("table.wdl") != std::string::npos);
}

TEST_CASE("coded distances: a file is never its own WDL") {
  const DistanceClass each("KvM", Board::b8, Kind::smooth);
  each.write();
  FileBytes(each.path()).save(each.wdl_path());
  for (const auto& path : {each.path(), each.wdl_path()}) {
    const auto table = TableFile::open(path);
    REQUIRE_FALSE(table);
    CHECK(table.error().code == ErrorCode::corrupt_file);
    CHECK(table.error().message.find("table.wdl: header: distances where the WDL of their class is looked for") !=
          std::string::npos);
  }
}

TEST_CASE("coded distances: WDL may lie elsewhere") {
  const DistanceClass each("KvM", Board::b8, Kind::smooth);
  each.write();
  const TemporaryDirectory elsewhere;
  std::filesystem::rename(each.wdl_path(), elsewhere / "other");
  CHECK_FALSE(TableFile::open(each.path()));
  const auto table = TableFile::open(each.path(), capture_squares, elsewhere / "other");
  REQUIRE(table);
  CHECK(each.right_entries(*table) > 0);
}

TEST_CASE("coded distances: codes that do not go with WDL are not written") {
  const DistanceClass each("KvM", Board::b8, Kind::smooth);
  // All drawn entries with a distance, or all decided ones without.
  for (const ValueCode instead : {ValueCode{3}, ValueCode{0}}) {
    Codes codes = each.codes();
    for (ValueCode& code : codes[1]) code = code == 0 || instead == 0 ? instead : code;
    const auto written = write_table(each.path(), each.header(), source_of(codes), each.options(1U << 9));
    REQUIRE_FALSE(written);
    CHECK(written.error().code == ErrorCode::bad_argument);
  }
}

TEST_CASE("coded distances: every changed byte and every length is refused") {
  const DistanceClass each("MvM", Board::b8, Kind::smooth);
  each.write();
  check_damage_is_refused(each.path());
}

TEST_CASE("coded distances: bytes that pass their checksums and are no blocks are refused or read, never more") {
  for (const Kind kind : {Kind::smooth, Kind::wide}) {
    const DistanceClass each("KvM", Board::b8, kind);
    each.write();
    CHECK(forgeries_opened(each.path(), 12) > 20);
  }
}
