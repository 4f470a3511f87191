#include "cache.hpp"

#include <algorithm>
#include <utility>

namespace lunette {

namespace {

constexpr std::size_t max_shards = 16;
/// A shard smaller than this holds too few blocks to be of use; small budgets get fewer shards.
constexpr std::size_t min_shard_bytes = std::size_t{1} << 20;
/// List node, map node, bucket and control block of an entry, so that many small blocks stay inside the budget.
constexpr std::size_t entry_overhead = 192;

std::size_t shard_count(std::size_t budget) {
  return std::clamp<std::size_t>(budget / min_shard_bytes, 1, max_shards);
}

}  // namespace

BlockCache::BlockCache(std::size_t budget_bytes)
    : budget_(budget_bytes),
      shard_budget_(budget_bytes / shard_count(budget_bytes)),
      shards_(shard_count(budget_bytes)) {}

std::size_t BlockCache::Hash::operator()(const Key& key) const noexcept {
  // Finaliser of SplitMix64: neighbouring blocks must not fall into the same shard.
  std::uint64_t x = key.block * 2 + key.side + (std::uint64_t{key.table} << 48);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return static_cast<std::size_t>(x ^ (x >> 31));
}

BlockCache::Shard& BlockCache::shard_of(const Key& key) noexcept {
  // Other bits than those that the map's buckets are chosen by.
  return shards_[(Hash()(key) >> 20) % shards_.size()];
}

std::size_t BlockCache::cost(const Block& block) noexcept {
  return block->capacity() + entry_overhead;
}

BlockCache::Block BlockCache::find(const Key& key) noexcept {
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.entries.find(key);
  if (found == shard.entries.end()) return nullptr;
  shard.recent.splice(shard.recent.begin(), shard.recent, found->second);
  return found->second->block;
}

BlockCache::Block BlockCache::insert(const Key& key, Block block) {
  const std::size_t needed = cost(block);
  if (needed > shard_budget_) return block;
  std::list<Entry> dropped;  // freed after the lock is released
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  if (const auto held = shard.entries.find(key); held != shard.entries.end()) return held->second->block;

  std::list<Entry> node;
  node.push_back({key, block});
  shard.entries.emplace(key, node.begin());
  shard.recent.splice(shard.recent.begin(), node);
  shard.bytes += needed;
  while (shard.bytes > shard_budget_) {
    const auto last = std::prev(shard.recent.end());
    shard.bytes -= cost(last->block);
    shard.entries.erase(last->key);
    dropped.splice(dropped.begin(), shard.recent, last);
  }
  return block;
}

std::size_t BlockCache::bytes() const noexcept {
  std::size_t total = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    total += shard.bytes;
  }
  return total;
}

}  // namespace lunette
