#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "lunette/compress/table_file.hpp"

namespace lunette {

/// Words that the operating system gives as zeros when they are first touched: large arrays of which little is used.
class LazyWords {
 public:
  LazyWords() = default;
  /// Throws std::bad_alloc.
  explicit LazyWords(std::size_t count);

  std::uint64_t* data() const noexcept { return words_.get(); }
  std::uint64_t& operator[](std::size_t i) const noexcept { return words_.get()[i]; }

 private:
  struct Free {
    void operator()(std::uint64_t* words) const noexcept { std::free(words); }
  };
  std::unique_ptr<std::uint64_t, Free> words_;
};

/// Decoded values in lines of 1 KiB. Whoever wants a line keeps an entry for it, a word that is 0 at first; the cache
/// writes there which line it is (the highest bit is never set), and 0 again when it gives the line to somebody else.
/// So a look-up is two reads, without hashing, lock or count of references, and any number of threads share the cache.
///
/// How a reader can trust what it read: it reads the entry, then the values, then the entry again. A line is rewritten
/// only after its entry was cleared, and an entry never has the same value twice (it counts the line's generations), so
/// an unchanged entry means that the values were its own (a seqlock, see Boehm 2012; the values are atomic words, so
/// that this is no data race).
///
/// What to drop is decided by the clock algorithm (Corbato 1968): a hand goes round over the lines and takes the first
/// that was not read since it last came by.
class LineCache {
 public:
  static constexpr std::size_t line_bytes = 1024;
  static constexpr std::size_t line_words = line_bytes / sizeof(std::uint64_t);
  static constexpr std::size_t line_groups = line_words / 2;
  /// What a line takes of the budget, with all that belongs to it.
  static constexpr std::size_t line_cost = line_bytes + 16;

  /// Throws std::bad_alloc.
  explicit LineCache(std::size_t budget_bytes);

  /// Reads one group of a line; false if the cache does not hold it. Takes no lock.
  bool find(std::uint64_t& entry, std::size_t group, UnitGroup& out) noexcept;
  /// Holds a line (at most line_words words) under the entry, which must stay where it is as long as the cache is used.
  /// Nothing happens if the entry has a line already or the budget has no room for any.
  void insert(std::uint64_t& entry, std::span<const std::uint64_t> words) noexcept;
  /// Whether the entry has a line now.
  static bool holds(std::uint64_t& entry) noexcept;

  std::size_t budget() const noexcept { return budget_; }
  /// Bytes of the budget that are in use.
  std::size_t bytes() const noexcept;

 private:
  struct Line {
    std::uint64_t* owner = nullptr;  ///< its entry
    std::uint32_t generation = 0;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::size_t first = 0;  ///< line
    std::size_t lines = 0;
    std::size_t used = 0;
    std::size_t hand = 0;
  };

  std::size_t line_to_fill(Shard& shard) noexcept;

  std::size_t budget_;
  LazyWords words_;
  std::vector<Line> lines_;
  /// Of each line whether it was read since the hand came by; atomic. By itself, so that all of it stays near.
  std::vector<std::uint8_t> read_;
  std::vector<Shard> shards_;
};

}  // namespace lunette
