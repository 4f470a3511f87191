#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

/// What a reader of a damaged file may say.
bool is_damage(const Error& error, const std::filesystem::path& path) {
  const bool typed = error.code == ErrorCode::corrupt_file || error.code == ErrorCode::unknown_version;
  return typed && error.message.rfind(path.string() + ": ", 0) == 0;
}

/// Blocks that do not give their codes; -1 if one gives wrong ones or an untyped error.
int refused_blocks(const TableFile& table, const Codes& codes) {
  int refused = 0;
  for (int side = 0; side < table.header().sides; ++side) {
    for (std::uint64_t block = 0; block < table.blocks(); ++block) {
      std::vector<ValueCode> read(table.block_size(block), 0xDEAD);
      if (auto result = table.read_block(side, block, read); !result) {
        const bool named = result.error().message.find("block " + std::to_string(block)) != std::string::npos;
        const bool untouched = read == std::vector<ValueCode>(read.size(), 0xDEAD);
        if (!is_damage(result.error(), table.path()) || !named || !untouched) return -1;
        if (table.read_unit(side, block).has_value()) return -1;
        ++refused;
        continue;
      }
      const auto first = codes[static_cast<std::size_t>(side)].begin() +
                         static_cast<std::ptrdiff_t>(block * table.header().block_entries);
      if (!std::equal(read.begin(), read.end(), first)) return -1;
    }
  }
  return refused;
}

enum class Where { front, blocks, trailer };

/// True if the damage is found where it must be, and nothing wrong is read.
bool is_noticed(const std::filesystem::path& path, Where where, const Codes& codes) {
  const auto table = TableFile::open(path);
  if (!table) return where == Where::front && is_damage(table.error(), path);
  if (where == Where::front) return false;
  const auto verified = table->verify();
  if (verified || !is_damage(verified.error(), path)) return false;
  return refused_blocks(*table, codes) == (where == Where::blocks ? 1 : 0);
}

struct Sample {
  TableHeader header;
  Codes codes;
};

std::vector<Sample> samples() {
  std::vector<Sample> samples;
  for (const auto& [material, metric, alphabet] : {std::tuple{"KvK", Metric::wdl, std::vector<ValueCode>{0, 2, 4}},
                                                   {"KKvM", Metric::wdl, std::vector<ValueCode>{0, 1, 2, 3, 4}},
                                                   {"KvM", Metric::dtc, std::vector<ValueCode>{0, 1, 2, 3, 77}},
                                                   {"KvM", Metric::dtw, std::vector<ValueCode>{0, 1, 2, 3, 770}}}) {
    const TableHeader header = header_of(material, metric);
    samples.push_back({header, mixed_codes(header, alphabet)});
  }
  return samples;
}

}  // namespace

TEST_CASE("flipping any byte of a file is noticed, and no wrong value is read", "[long]") {
  for (const Sample& sample : samples()) {
    const TemporaryDirectory directory;
    const auto path = directory / "table";
    REQUIRE(write_table(path, sample.header, source_of(sample.codes)).has_value());
    const FileBytes whole(path);
    const int file = ::open(path.c_str(), O_RDWR);
    REQUIRE(file >= 0);
    std::vector<std::size_t> missed;
    for (std::size_t offset = 0; offset < whole.bytes.size(); ++offset) {
      const Where where = offset < whole.blocks_offset()    ? Where::front
                          : offset < whole.trailer_offset() ? Where::blocks
                                                            : Where::trailer;
      for (const int pattern : {0x01, 0x80, 0xFF}) {
        const auto damaged = static_cast<std::uint8_t>(whole.bytes[offset] ^ pattern);
        REQUIRE(::pwrite(file, &damaged, 1, static_cast<off_t>(offset)) == 1);
        if (!is_noticed(path, where, sample.codes)) missed.push_back(offset);
      }
      REQUIRE(::pwrite(file, &whole.bytes[offset], 1, static_cast<off_t>(offset)) == 1);
    }
    ::close(file);
    CHECK(missed == std::vector<std::size_t>{});
    CHECK(TableFile::open(path)->verify().has_value());
  }
}

TEST_CASE("a file cut short at any length is not opened") {
  const Sample sample = samples()[1];
  const TemporaryDirectory directory;
  const auto path = directory / "table";
  REQUIRE(write_table(path, sample.header, source_of(sample.codes)).has_value());
  std::vector<std::uintmax_t> opened;
  for (std::uintmax_t size = std::filesystem::file_size(path); size-- > 0;) {
    std::filesystem::resize_file(path, size);
    const auto table = TableFile::open(path);
    if (table || !is_damage(table.error(), path)) opened.push_back(size);
  }
  CHECK(opened.empty());
}

TEST_CASE("a file with bytes behind its end is not opened") {
  const Sample sample = samples()[0];
  const TemporaryDirectory directory;
  const auto path = directory / "table";
  REQUIRE(write_table(path, sample.header, source_of(sample.codes)).has_value());
  const FileBytes whole(path);
  for (const std::size_t more : {1U, 7U, 8U, 4096U, 1U << 20}) {
    for (const std::uint8_t filler : {std::uint8_t{0}, std::uint8_t{0xFF}}) {
      FileBytes longer = whole;
      longer.bytes.resize(whole.bytes.size() + more, filler);
      longer.save(path);
      const auto table = TableFile::open(path);
      REQUIRE_FALSE(table.has_value());
      CHECK(is_damage(table.error(), path));
    }
  }
}

TEST_CASE("damage is named by block and section") {
  const TableHeader header = header_of("KKvK", Metric::dtc);
  const Codes codes = mixed_codes(header, {0, 1, 2, 3});
  const TemporaryDirectory directory;
  const auto path = directory / "table";
  REQUIRE(write_table(path, header, source_of(codes)).has_value());
  const FileBytes whole(path);
  const auto message_with = [&](std::size_t offset) {
    FileBytes damaged = whole;
    damaged.bytes[offset] ^= 4;
    damaged.save(path);
    const auto table = TableFile::open(path);
    if (!table) return table.error().message;
    const auto verified = table->verify();
    return verified ? std::string("nothing") : verified.error().message;
  };
  CHECK(message_with(3) == path.string() + ": header: this is not a table file");
  CHECK(message_with(70) == path.string() + ": header: its checksum does not match");
  CHECK(message_with(whole.entry_offset(20)) == path.string() + ": block index: its checksum does not match");
  CHECK(message_with(whole.block_offset(2)) ==
        path.string() + ": block 2 of White to move: its checksum does not match");
  CHECK(message_with(whole.block_offset(15 + 4)) ==
        path.string() + ": block 4 of Black to move: its checksum does not match");
  CHECK(message_with(whole.trailer_offset()) ==
        path.string() + ": trailer: the checksum of the whole file does not match");
}
