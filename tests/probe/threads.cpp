// Several threads probe one instance whose cache is far too small. Run under ThreadSanitizer (preset tsan).

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "fixture.hpp"

using namespace lunette;

namespace {

/// Probes random positions of all classes; counts what is not as brute force says.
void probe_at_random(const Tablebase& tables, const brute::Solver& truth, unsigned seed, int probes,
                     std::atomic<int>& wrong) {
  std::mt19937 random(seed);
  std::vector<const Indexer*> indexers;
  for (const auto& [name, values] : truth.classes()) indexers.push_back(&values.indexer);
  for (int i = 0; i < probes; ++i) {
    const Indexer& indexer = *indexers[random() % indexers.size()];
    Position seen = indexer.unrank(random() % indexer.size());
    seen.side = random() % 2 == 0 ? Color::white : Color::black;
    const auto answer = tables.probe(seen);
    const bool right = answer && static_cast<int>(answer->wdl) == truth.wdl(seen) &&
                       answer->dtw.value_or(-1) == truth.dtw(seen) && answer->dtc.value_or(-1) == truth.dtc(seen);
    if (!right) ++wrong;
  }
}

int wrong_answers(const Tablebase& tables, const brute::Solver& truth, int probes) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] { probe_at_random(tables, truth, t, probes, wrong); });
  }
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

}  // namespace

TEST_CASE("threads open the tables together and share a cache of a few blocks") {
  const World& world = three_pieces("traditional");
  for (const std::size_t cache_bytes : {std::size_t{0}, std::size_t{4'000}, std::size_t{1} << 20}) {
    CAPTURE(cache_bytes);
    const Tablebase tables = world.open(cache_bytes);
    CHECK(wrong_answers(tables, world.truth, 1'500) == 0);
  }
}

TEST_CASE("threads share tables that resolve captures") {
  const World& world = three_pieces("german");
  const TemporaryDirectory directory;
  brute::write_all(world.truth, directory.path(), {.captures = CaptureEntries::filler});
  const auto tables = Tablebase::open(world.truth.rules(), {{directory.path()}, 4'000});
  REQUIRE(tables);
  CHECK(wrong_answers(*tables, world.truth, 1'000) == 0);
}

TEST_CASE("threads see a table that appears while they probe") {
  const World& world = three_pieces("brazilian");
  const TemporaryDirectory directory;
  const auto tables = Tablebase::open(world.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  const Indexer& indexer = world.truth.classes().at(material("KKvK")).indexer;
  std::atomic<int> answered = 0;
  std::atomic<int> wrong = 0;
  std::atomic<bool> written = false;
  const auto ask = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int left = 200; left > 0;) {
      const bool last = written;
      const Position seen = indexer.unrank(random() % indexer.size());
      const auto value = tables->probe_wdl(seen);
      if (value) {
        ++answered;
        if (static_cast<int>(*value) != world.truth.wdl(seen)) ++wrong;
      } else if (value.error().code != ErrorCode::missing_table || last) {
        ++wrong;
      }
      if (last) --left;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t) threads.emplace_back(ask, t);
  brute::write_class(world.truth, material("KKvK"), directory.path());
  written = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(answered >= 600);
  CHECK(wrong == 0);
}
