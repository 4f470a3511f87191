// An allocation that fails is an error value: no exception leaves a probe, and the instance stays usable. The global
// operator new of this program fails on request, for the thread that asks.

#include <cstdlib>
#include <new>

#include "catch.hpp"
#include "fixture.hpp"

using namespace lunette;

namespace {

thread_local int allocations_left = -1;  // negative: any number

}  // namespace

// All forms, so that a sanitizer sees no memory go from its own forms to these.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (allocations_left == 0) return nullptr;
  if (allocations_left > 0) --allocations_left;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size, std::nothrow);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace {

/// Lets the first, second, ... allocation of an action fail until it needs no more; returns how many failed.
template <class Action>
int fail_each_allocation(Action action) {
  for (int allowed = 0;; ++allowed) {
    allocations_left = allowed;
    const auto result = action();
    allocations_left = -1;
    if (result) return allowed;
    REQUIRE(result.error().code == ErrorCode::out_of_memory);
    REQUIRE(allowed < 100'000);
  }
}

}  // namespace

TEST_CASE("every allocation of a probe may fail") {
  const World& world = three_pieces("german");
  OpenOptions options{{world.directory.path()}, 10'000};
  options.preload_bytes = 1'000;
  const Position seen = position(world.truth.rules(), "W:WK30,6:BK21");
  const Position counted = position(world.truth.rules(), "B:WK22,K25:BK1");

  CHECK(fail_each_allocation([&] { return Tablebase::open(world.truth.rules(), options); }) > 0);
  const auto tables = Tablebase::open(world.truth.rules(), options);
  CHECK(fail_each_allocation([&] { return tables->probe_wdl(seen); }) > 0);
  CHECK(fail_each_allocation([&] { return tables->rank_moves(seen); }) > 0);
  CHECK(fail_each_allocation([&] { return tables->best_line(counted, {2, {}, {}}, 6); }) > 0);
  CHECK(fail_each_allocation([&] { return tables->read_values(material("KKvK"), Metric::dtw, Color::white); }) > 0);
  CHECK(fail_each_allocation([&] { return tables->table(material("KKvM"), Metric::dtc); }) > 0);
  CHECK(static_cast<int>(*tables->probe_wdl(seen)) == world.truth.wdl(seen));
}

TEST_CASE("every allocation of an error may fail") {
  const World& world = three_pieces("german");
  const auto tables = Tablebase::open(world.truth.rules(), {{world.directory.path()}});
  const Position missing = position(world.truth.rules(), "W:WK30,K31,K32:BK1");
  const Position illegal = {};
  for (int allowed = 0; allowed < 30; ++allowed) {
    allocations_left = allowed;
    const auto first = tables->probe_wdl(missing);
    const auto second = tables->probe_wdl(illegal);
    const auto third = tables->probe_wdl(missing, {99, {}, {}});
    const bool has = tables->has(material_of(missing), Metric::wdl);
    allocations_left = -1;
    REQUIRE_FALSE(first);
    REQUIRE_FALSE(second);
    REQUIRE_FALSE(third);
    REQUIRE_FALSE(has);
  }
}

TEST_CASE("a cached-only probe allocates nothing") {
  const World& world = three_pieces("german");
  const auto tables = Tablebase::open(world.truth.rules(), {{world.directory.path()}});
  const Position quiet = position(world.truth.rules(), "B:WK30,K31:BK1");
  const Position missing = position(world.truth.rules(), "W:WK30,K31,K32:BK1");
  const auto without_memory = [&](const Position& seen) {
    allocations_left = 0;
    auto wdl = tables->probe_cached(seen);
    allocations_left = -1;
    return wdl;
  };
  CHECK(without_memory(quiet).error().code == ErrorCode::not_cached);
  CHECK(without_memory(missing).error().code == ErrorCode::not_cached);
  REQUIRE(tables->probe_wdl(quiet));
  CHECK(static_cast<int>(*without_memory(quiet)) == world.truth.wdl(quiet));
}
