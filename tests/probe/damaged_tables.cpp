// Tables that are another's, damaged, or replaced: nothing wrong is ever answered from them.

#include <chrono>
#include <random>

#include "table_copy.hpp"

using namespace lunette;
namespace fs = std::filesystem;

TEST_CASE("a table of another ruleset or count limit is refused") {
  const World& minor = three_pieces("minor");
  const World& german = three_pieces("german");
  const TemporaryDirectory directory;
  copy_tables(minor.directory.path() / "minor", directory.path() / "german");
  const auto tables = Tablebase::open(german.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  const Position seen = position(german.truth.rules(), "B:WK30,31:BK1");
  CHECK(fails(tables->probe_wdl(seen), ErrorCode::wrong_ruleset, "minor"));
  CHECK(fails(tables->read_values(material("KMvK"), Metric::wdl, Color::white), ErrorCode::wrong_ruleset, "minor"));

  Ruleset longer = german.truth.rules();
  longer.count->limit = 20;
  const auto other = Tablebase::open(longer, {{german.directory.path()}});
  REQUIRE(other);
  CHECK(fails(other->probe_wdl(seen), ErrorCode::wrong_ruleset, "count limit of 15, not of 20"));
}

TEST_CASE("a table under the name of another is refused") {
  const TableCopy copy("brazilian");
  replace_bytes(copy.file("KMvK", Metric::wdl), read_bytes(copy.file("KKvM", Metric::wdl)));
  replace_bytes(copy.file("KKvK", Metric::dtw), read_bytes(copy.file("KKvK", Metric::dtc)));
  const Tablebase tables = copy.open();
  CHECK(fails(tables.probe_wdl(copy.at("B:WK30,31:BK1")), ErrorCode::corrupt_file, "holds KKvM.wdl"));
  CHECK(fails(tables.probe_dtw(copy.at("B:WK30,K31:BK1")), ErrorCode::corrupt_file, "holds KKvK.dtc"));
  // A damaged distance is not passed over as a missing one would be.
  CHECK(fails(tables.probe(copy.at("W:WK1,K4:BK10")), ErrorCode::corrupt_file, "KKvK"));
}

TEST_CASE("a damaged header is refused until the file is another") {
  const TableCopy copy("brazilian");
  const fs::path path = copy.file("KMvK", Metric::wdl);
  const std::string good = read_bytes(path);
  const Position seen = copy.at("B:WK30,31:BK1");
  const Tablebase tables = copy.open();
  std::string bad = good;
  bad[20] = static_cast<char>(bad[20] ^ 1);
  replace_bytes(path, bad);
  for (int i = 0; i < 3; ++i) CHECK(fails(tables.probe_wdl(seen), ErrorCode::corrupt_file, "KMvK.wdl"));
  replace_bytes(path, std::string(good.begin(), good.begin() + 100));
  CHECK(fails(tables.probe_wdl(seen), ErrorCode::corrupt_file, "KMvK.wdl"));
  replace_bytes(path, {});
  CHECK_FALSE(tables.probe_wdl(seen));
  std::string newer = good;
  newer[8] = 99;
  replace_bytes(path, newer);
  CHECK(fails(tables.probe_wdl(seen), ErrorCode::unknown_version, "99"));
  fs::remove(path);
  CHECK(fails(tables.probe_wdl(seen), ErrorCode::missing_table, "brazilian/KMvK.wdl"));
  fs::create_directory(path);
  CHECK(fails(tables.probe_wdl(seen), ErrorCode::io_error, "KMvK.wdl"));
  fs::remove(path);
  replace_bytes(path, good);
  // libstdc++ for Windows tells times to the second.
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(2));
  const auto value = tables.probe_wdl(seen);
  REQUIRE(value);
  CHECK(static_cast<int>(*value) == copy.world.truth.wdl(seen));
}

TEST_CASE("nothing is answered from a damaged block, everything from the others") {
  const TableCopy copy("brazilian");
  const fs::path path = copy.file("KKvK", Metric::dtw);
  std::string bytes = read_bytes(path);
  const std::size_t middle = bytes.size() / 2;  // far behind the header and the index
  bytes[middle] = static_cast<char>(bytes[middle] ^ 0x10);
  replace_bytes(path, bytes);
  const Tablebase tables = copy.open();
  const Indexer& indexer = copy.world.truth.classes().at(material("KKvK")).indexer;
  int refused = 0;
  int right = 0;
  for (const Color side : {Color::white, Color::black}) {
    for (Index index = 0; index < indexer.size(); ++index) {
      Position seen = indexer.unrank(index);
      seen.side = side;
      const auto plies = tables.probe_dtw(seen);
      if (plies) {
        if (plies->value_or(-1) == copy.world.truth.dtw(seen)) ++right;
        continue;
      }
      if (plies.error().code != ErrorCode::corrupt_file) FAIL("another error: " << plies.error().message);
      if (plies.error().message.find("KKvK.dtw: block ") == std::string::npos) FAIL(plies.error().message);
      ++refused;
    }
  }
  CHECK(refused == 1024);  // exactly the entries of one block
  CHECK(refused + right == static_cast<int>(2 * indexer.size()));
  const bool white_damaged = !tables.read_values(material("KKvK"), Metric::dtw, Color::white);
  const bool black_damaged = !tables.read_values(material("KKvK"), Metric::dtw, Color::black);
  CHECK(white_damaged != black_damaged);
}

TEST_CASE("no flipped byte makes a wrong answer") {
  const TableCopy copy("brazilian");
  const fs::path path = copy.file("KvM", Metric::wdl);
  const std::string good = read_bytes(path);
  const Indexer& indexer = copy.world.truth.classes().at(material("KvM")).indexer;
  std::mt19937 random(71);
  for (std::size_t byte = 0; byte < good.size(); byte += 1 + random() % 4) {
    std::string bad = good;
    bad[byte] = static_cast<char>(static_cast<unsigned char>(bad[byte]) ^ (1U + static_cast<unsigned>(random() % 255)));
    replace_bytes(path, bad);
    const Tablebase tables = copy.open();
    for (Index index = 0; index < indexer.size(); index += 1 + random() % 50) {
      const Position seen = indexer.unrank(index);
      const auto value = tables.probe_wdl(seen);
      if (value && static_cast<int>(*value) != copy.world.truth.wdl(seen)) FAIL("byte " << byte << " changes a value");
    }
  }
}

#ifndef _WIN32  // where an open file cannot be replaced
TEST_CASE("a file replaced while open stays in use with its old contents") {
  const TableCopy copy("brazilian");
  const fs::path path = copy.file("KKvK", Metric::wdl);
  const Tablebase before = copy.open();
  const Position seen = copy.at("B:WK30,K31:BK1");
  REQUIRE(before.probe_wdl(seen));
  // Every position lost: a valid file with other values.
  REQUIRE(write_table(path, TableFile::open(path)->header(), [](int, std::uint64_t, std::span<ValueCode> out) {
    std::fill(out.begin(), out.end(), encode_wdl(Wdl::loss));
  }));
  const Indexer& indexer = copy.world.truth.classes().at(material("KKvK")).indexer;
  for (Index index = 0; index < indexer.size(); index += 97) {
    const Position other = indexer.unrank(index);
    if (static_cast<int>(*before.probe_wdl(other)) != copy.world.truth.wdl(other)) FAIL("a value of the new file");
  }
  CHECK(*copy.open().probe_wdl(seen) == Wdl::loss);
  fs::remove(path);
  CHECK(static_cast<int>(*before.probe_wdl(seen)) == copy.world.truth.wdl(seen));
}
#endif
