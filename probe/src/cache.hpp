#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace lunette {

/// Blocks after decompression, least recently used ones dropped when the budget is full. Sharded by key, so that
/// threads seldom meet at one lock; a lock is held for a look-up only, never while a block is read or decoded.
/// Two threads that miss the same block both decode it, and the first to finish is kept: a wait for the other
/// would be as long as the work itself. Readers share ownership, so dropping a block frees nothing in use.
class BlockCache {
 public:
  using Block = std::shared_ptr<const std::vector<std::uint8_t>>;

  /// Names a block of one side of one opened table.
  struct Key {
    std::uint32_t table = 0;
    std::uint32_t side = 0;
    std::uint64_t block = 0;
    friend constexpr bool operator==(const Key&, const Key&) = default;
  };

  explicit BlockCache(std::size_t budget_bytes);

  /// Null if the block is not held.
  Block find(const Key& key) noexcept;
  /// Holds `block` unless the key is held already or the block alone exceeds the shard's budget. Returns the
  /// block held under the key, or `block` itself. May throw std::bad_alloc; the cache is then as before.
  Block insert(const Key& key, Block block);

  std::size_t budget() const noexcept { return budget_; }
  /// Bytes held now, never above the budget.
  std::size_t bytes() const noexcept;
  /// What a block takes of the budget.
  static std::size_t cost(const Block& block) noexcept;

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Entry {
    Key key;
    Block block;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::list<Entry> recent;  ///< most recently used first
    std::unordered_map<Key, std::list<Entry>::iterator, Hash> entries;
    std::size_t bytes = 0;
  };

  Shard& shard_of(const Key& key) noexcept;
  std::size_t budget_;
  std::size_t shard_budget_;
  std::vector<Shard> shards_;
};

}  // namespace lunette
