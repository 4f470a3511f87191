// Cached-only probes answer from decoded blocks and look nowhere else.

#include <random>

#include "catch.hpp"
#include "copy_tables.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
namespace fs = std::filesystem;

namespace {

bool is_not_cached(const Result<Wdl>& wdl) {
  return !wdl && wdl.error().code == ErrorCode::not_cached;
}

Position random_position(const brute::ClassValues& values, std::mt19937& random) {
  Position seen = values.indexer.unrank(random() % values.indexer.size());
  seen.side = random() % 2 == 0 ? Color::white : Color::black;
  return seen;
}

}  // namespace

TEST_CASE("a cached-only probe neither looks for a file nor opens one nor decodes a block") {
  const World& world = three_pieces("brazilian");
  const Ruleset& rules = world.truth.rules();
  const Tablebase tables = world.open();
  const Position seen = position(rules, "W:WK1,K4:BK11");
  CHECK(is_not_cached(tables.probe_cached(seen)));
  CHECK(tables.probe_cached_dtc(seen).error().code == ErrorCode::not_cached);
  CHECK(tables.probe_cached_dtw(seen).error().code == ErrorCode::not_cached);
  CHECK(is_not_cached(tables.probe_cached(position(rules, "W:WK1,K4,K7:BK11"))));  // no such table
  CHECK(tables.statistics().open_tables == 0);

  REQUIRE(tables.probe_wdl(seen));
  CHECK(*tables.probe_cached(seen) == *tables.probe_wdl(seen));
  CHECK(tables.probe_cached_dtw(seen).error().code == ErrorCode::not_cached);
  // The same table, other blocks.
  const auto misses = tables.statistics().cache_misses;
  std::mt19937 random(91);
  int not_cached = 0;
  for (int i = 0; i < 200; ++i) {
    const auto wdl = tables.probe_cached(random_position(world.truth.classes().at(material("KKvK")), random));
    if (is_not_cached(wdl)) ++not_cached;
  }
  CHECK(not_cached > 100);
  CHECK(tables.statistics().cache_misses == misses);
}

TEST_CASE("a cached-only probe answers what is decoded after the files are gone") {
  const World& world = three_pieces("german");
  const TemporaryDirectory directory;
  copy_tables(world.directory.path(), directory.path());
  const auto tables = Tablebase::open(world.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  std::mt19937 random(92);
  std::vector<Position> probed;
  for (const auto& [name, values] : world.truth.classes()) {
    for (int i = 0; i < 50; ++i) {
      probed.push_back(random_position(values, random));
      REQUIRE(tables->probe(probed.back()));
    }
  }
  std::error_code refused;  // by Windows, as long as they are open
  fs::remove_all(directory.path() / world.truth.rules().name, refused);
  for (const Position& seen : probed) {
    const auto wdl = tables->probe_cached(seen);
    REQUIRE(wdl);
    CHECK(static_cast<int>(*wdl) == world.truth.wdl(seen));
    if (*wdl == Wdl::draw) continue;
    CHECK(tables->probe_cached_dtc(seen)->value_or(-1) == world.truth.dtc(seen));
    CHECK(tables->probe_cached_dtw(seen)->value_or(-1) == world.truth.dtw(seen));
  }
}

TEST_CASE("captures are played into smaller tables, cached only") {
  const World& world = three_pieces("brazilian");
  const Ruleset& rules = world.truth.rules();
  const TemporaryDirectory directory;
  brute::write_all(world.truth, directory.path(), {.captures = CaptureEntries::filler});
  const auto tables = Tablebase::open(rules, {{directory.path()}});
  REQUIRE(tables);
  const Position seen = position(rules, "W:WK1,K29:BK10,K22");  // four pieces: no table
  CHECK(is_not_cached(tables->probe_cached(seen)));
  std::mt19937 random(93);
  int captures = 0;
  int not_cached = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Position capture = random_position(world.truth.classes().at(material("KKvK")), random);
    if (!has_capture(rules, capture)) continue;
    ++captures;
    const auto before = tables->probe_cached(capture);
    if (is_not_cached(before)) {
      ++not_cached;
      REQUIRE(tables->probe_wdl(capture));
    }
    const auto after = tables->probe_cached(capture);
    REQUIRE(after);
    CHECK(static_cast<int>(*after) == world.truth.wdl(capture));
  }
  CHECK(captures > 100);
  CHECK(not_cached > 0);
}

TEST_CASE("a cached-only probe refuses as any other, and knows finished games") {
  const World& world = three_pieces("german");
  const Tablebase tables = world.open();
  CHECK(tables.probe_cached({}).error().code == ErrorCode::illegal_position);
  const Position men = position(world.truth.rules(), "W:WK1,30:BK11");
  CHECK(tables.probe_cached(men, {3, {}, {}}).error().code == ErrorCode::bad_count);
  Position over;
  over.kings[index_of(Color::black)] = bit_of(Board::b8, Square(11));
  CHECK(*tables.probe_cached(over) == Wdl::loss);
  CHECK(*tables.probe_cached_dtw(over) == 0);
}

TEST_CASE("a running count is answered from decoded DTW") {
  const World& world = lone_king("traditional");
  const Tablebase tables = world.open();
  const Position seen = position(world.truth.rules(), "W:WK4,K7,K11:BK21");
  CHECK(is_not_cached(tables.probe_cached(seen, {1, {}, {}})));
  REQUIRE(tables.probe_wdl(seen));
  CHECK(*tables.probe_cached(seen) == Wdl::win);
  CHECK(is_not_cached(tables.probe_cached(seen, {1, {}, {}})));
  REQUIRE(tables.probe_wdl(seen, {1, {}, {}}));
  CHECK(*tables.probe_cached(seen, {1, {}, {}}) == Wdl::cursed_win);
}
