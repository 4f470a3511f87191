#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cache.hpp"
#include "lunette/probe/tablebase.hpp"
#include "sharded_counters.hpp"
#include "tables.hpp"

namespace lunette {

/// The count as an evaluation sees it: what runs, if any does, and the limit that holds.
struct CountState {
  std::optional<Count> count;
  int limit = 0;
};

/// How far a look-up may go for a block.
enum class Access : std::uint8_t {
  disk,        ///< opens the table and decodes the block where it must
  cached_only  ///< ErrorCode::not_cached where it would have to, without a system call or an allocation
};

/// True if the side to move has pieces but no move, or has none: the game is over.
bool is_over(const Ruleset& rules, const Position& position) noexcept;

/// Values of legal positions, from the side to move. Finished games need no table; where a table does not store
/// entries with captures, these are played into smaller tables. Thread-safe. May throw std::bad_alloc.
class Evaluator {
 public:
  Evaluator(const Ruleset& rules, Tables& tables, LineCache& cache, ProbeCounters& counters, Access access) noexcept
      : rules_(rules), tables_(tables), cache_(cache), counters_(counters), access_(access) {}

  /// The five-way value. With a count running it is the table's where that was made for this very count (0 in
  /// material that starts one, at the ruleset's limit), and follows from DTW otherwise.
  Result<Wdl> wdl(const Position& position, const CountState& state) const;
  /// Plies as if there were no count; absent for draws.
  Result<std::optional<int>> dtc(const Position& position) const;
  Result<std::optional<int>> dtw(const Position& position) const;
  /// WDL, which must be there, and the distances that are.
  Result<Answer> answer(const Position& position, const CountState& state) const;

  /// Decodes a unit of a stored side into the cache. False where that would take the cache over `limit` bytes, or
  /// where the cache had to drop something else for it: there is no room for more then.
  Result<bool> load_unit(const Table& table, int side, std::uint64_t unit, std::size_t limit) const;

  /// The true codes of one block of a stored side, read past the cache.
  Result<void> read_block(const Table& table, Color side, std::uint64_t block, std::span<ValueCode> out) const;

 private:
  Result<ValueCode> code(const Position& position, Metric metric) const;
  Result<ValueCode> code_without_table(const Position& position, Metric metric, Error reason) const;
  Result<ValueCode> cached_code(const Table& table, int side, Index index) const;
  void keep(const Table& table, int side, std::uint64_t unit, const Unit& decoded) const noexcept;

  Result<ValueCode> code_by_captures(const Position& position, Metric metric) const;
  Result<Wdl> wdl_by_captures(const Position& position) const;
  Result<std::optional<int>> dtw_by_captures(const Position& position) const;

  const Ruleset& rules_;
  Tables& tables_;
  LineCache& cache_;
  ProbeCounters& counters_;
  Access access_;
};

}  // namespace lunette
