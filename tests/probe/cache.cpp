// The block cache by itself: its budget, what it drops, and that nothing in use is freed.

#include "cache.hpp"

#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace lunette;

namespace {

BlockCache::Block block_of(std::size_t bytes, std::uint8_t value) {
  return std::make_shared<const std::vector<std::uint8_t>>(bytes, value);
}

BlockCache::Key key_of(std::uint64_t block) {
  return {static_cast<std::uint32_t>(block % 7), 0, block};
}

}  // namespace

TEST_CASE("a block is found under its own key only") {
  BlockCache cache(std::size_t{1} << 16);
  CHECK(cache.find({1, 0, 5}) == nullptr);
  const auto held = cache.insert({1, 0, 5}, block_of(10, 42));
  CHECK(cache.find({1, 0, 5}) == held);
  CHECK(cache.find({1, 1, 5}) == nullptr);
  CHECK(cache.find({2, 0, 5}) == nullptr);
  CHECK(cache.find({1, 0, 6}) == nullptr);
}

TEST_CASE("the budget is never exceeded, whatever the sizes") {
  for (const std::size_t budget :
       {std::size_t{0}, std::size_t{1}, std::size_t{5'000}, std::size_t{3} << 20, std::size_t{40} << 20}) {
    BlockCache cache(budget);
    std::mt19937 random(61);
    for (std::uint64_t i = 0; i < 3'000; ++i) {
      cache.insert(key_of(i), block_of(random() % 20'000, 1));
      if (cache.bytes() > budget) FAIL("budget " << budget << " exceeded");
    }
    CAPTURE(budget);
    CHECK((budget < 100'000 || cache.bytes() > budget / 2));
  }
}

TEST_CASE("the block used least recently is dropped first") {
  BlockCache cache(10'000);
  const std::size_t third = 3'000;
  cache.insert(key_of(1), block_of(third, 1));
  cache.insert(key_of(2), block_of(third, 2));
  cache.insert(key_of(3), block_of(third, 3));
  CHECK(cache.find(key_of(1)));
  cache.insert(key_of(4), block_of(third, 4));
  CHECK(cache.find(key_of(1)));
  CHECK_FALSE(cache.find(key_of(2)));
  CHECK(cache.find(key_of(3)));
  CHECK(cache.find(key_of(4)));
}

TEST_CASE("a block dropped while in use stays readable") {
  BlockCache cache(5'000);
  const auto used = cache.insert(key_of(1), block_of(4'000, 7));
  for (std::uint64_t i = 2; i < 50; ++i) cache.insert(key_of(i), block_of(4'000, 8));
  CHECK_FALSE(cache.find(key_of(1)));
  CHECK(used->size() == 4'000);
  CHECK(used->back() == 7);
}

TEST_CASE("a block decoded twice is held and paid for once") {
  BlockCache cache(std::size_t{1} << 16);
  const auto first = cache.insert(key_of(1), block_of(1'000, 1));
  const std::size_t bytes = cache.bytes();
  CHECK(cache.insert(key_of(1), block_of(1'000, 1)) == first);
  CHECK(cache.bytes() == bytes);
}

TEST_CASE("a block larger than the budget is handed back and not held") {
  BlockCache cache(1'000);
  const auto large = cache.insert(key_of(1), block_of(2'000, 9));
  CHECK(large->size() == 2'000);
  CHECK_FALSE(cache.find(key_of(1)));
  CHECK(cache.bytes() == 0);
}

TEST_CASE("threads share a small cache") {
  BlockCache cache(20'000);
  const auto run = [&cache](unsigned seed, bool& right) {
    std::mt19937 random(seed);
    right = true;
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t block = random() % 40;
      auto held = cache.find(key_of(block));
      if (!held) held = cache.insert(key_of(block), block_of(1'000, static_cast<std::uint8_t>(block)));
      right = right && held->front() == block && held->back() == block;
    }
  };
  std::array<bool, 4> right{};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < right.size(); ++t) threads.emplace_back(run, t, std::ref(right[t]));
  for (std::thread& thread : threads) thread.join();
  for (const bool r : right) CHECK(r);
  CHECK(cache.bytes() <= cache.budget());
}
