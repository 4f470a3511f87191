#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lunette {

/// Counts of events, the enumerators of Event up to `last`, that many threads report. Each thread adds to one of
/// several sets of counters, which lie in cache lines of their own, so that threads seldom meet; sums are exact once
/// the threads are done.
template <class Event, Event last>
class ShardedCounters {
 public:
  void add(Event event) noexcept {
    own_shard()[static_cast<std::size_t>(event)].fetch_add(1, std::memory_order_relaxed);
  }

  std::uint64_t sum(Event event) const noexcept {
    std::uint64_t total = 0;
    for (const Shard& shard : shards_) {
      total += shard.counters[static_cast<std::size_t>(event)].load(std::memory_order_relaxed);
    }
    return total;
  }

  void reset() noexcept {
    for (Shard& shard : shards_) {
      for (auto& counter : shard.counters) counter.store(0, std::memory_order_relaxed);
    }
  }

 private:
  using Counters = std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(last) + 1>;
  /// Two lines of 64 bytes: processors fetch them in pairs.
  struct alignas(128) Shard {
    Counters counters{};
  };
  static constexpr int shard_bits = 5;

  /// Chosen by where the thread's stack lies: stacks are megabytes apart, and an address of one costs nothing to get.
  Counters& own_shard() noexcept {
    const char here = 0;
    const std::uint64_t megabyte = reinterpret_cast<std::uintptr_t>(&here) >> 20;
    return shards_[(megabyte * 0x9E3779B97F4A7C15U) >> (64 - shard_bits)].counters;
  }

  std::array<Shard, std::size_t{1} << shard_bits> shards_{};
};

/// What the statistics of a Tablebase count.
enum class ProbeEvent : std::uint8_t { probe, cache_hit, cache_miss };
using ProbeCounters = ShardedCounters<ProbeEvent, ProbeEvent::cache_miss>;

}  // namespace lunette
