#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "lunette/engine/score.hpp"
#include "lunette/probe/count.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// The key of a position with the count that runs in it: values differ with the count.
std::uint64_t transposition_key(const Position& position, const std::optional<Count>& count) noexcept;

enum class Bound : std::uint8_t { lower = 1, upper = 2, exact = 3 };

/// What a search found out about a position.
struct Found {
  static constexpr int no_move = 0xFFFF;

  Score score = 0;
  int depth = 0;               ///< plies searched below the position
  Bound bound = Bound::exact;  ///< what the score says of the true one
  int move = no_move;          ///< its number in the order of generate_moves()

  /// True if the score settles the search of a window.
  bool settles(Score alpha, Score beta) const noexcept {
    if (bound == Bound::exact) return true;
    return bound == Bound::lower ? score >= beta : score <= alpha;
  }
};

/// A hash table of positions already searched, shared by all threads without a lock: an entry is two words, the second
/// of them the first one's key mixed in, so that one which two threads wrote at the same time is not found.
class TranspositionTable {
 public:
  /// The greatest power of two of entries that fits. Throws std::bad_alloc.
  explicit TranspositionTable(std::size_t bytes);

  /// Sure scores are told from the root by `ply`, and kept from the position. Thread-safe.
  std::optional<Found> find(std::uint64_t key, int ply) const noexcept;
  void store(std::uint64_t key, int ply, const Found& found) noexcept;

  /// A new search: what older ones left behind is overwritten first. Not while a search runs.
  void age() noexcept { generation_ = (generation_ + 1) & generation_mask; }
  /// Not while a search runs.
  void clear() noexcept;

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;  ///< key ^ data
    std::atomic<std::uint64_t> data;
  };
  static constexpr std::size_t bucket_entries = 4;
  struct alignas(64) Bucket {
    std::array<Entry, bucket_entries> entries;
  };
  static constexpr std::uint64_t generation_mask = 0xFF;

  Bucket& bucket(std::uint64_t key) const noexcept { return buckets_[key & mask_]; }
  int keeping_worth(std::uint64_t data) const noexcept;

  std::unique_ptr<Bucket[]> buckets_;
  std::uint64_t mask_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace lunette
