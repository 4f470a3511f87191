#pragma once

#include <array>
#include <cstdint>

#include "code_view.hpp"
#include "decoded_tables.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/position.hpp"

namespace lunette::gen {

/// Where the positions after one kind of move are looked up: the codes of the side then to move.
struct Target {
  const Indexer* indexer = nullptr;
  CodeView codes;
  bool turned = false;  ///< the table is stored the other way round

  Index index(const Position& after) const noexcept {
    return indexer->rank(turned ? flip(indexer->board(), after) : after);
  }
  ValueCode code(const Position& after) const noexcept { return codes[index(after)]; }
};

/// Everything that one move can lead to from the positions of a class, in one metric: the class itself for quiet
/// moves, decoded tables for promotions and captures. Immutable, for any number of threads.
class Successors {
 public:
  /// `own` are the codes of the class at work by stored side. The decoded tables of all direct successors must be
  /// there, and outlive this.
  Successors(const Indexer& indexer, const std::array<CodeView, 2>& own, const DecodedTables& tables, Metric metric);

  const Indexer& indexer() const noexcept { return indexer_; }

  /// After a quiet move that does not promote.
  const Target& quiet(Color mover) const noexcept { return target(mover, 0, 0, false); }
  const Target& promotion(Color mover) const noexcept { return target(mover, 0, 0, true); }
  /// After a capture that leaves the opponent at least one piece.
  const Target& capture(Color mover, int men, int kings, bool promotes) const noexcept {
    return target(mover, men, kings, promotes);
  }

 private:
  static constexpr std::size_t counts = max_table_pieces;  // of captured men, and of kings: 0 to 7

  const Target& target(Color mover, int men, int kings, bool promotes) const noexcept {
    return targets_[index_of(mover)][promotes ? 1 : 0][static_cast<std::size_t>(kings)][static_cast<std::size_t>(men)];
  }
  Target make_target(const Material& after, Color to_move, const DecodedTables& tables, Metric metric) const;

  const Indexer& indexer_;
  std::array<CodeView, 2> own_;
  std::array<std::array<std::array<std::array<Target, counts>, counts>, 2>, 2> targets_{};
};

/// The material after a move of `mover`.
Material material_after(const Material& before, Color mover, int captured_men, int captured_kings, bool promotes);

}  // namespace lunette::gen
