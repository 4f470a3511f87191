#pragma once

#include <bitset>
#include <optional>

#include "lunette/engine/score.hpp"
#include "lunette/probe/tablebase.hpp"

namespace lunette {

/// What the true score of a position lies between.
struct ScoreBounds {
  Score least = 0;
  Score most = 0;
};

/// The tables as a search uses them: which classes there are is known without looking, so that a position without a
/// table costs nothing.
class TableView {
 public:
  explicit TableView(Tablebase tablebase);

  const Tablebase& tablebase() const noexcept { return tablebase_; }

  enum class Access { cached, disk };
  /// Bounds of a position's score with the count that runs in it, `ply` plies from the root. Absent where there is no
  /// table, where it is not in the cache and must be, or where it cannot be read. Equal bounds, but where a count runs
  /// and there are no distances to answer it from: then a win without the count may have become a draw. Thread-safe.
  std::optional<ScoreBounds> bounds(const Position& position, const std::optional<Count>& count, int ply,
                                    Access access) const noexcept;

 private:
  std::size_t class_number(const Position& position) const noexcept;

  Tablebase tablebase_;
  int most_pieces_ = 0;
  static constexpr std::size_t numbers = max_table_pieces + 1;
  std::bitset<numbers * numbers * numbers * numbers> covered_;
};

/// The probe request for a count that is known from the game.
CountRequest request_of(const std::optional<Count>& count) noexcept;

/// The score of a position that a table holds, entered after `ply` plies.
Score score_of(Wdl wdl, int ply) noexcept;

}  // namespace lunette
