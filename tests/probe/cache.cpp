// The cache by itself: its budget, what it drops, and that nobody ever reads another's values.

#include "cache.hpp"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace lunette;

namespace {

using Words = std::vector<std::uint64_t>;

Words line_of(std::uint64_t value) {
  return Words(LineCache::line_words, value);
}

/// What the cache has under an entry; 0 if nothing.
std::uint64_t value_at(LineCache& cache, std::uint64_t& entry, std::size_t group) {
  UnitGroup found;
  if (!cache.find(entry, group, found)) return 0;
  CHECK(found.low == found.high);
  return found.low;
}

}  // namespace

TEST_CASE("a line is found under its own entry, group by group") {
  LineCache cache(std::size_t{1} << 16);
  Words words;
  for (std::uint64_t i = 0; i < LineCache::line_words; ++i) words.push_back(i);
  std::vector<std::uint64_t> entries(3);
  UnitGroup found;
  CHECK_FALSE(cache.find(entries[0], 0, found));
  cache.insert(entries[1], words);
  CHECK(LineCache::holds(entries[1]));
  CHECK_FALSE(LineCache::holds(entries[0]));
  for (std::size_t group = 0; group < LineCache::line_groups; ++group) {
    REQUIRE(cache.find(entries[1], group, found));
    CHECK((found.low == 2 * group && found.high == 2 * group + 1));
  }
}

TEST_CASE("a line shorter than others is held like them") {
  LineCache cache(std::size_t{1} << 16);
  std::uint64_t entry = 0;
  cache.insert(entry, Words(4, 7));
  CHECK(value_at(cache, entry, 1) == 7);
}

TEST_CASE("the budget is never exceeded, and used") {
  for (const std::size_t budget : {std::size_t{0}, std::size_t{1}, LineCache::line_cost - 1, LineCache::line_cost,
                                   std::size_t{5'000}, std::size_t{3} << 20, std::size_t{5} << 20}) {
    LineCache cache(budget);
    std::vector<std::uint64_t> entries(6'000);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      cache.insert(entries[i], line_of(i));
      if (cache.bytes() > budget) FAIL("budget " << budget << " exceeded");
    }
    CAPTURE(budget);
    CHECK(cache.bytes() >= std::min(budget, entries.size() * LineCache::line_cost) * 9 / 10 / LineCache::line_cost *
                               LineCache::line_cost);
  }
}

TEST_CASE("a line that is read stays, one that is not is dropped, and its entry says so") {
  LineCache cache(4 * LineCache::line_cost);
  std::vector<std::uint64_t> entries(100);
  for (std::size_t i = 0; i < 4; ++i) cache.insert(entries[i], line_of(i + 1));
  cache.insert(entries[4], line_of(5));
  for (std::size_t i = 5; i < entries.size(); ++i) {
    CHECK(value_at(cache, entries[4], 3) == 5);
    cache.insert(entries[i], line_of(i + 1));
  }
  CHECK(value_at(cache, entries[4], 63) == 5);
  CHECK(value_at(cache, entries[99], 0) == 100);
  std::size_t held = 0;
  for (std::uint64_t& entry : entries) held += LineCache::holds(entry) ? 1 : 0;
  CHECK(held == 4);
}

TEST_CASE("a line inserted twice is held and paid for once") {
  LineCache cache(std::size_t{1} << 16);
  std::uint64_t entry = 0;
  cache.insert(entry, line_of(1));
  const std::size_t bytes = cache.bytes();
  cache.insert(entry, line_of(2));
  CHECK(value_at(cache, entry, 0) == 1);
  CHECK(cache.bytes() == bytes);
}

TEST_CASE("a cache without room holds nothing") {
  LineCache cache(0);
  std::uint64_t entry = 0;
  cache.insert(entry, line_of(1));
  CHECK_FALSE(LineCache::holds(entry));
}

TEST_CASE("threads that share a cache far too small never read another's line") {
  LineCache cache(20 * LineCache::line_cost);
  std::vector<std::uint64_t> entries(60);
  std::atomic<bool> right = true;
  std::atomic<int> hits = 0;
  const auto run = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 30'000; ++i) {
      const std::size_t number = random() % 10 == 0 ? random() % entries.size() : random() % 16;
      UnitGroup found;
      if (cache.find(entries[number], random() % LineCache::line_groups, found)) {
        ++hits;
        if (found.low != number + 1 || found.high != number + 1) right = false;
      } else {
        cache.insert(entries[number], line_of(number + 1));
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t) threads.emplace_back(run, t);
  for (std::thread& thread : threads) thread.join();
  CHECK(right);
  CHECK(hits > 0);
  CHECK(cache.bytes() <= cache.budget());
}
