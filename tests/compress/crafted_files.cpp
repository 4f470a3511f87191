#include <zstd.h>

#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

// Files whose checksums all fit and whose contents cannot be: nobody's accident, so the reader must not rely on them.

using namespace lunette;
using namespace lunette::tables;

namespace {

class Crafted {
 public:
  explicit Crafted(const TableHeader& header, const Codes& codes) {
    const auto written = write_table(path(), header, source_of(codes));
    REQUIRE(written.has_value());
  }
  std::filesystem::path path() const { return directory_ / "table"; }
  FileBytes bytes() const { return FileBytes(path()); }

  /// The reason for which the file is not opened; "opened" if it is.
  std::string refusal(const FileBytes& crafted) const {
    crafted.save(path());
    const auto table = TableFile::open(path());
    if (table) return "opened";
    CHECK(table.error().code == ErrorCode::corrupt_file);
    return table.error().message.substr(path().string().size() + 2);
  }
  /// What reading block 0 says.
  std::string block_refusal(const FileBytes& crafted) const {
    crafted.save(path());
    const auto table = TableFile::open(path());
    REQUIRE(table.has_value());
    std::vector<ValueCode> out(table->block_size(0));
    const auto read = table->read_block(0, 0, out);
    CHECK_FALSE(table->verify().has_value());
    CHECK(table->read_unit(0, 0).has_value() == read.has_value());
    return read ? "read" : read.error().message.substr(path().string().size() + 2);
  }

 private:
  TemporaryDirectory directory_;
};

Crafted one_block(Metric metric, std::vector<ValueCode> alphabet) {
  const TableHeader header = header_of("KvK", metric);
  std::mt19937 random(3);
  Codes codes(1);
  for (std::uint64_t i = 0; i < header.entries; ++i) codes[0].push_back(alphabet[random() % alphabet.size()]);
  return Crafted(header, codes);
}

std::vector<std::uint8_t> compressed(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint8_t> frame(ZSTD_compressBound(bytes.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 3));
  return frame;
}

}  // namespace

TEST_CASE("a header that describes no table is refused, whatever its checksum") {
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Crafted file(header, mixed_codes(header, {0, 2, 4}));
  const FileBytes whole = file.bytes();
  struct Case {
    std::size_t offset;
    std::size_t size;
    std::uint64_t value;
    const char* reason;
  };
  for (const Case& each : {
           Case{12, 4, 312, "header: its size is not the one of this version"},
           Case{16, 1, 0, "header: the ruleset's name is not a text"},
           Case{17, 1, 0, "header: the ruleset's name is not a text"},
           Case{16, 1, ' ', "header: the ruleset has no printable name of at most 32 bytes"},
           Case{47, 1, 'x', "header: the ruleset's name is not a text"},
           Case{48, 1, 9, "header: a board of 9 rows"},
           Case{48, 1, 10, "header: the number of entries does not fit the material"},
           Case{49, 1, 255, "header: no table can have this material"},
           Case{51, 1, 0, "header: no table can have this material"},
           Case{51, 1, 3, "header: the material is not in its stored form"},
           Case{52, 1, 1, "header: the number of entries does not fit the material"},
           Case{53, 1, 3, "header: unknown metric 3"},
           Case{53, 1, 1, "header: the encoding does not fit the metric"},
           Case{54, 1, 1, "header: the number of sides does not fit the material"},
           Case{54, 1, 0, "header: the number of sides does not fit the material"},
           Case{55, 1, 2, "header: unknown capture flag"},
           Case{56, 1, 6, "header: unknown encoding 6"},
           Case{56, 1, 2, "header: the encoding does not fit the metric"},
           Case{57, 1, 1, "header: a reserved byte is not zero"},
           Case{59, 1, 1, "header: a reserved byte is not zero"},
           Case{60, 4, 0x80000000U, "header: a count limit out of range"},
           Case{64, 8, 14881, "header: the number of entries does not fit the material"},
           Case{64, 8, 0, "header: the number of entries does not fit the material"},
           Case{72, 4, 0, "header: the block size is not a power of two from 2^10 to 2^24"},
           Case{72, 4, 512, "header: the block size is not a power of two from 2^10 to 2^24"},
           Case{72, 4, 1025, "header: the block size is not a power of two from 2^10 to 2^24"},
           Case{72, 4, 1U << 25, "header: the block size is not a power of two from 2^10 to 2^24"},
           Case{72, 4, 2048, "header: the block index is not where it must be"},
           Case{76, 1, 1, "header: a reserved byte is not zero"},
           Case{88, 8, 303, "header: the block index is not where it must be"},
           Case{96, 8, ~0ULL, "header: the block index is not where it must be"},
           Case{104, 8, 0, "header: the blocks do not fill the file of"},
           Case{112, 8, ~0ULL, "header: the blocks do not fill the file of"},
           Case{120, 8, ~0ULL, "header: the trailer is not where it must be"},
           Case{128, 8, 0, "header: the trailer is not where it must be"},
           Case{136, 8, 14881, "header: statistics count more positions than there are"},
           Case{136 + 40, 4, 0xFFFFFFFEU, "header: statistics hold a negative distance"},
           Case{136 + 64 + 48, 8, 14880, "header: statistics name a position past the end"},
           Case{264, 1, 0, "header: the tool version is not a text"},
       }) {
    FileBytes crafted = whole;
    crafted.set(each.offset, each.size, each.value);
    crafted.set(296, 8, crafted.checksum(0, 296));
    CAPTURE(each.offset, each.value);
    CHECK(file.refusal(crafted).substr(0, std::string(each.reason).size()) == each.reason);
  }
}

