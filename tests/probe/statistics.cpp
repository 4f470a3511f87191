// The counters are exact, whoever probes.

#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "fixture.hpp"
#include "sharded_counters.hpp"

using namespace lunette;

TEST_CASE("statistics count probes, look-ups and what is held") {
  const World& world = three_pieces("brazilian");
  const Position seen = position(world.truth.rules(), "W:WK1,K4:BK11");
  Tablebase tables = world.open(std::size_t{8} << 20);
  Statistics now = tables.statistics();
  CHECK(now.probes == 0);
  CHECK(now.cache_bytes == 0);
  CHECK(now.cache_budget == std::size_t{8} << 20);

  REQUIRE(tables.probe_wdl(seen));
  REQUIRE(tables.probe_wdl(seen));
  REQUIRE(tables.probe_cached(seen));
  REQUIRE_FALSE(tables.probe_cached_dtc(seen));
  REQUIRE_FALSE(tables.probe_wdl({}));
  now = tables.statistics();
  CHECK(now.probes == 5);
  CHECK(now.cache_hits == 2);
  CHECK(now.cache_misses == 1);
  CHECK(now.open_tables == 1);
  CHECK(now.cache_bytes > 0);
  CHECK(now.cache_bytes <= now.cache_budget);

  tables.reset_statistics();
  REQUIRE(tables.probe_dtc(seen));
  REQUIRE(tables.probe_dtw(seen));
  REQUIRE(tables.probe(seen));
  REQUIRE(tables.rank_moves(seen));
  REQUIRE(tables.best_line(seen));
  now = tables.statistics();
  CHECK(now.probes == 5);
  CHECK(now.cache_misses >= 2);
  CHECK(now.open_tables >= 3);
}

TEST_CASE("no probe of any thread is lost") {
  const World& world = three_pieces("brazilian");
  const Tablebase tables = world.open();
  const Indexer& indexer = world.truth.classes().at(material("KKvK")).indexer;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 1'000; ++i) (void)tables.probe_wdl(indexer.unrank(random() % indexer.size()));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Statistics now = tables.statistics();
  CHECK(now.probes == 4'000);
  CHECK(now.cache_hits + now.cache_misses == 4'000);
}

TEST_CASE("counters of one event leave the others alone") {
  ProbeCounters counters;
  counters.add(ProbeEvent::cache_hit);
  counters.add(ProbeEvent::cache_hit);
  counters.add(ProbeEvent::cache_miss);
  CHECK(counters.sum(ProbeEvent::probe) == 0);
  CHECK(counters.sum(ProbeEvent::cache_hit) == 2);
  CHECK(counters.sum(ProbeEvent::cache_miss) == 1);
  counters.reset();
  CHECK(counters.sum(ProbeEvent::cache_hit) == 0);
}
