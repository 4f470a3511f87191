#include "cache.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lunette {

namespace {

using Word = std::atomic_ref<std::uint64_t>;

constexpr std::size_t max_shards = 16;
/// A shard smaller than this holds too few lines to be of use; small budgets get fewer shards.
constexpr std::size_t min_shard_lines = 1024;
constexpr std::uint64_t generation_mask = 0x7FFFFFFFU;

std::size_t lines_in(std::size_t budget) {
  return std::min<std::size_t>(budget / LineCache::line_cost, 0xFFFFFFFEU);
}

/// Random reads all over a large array: with pages of 4 KiB each of them would also miss the translation buffer.
void prefer_large_pages([[maybe_unused]] std::uint64_t* words, [[maybe_unused]] std::size_t count) noexcept {
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(words) + page - 1) & ~(page - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(words + count) & ~(page - 1);
  if (end > begin) static_cast<void>(::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

}  // namespace

LazyWords::LazyWords(std::size_t count) {
  if (count == 0) return;
  words_.reset(static_cast<std::uint64_t*>(std::calloc(count, sizeof(std::uint64_t))));
  if (!words_) throw std::bad_alloc();
  prefer_large_pages(words_.get(), count);
}

LineCache::LineCache(std::size_t budget_bytes)
    : budget_(budget_bytes),
      words_(lines_in(budget_bytes) * line_words),
      lines_(lines_in(budget_bytes)),
      read_(lines_.size()) {
  const std::size_t count = std::clamp<std::size_t>(lines_.size() / min_shard_lines, 1, max_shards);
  shards_ = std::vector<Shard>(count);
  for (std::size_t s = 0; s < count; ++s) {
    shards_[s].first = lines_.size() * s / count;
    shards_[s].lines = lines_.size() * (s + 1) / count - shards_[s].first;
  }
}

bool LineCache::find(std::uint64_t& entry, std::size_t group, UnitGroup& out) noexcept {
  const std::uint64_t seen = Word(entry).load(std::memory_order_acquire);
  if (seen == 0) return false;
  const std::size_t number = (seen & 0xFFFFFFFFU) - 1;
  std::uint64_t* const words = words_.data() + number * line_words + 2 * group;
  // Acquire, so that the second look at the entry comes after them.
  out.low = Word(words[0]).load(std::memory_order_acquire);
  out.high = Word(words[1]).load(std::memory_order_acquire);
  if (Word(entry).load(std::memory_order_relaxed) != seen) return false;
  // Written only when it changes: a line that all threads read is then not torn between their caches.
  const std::atomic_ref<std::uint8_t> read(read_[number]);
  if (read.load(std::memory_order_relaxed) == 0) read.store(1, std::memory_order_relaxed);
  return true;
}

bool LineCache::holds(std::uint64_t& entry) noexcept {
  return Word(entry).load(std::memory_order_relaxed) != 0;
}

/// Moves the shard's hand to a line that may be overwritten.
std::size_t LineCache::line_to_fill(Shard& shard) noexcept {
  if (shard.used < shard.lines) return shard.first + shard.used++;
  while (true) {
    const std::size_t number = shard.first + shard.hand;
    shard.hand = shard.hand + 1 == shard.lines ? 0 : shard.hand + 1;
    if (std::atomic_ref(read_[number]).exchange(0, std::memory_order_relaxed) == 0) return number;
  }
}

void LineCache::insert(std::uint64_t& entry, std::span<const std::uint64_t> words) noexcept {
  // Neighbouring entries go to different shards.
  Shard& shard = shards_[reinterpret_cast<std::uintptr_t>(&entry) / sizeof(entry) % shards_.size()];
  const std::lock_guard lock(shard.mutex);
  if (shard.lines == 0 || holds(entry)) return;
  const std::size_t number = line_to_fill(shard);
  Line& line = lines_[number];
  if (line.owner != nullptr) Word(*line.owner).store(0, std::memory_order_relaxed);
  std::uint64_t* const to = words_.data() + number * line_words;
  // Release, so that whoever sees one of them also sees that the entry of before is cleared.
  for (std::size_t i = 0; i < words.size(); ++i) Word(to[i]).store(words[i], std::memory_order_release);
  line.owner = &entry;
  line.generation = static_cast<std::uint32_t>((line.generation + 1) & generation_mask);
  std::atomic_ref(read_[number]).store(0, std::memory_order_relaxed);  // what is never read again goes first
  Word(entry).store(std::uint64_t{line.generation} << 32 | (number + 1), std::memory_order_release);
}

std::size_t LineCache::bytes() const noexcept {
  std::size_t used = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    used += shard.used;
  }
  return used * line_cost;
}

}  // namespace lunette