TEST_CASE("statistics of a side that is not stored are refused") {
  const Crafted file = one_block(Metric::wdl, {0, 2, 4});
  FileBytes crafted = file.bytes();
  crafted.set(136 + 64, 8, 1);
  crafted.seal();
  CHECK(file.refusal(crafted) == "header: statistics of a side that is not stored");
}

TEST_CASE("an index entry that cannot be is refused when the file is opened") {
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Crafted file(header, mixed_codes(header, {0, 2, 4}));
  const FileBytes whole = file.bytes();
  REQUIRE(whole.storage(0) == 0);
  REQUIRE(whole.storage(1) == 2);
  const auto refusal = [&](std::size_t block, std::size_t field, std::size_t size, std::uint64_t value) {
    FileBytes crafted = whole;
    crafted.set(crafted.entry_offset(block) + field, size, value);
    crafted.seal_sections();
    return file.refusal(crafted);
  };
  const std::string impossible = ": its index entry cannot be";
  CHECK(refusal(0, 0, 8, 0) == "block 0 of White to move" + impossible);
  CHECK(refusal(1, 0, 8, ~0ULL) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 0, 8, whole.trailer_offset()) == "block 1 of White to move" + impossible);
  CHECK(refusal(16, 0, 8, whole.block_offset(1)) == "block 1 of Black to move: it does not follow the block before it");
  CHECK(refusal(1, 8, 4, 0) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 8, 4, 0xFFFFFFFFU) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 8, 4, whole.stored_size(1) + 1) ==
        "block 2 of White to move: it does not follow the block before it");
  CHECK(refusal(0, 8, 4, 1) == "block 0 of White to move" + impossible);
  CHECK(refusal(0, 12, 2, 1) == "block 0 of White to move" + impossible);  // not a code of base 3
  CHECK(refusal(0, 12, 2, 6) == "block 0 of White to move" + impossible);
  CHECK(refusal(0, 12, 2, 0xFF00) == "block 0 of White to move" + impossible);
  CHECK(refusal(1, 12, 2, 2) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 14, 1, 3) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 14, 1, 1) == "block 1 of White to move" + impossible);
  CHECK(refusal(1, 15, 1, 1) == "block 1 of White to move" + impossible);
}

