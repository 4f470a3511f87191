// What OpenOptions chooses: metrics, the largest class, what is decoded at once; and what an open table takes.

#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "copy_tables.hpp"
#include "fixture.hpp"

using namespace lunette;
namespace fs = std::filesystem;

namespace {

Tablebase open_with(const World& world, OpenOptions options) {
  options.directories = {world.directory.path()};
  auto opened = Tablebase::open(world.truth.rules(), options);
  REQUIRE(opened);
  return *std::move(opened);
}

ErrorCode refused(const World& world, OpenOptions options) {
  options.directories = {world.directory.path()};
  const auto opened = Tablebase::open(world.truth.rules(), options);
  REQUIRE_FALSE(opened);
  return opened.error().code;
}

/// How many positions of all classes a cached-only probe answers, all rightly, and how many there are.
struct Cached {
  int answered = 0;
  int all = 0;
};

Cached probe_all_cached(const Tablebase& tables, const World& world) {
  Cached cached;
  for (const auto& [name, values] : world.truth.classes()) {
    for (Index index = 0; index < values.indexer.size(); index += 7) {
      Position seen = values.indexer.unrank(index);
      seen.side = index % 2 == 0 ? Color::white : Color::black;
      const auto wdl = tables.probe_cached(seen);
      ++cached.all;
      if (!wdl && wdl.error().code != ErrorCode::not_cached) FAIL(wdl.error().message);
      if (!wdl) continue;
      if (static_cast<int>(*wdl) != world.truth.wdl(seen)) FAIL("a wrong answer");
      ++cached.answered;
    }
  }
  return cached;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

}  // namespace

TEST_CASE("metrics that are not asked for are as if they were not there") {
  const World& world = three_pieces("brazilian");
  const Position seen = position(world.truth.rules(), "W:WK1,K4:BK10");
  const Material kings = material("KKvK");

  const Tablebase without_dtw = open_with(world, {.directories = {}, .metrics = {Metric::wdl, Metric::dtc}});
  CHECK(without_dtw.probe_wdl(seen));
  CHECK(without_dtw.probe_dtc(seen));
  CHECK(without_dtw.probe_dtw(seen).error().code == ErrorCode::missing_metric);
  CHECK(without_dtw.probe_cached_dtw(seen).error().code == ErrorCode::missing_metric);
  CHECK(without_dtw.table(kings, Metric::dtw).error().code == ErrorCode::missing_metric);
  CHECK_FALSE(without_dtw.has(kings, Metric::dtw));
  const auto answer = without_dtw.probe(seen);
  REQUIRE(answer);
  CHECK(answer->dtc);
  CHECK_FALSE(answer->dtw);

  const Tablebase dtw_alone = open_with(world, {.directories = {}, .metrics = {Metric::dtw}});
  CHECK(dtw_alone.probe_dtw(seen)->value_or(-1) == world.truth.dtw(seen));
  CHECK(dtw_alone.probe_wdl(seen).error().code == ErrorCode::missing_metric);
  CHECK(dtw_alone.probe_wdl(seen).error().message.find("opened without") != std::string::npos);
  CHECK(dtw_alone.has(kings, Metric::dtw));
  CHECK_FALSE(dtw_alone.covers(kings));
  CHECK(dtw_alone.tables().empty());
  CHECK(refused(world, {.directories = {}, .metrics = {}}) == ErrorCode::bad_argument);
}

TEST_CASE("classes above max_pieces are not covered, finished games are") {
  const World& world = three_pieces("brazilian");
  const Ruleset& rules = world.truth.rules();
  const Tablebase tables = open_with(world, {.directories = {}, .max_pieces = 2});
  const auto three = tables.probe_wdl(position(rules, "W:WK1,K4:BK10"));
  REQUIRE_FALSE(three);
  CHECK(three.error().code == ErrorCode::not_covered);
  CHECK(three.error().message.find("at most 2") != std::string::npos);
  CHECK(tables.probe_cached(position(rules, "W:WK1,K4:BK10")).error().code == ErrorCode::not_covered);
  CHECK(tables.probe_wdl(position(rules, "W:WK1:BK10")));
  CHECK_FALSE(tables.covers(material("KKvK")));
  CHECK(tables.covers(material("KvK")));
  CHECK(tables.missing(8).empty());
  CHECK(tables.tables() == enumerate_materials(2));
  CHECK(*tables.probe_wdl(position(rules, "W:W17-24:B9-16")) == Wdl::loss);  // neither side can move
  CHECK(refused(world, {.directories = {}, .max_pieces = 1}) == ErrorCode::bad_argument);
  CHECK(refused(world, {.directories = {}, .max_pieces = 9}) == ErrorCode::bad_argument);
}

TEST_CASE("preloading stays inside its bytes and the cache, small classes and WDL first") {
  const World& world = three_pieces("brazilian");
  const Tablebase nothing = open_with(world, {});
  CHECK(nothing.statistics().open_tables == 0);
  CHECK(probe_all_cached(nothing, world).answered == 0);

  const Tablebase everything = open_with(world, {.directories = {}, .preload_bytes = std::size_t{64} << 20});
  const Cached all = probe_all_cached(everything, world);
  CHECK(all.answered == all.all);
  const Position seen = position(world.truth.rules(), "W:WK1,K4:BK10");
  CHECK(everything.probe_cached_dtc(seen)->value_or(-1) == world.truth.dtc(seen));
  CHECK(everything.probe_cached_dtw(seen)->value_or(-1) == world.truth.dtw(seen));
  CHECK(everything.statistics().cache_misses == 0);

  const Tablebase some = open_with(world, {.directories = {}, .preload_bytes = 5'000});
  CHECK(some.statistics().cache_bytes > 3'000);
  CHECK(some.statistics().cache_bytes <= 5'000);
  CHECK(some.probe_cached(position(world.truth.rules(), "W:WK1:BK10")));
  CHECK_FALSE(some.probe_cached_dtc(position(world.truth.rules(), "W:WK1:BK10")));
  CHECK(probe_all_cached(some, world).answered > 0);

  for (const std::size_t cache : {std::size_t{0}, std::size_t{10'000}}) {
    const Tablebase small =
        open_with(world, {.directories = {}, .cache_bytes = cache, .preload_bytes = std::size_t{1} << 30});
    CHECK(small.statistics().cache_bytes <= cache);
    CHECK(small.statistics().cache_bytes >= cache / 2);
  }
}

TEST_CASE("a table that cannot be preloaded is reported by the probe that needs it") {
  const World& world = three_pieces("brazilian");
  const Ruleset& rules = world.truth.rules();
  const TemporaryDirectory directory;
  copy_tables(world.directory.path(), directory.path());
  std::ofstream(table_path(directory.path(), rules.name, material("KvK"), Metric::wdl)) << "no table";
  const auto tables = Tablebase::open(rules, {.directories = {directory.path()}, .preload_bytes = 1 << 20});
  REQUIRE(tables);
  CHECK(tables->probe_cached(position(rules, "W:WK1,K4:BK11")));
  CHECK(tables->probe_wdl(position(rules, "W:WK1:BK10")).error().code == ErrorCode::corrupt_file);
}

TEST_CASE("a directory of hundreds of tables is opened without opening one") {
  const Ruleset& rules = ruleset("brazilian");
  const TemporaryDirectory directory;
  fs::create_directory(directory.path() / rules.name);
  const std::vector<Material> classes = enumerate_materials(8);
  for (const Material& name : classes) {
    for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
      std::ofstream(table_path(directory.path(), rules.name, name, metric));
    }
  }
  CHECK(3 * classes.size() > 500);
  const std::ptrdiff_t before = open_descriptors();
  const auto tables = Tablebase::open(rules, {.directories = {directory.path()}});
  REQUIRE(tables);
  CHECK(tables->tables() == classes);
  CHECK(tables->statistics().open_tables == 0);
  CHECK(open_descriptors() == before);
}

TEST_CASE("an open table takes no file descriptor") {
  const World& world = three_pieces("brazilian");
  const std::ptrdiff_t before = open_descriptors();
  const Tablebase tables = open_with(world, {.directories = {}, .preload_bytes = std::size_t{64} << 20});
  CHECK(tables.statistics().open_tables == 3 * world.truth.classes().size());
  CHECK(open_descriptors() == before);
}
