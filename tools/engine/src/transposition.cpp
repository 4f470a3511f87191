#include "transposition.hpp"

#include <algorithm>
#include <bit>

namespace lunette {
namespace {

// A word of data: score 16 bits, move 16, depth 8, generation 8, bound 2.
constexpr int move_shift = 16;
constexpr int depth_shift = 32;
constexpr int generation_shift = 40;
constexpr int bound_shift = 48;
constexpr int most_depth = 0xFF;

constexpr std::uint64_t mix(std::uint64_t word) {
  // The finaliser of SplitMix64.
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
  return word ^ (word >> 31);
}

Score from_position(Score score, int ply) {
  return !is_sure(score) ? score : score > 0 ? score + ply : score - ply;
}
Score from_root(Score score, int ply) {
  return !is_sure(score) ? score : score > 0 ? score - ply : score + ply;
}

int depth_in(std::uint64_t data) {
  return static_cast<int>((data >> depth_shift) & most_depth);
}

Found unpack(std::uint64_t data) {
  Found found;
  found.score = static_cast<std::int16_t>(data & 0xFFFF);
  found.move = static_cast<int>((data >> move_shift) & 0xFFFF);
  found.depth = depth_in(data);
  found.bound = static_cast<Bound>((data >> bound_shift) & 3);
  return found;
}

}  // namespace

std::uint64_t transposition_key(const Position& position, const std::optional<Count>& count) noexcept {
  std::uint64_t key = mix(position.men[0] + 0x9E3779B97F4A7C15U);
  key = mix(key ^ position.men[1]);
  key = mix(key ^ position.kings[0]);
  key = mix(key ^ position.kings[1]);
  std::uint64_t state = index_of(position.side);
  if (count) state |= 2 | index_of(count->lone) << 2 | static_cast<std::uint64_t>(count->moves) << 3;
  return mix(key ^ state);
}

TranspositionTable::TranspositionTable(std::size_t bytes) {
  const std::size_t buckets = std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}));
  buckets_ = std::make_unique<Bucket[]>(buckets);
  mask_ = buckets - 1;
}

std::optional<Found> TranspositionTable::find(std::uint64_t key, int ply) const noexcept {
  for (const Entry& entry : bucket(key).entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data == 0 || (entry.check.load(std::memory_order_relaxed) ^ data) != key) continue;
    Found found = unpack(data);
    found.score = from_root(found.score, ply);
    return found;
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, int ply, const Found& found) noexcept {
  const auto score = static_cast<std::uint16_t>(from_position(found.score, ply));
  const auto depth = static_cast<std::uint64_t>(std::clamp(found.depth, 0, most_depth));
  const std::uint64_t data = score | static_cast<std::uint64_t>(found.move) << move_shift | depth << depth_shift |
                             generation_ << generation_shift | static_cast<std::uint64_t>(found.bound) << bound_shift;
  Entry* victim = nullptr;
  int least = 0;
  for (Entry& entry : bucket(key).entries) {
    const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
    const bool same = (entry.check.load(std::memory_order_relaxed) ^ old) == key;
    const int worth = same ? -most_depth - 1 : keeping_worth(old);
    if (victim == nullptr || worth < least) {
      victim = &entry;
      least = worth;
    }
  }
  victim->check.store(key ^ data, std::memory_order_relaxed);
  victim->data.store(data, std::memory_order_relaxed);
}

/// Deeper is worth more, and what an older search left behind less; nothing at all is worth least.
int TranspositionTable::keeping_worth(std::uint64_t data) const noexcept {
  if (data == 0) return -most_depth;
  const bool old = ((data >> generation_shift) & generation_mask) != generation_;
  return depth_in(data) - (old ? most_depth / 2 : 0);
}

void TranspositionTable::clear() noexcept {
  for (std::uint64_t i = 0; i <= mask_; ++i) {
    for (Entry& entry : buckets_[i].entries) {
      entry.check.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
  }
  generation_ = 0;
}

}  // namespace lunette