TEST_CASE("packed bytes that are no values are refused") {
  const Crafted three = one_block(Metric::wdl, {0, 2, 4});
  std::vector<std::uint8_t> packed(199, 242);  // 992 codes, five a byte, two in the last
  packed.back() = 8;
  FileBytes crafted = three.bytes();
  crafted.replace_only_block(1, packed);
  crafted.save(three.path());
  REQUIRE(TableFile::open(three.path())->verify().has_value());
  const std::string no_values = "block 0 of White to move: it holds bytes that are no values";
  packed[100] = 243;
  crafted.replace_only_block(1, packed);
  CHECK(three.block_refusal(crafted) == no_values);
  packed[100] = 0;
  packed.back() = 9;  // a third code in a byte that holds two
  crafted.replace_only_block(1, packed);
  CHECK(three.block_refusal(crafted) == no_values);

  const Crafted five = one_block(Metric::wdl, {0, 1, 2, 3, 4});
  FileBytes other = five.bytes();
  packed.assign(331, 124);  // three a byte, two in the last
  packed.back() = 24;
  other.replace_only_block(1, packed);
  other.save(five.path());
  REQUIRE(TableFile::open(five.path())->verify().has_value());
  packed[0] = 125;
  other.replace_only_block(1, packed);
  CHECK(five.block_refusal(other) == no_values);
  packed[0] = 0;
  packed.back() = 25;
  other.replace_only_block(2, compressed(packed));
  CHECK(five.block_refusal(other) == no_values);
}

TEST_CASE("frames that do not decompress to their block are refused without growing") {
  const Crafted file = one_block(Metric::dtc, {0, 1, 2});
  FileBytes crafted = file.bytes();
  const std::string wrong_size = "block 0 of White to move: it does not decompress to its size";
  crafted.replace_only_block(2, compressed(std::vector<std::uint8_t>(992, 1)));
  crafted.save(file.path());
  REQUIRE(TableFile::open(file.path())->verify().has_value());
  for (const std::size_t size : {0U, 1U, 991U, 993U, 1U << 24}) {
    crafted.replace_only_block(2, compressed(std::vector<std::uint8_t>(size, 1)));
    REQUIRE(crafted.stored_size(0) < 992);
    CAPTURE(size);
    CHECK(file.block_refusal(crafted) == wrong_size);
  }
  crafted.replace_only_block(2, std::vector<std::uint8_t>(100, 0));
  CHECK(file.block_refusal(crafted) == wrong_size);
  std::vector<std::uint8_t> cut = compressed(std::vector<std::uint8_t>(992, 1));
  cut.pop_back();
  crafted.replace_only_block(2, cut);
  CHECK(file.block_refusal(crafted) == wrong_size);
}

TEST_CASE("random damage under right checksums is never read out of bounds") {
  std::mt19937_64 random(20240506);
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    const TableHeader header = header_of("KvM", metric);
    const Crafted file(header, mixed_codes(header, {0, 2, 4}));
    const FileBytes whole = file.bytes();
    for (int round = 0; round < 1500; ++round) {
      FileBytes crafted = whole;
      for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
        // The section table stays: seal() follows it. Its own cases stand above.
        std::size_t offset = random() % crafted.bytes.size();
        while (offset < 12 || (offset >= 64 && offset < 136)) offset = random() % crafted.bytes.size();
        crafted.bytes[offset] = static_cast<std::uint8_t>(random());
      }
      crafted.seal_sections();
      crafted.save(file.path());
      const auto table = TableFile::open(file.path());
      if (!table) continue;
      for (int side = 0; side < table->header().sides; ++side) {
        std::vector<ValueCode> out(table->block_size(0));
        if (auto read = table->read_block(side, 0, out); !read) {
          REQUIRE(read.error().code == ErrorCode::corrupt_file);
          continue;
        }
        const auto packed = table->read_unit(side, 0);
        REQUIRE(packed.has_value());
        for (std::uint32_t i = 0; i < out.size(); ++i) REQUIRE(table->code_at(*packed, side, i) == out[i]);
      }
    }
  }
}
