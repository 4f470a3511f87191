#pragma once

#include <array>
#include <span>
#include <vector>

#include "rows/capture_rows.hpp"
#include "rows/class_values.hpp"
#include "rows/slice.hpp"

namespace lunette::rows {

/// What captures and men's moves alone say about the positions of one row with one side to move. Squares of the row
/// king as bits. The second member of each pair is for the weaker threshold: cursed counted as won, blessed as lost.
struct RowSeed {
  Bitboard capture = 0;              ///< must capture: nothing else can be played
  std::array<Bitboard, 2> win{};     ///< won by a capture or a man's move
  std::array<Bitboard, 2> loss{};    ///< lost whatever is captured
  std::array<Bitboard, 2> escape{};  ///< a man's move that does not lose
  Bitboard man_moves = 0;            ///< a man has a quiet move
};

/// The seeds of a slice for both sides to move, and the DTC of what captures and men's moves decide.
template <class Gen>
class SeedRows {
 public:
  SeedRows(const ClassRules& rules, const Indexer& indexer, const ClassValues& values)
      : rules_(rules), indexer_(indexer), values_(values), cache_(*rules.tables, Gen::board, rules.with_count) {}

  /// Threads::all only for a slice without men.
  void assign(const Slice& slice, Threads threads);
  const RowSeed& at(Color side, std::size_t row) const { return seeds_[index_of(side)][row]; }

 private:
  using G = typename Gen::G;
  using R = typename Gen::R;

  void load_captures(Color side, std::size_t row);
  void add_men_moves(Color side);
  void add_step(Color side, Bitboard man, Bitboard target);
  void add_promotion(Color side, Bitboard man, Bitboard target);
  void merge_step(RowSeed& seed, Bitboard movable, const std::array<Bitboard, 2>& child_loss,
                  const std::array<Bitboard, 2>& child_win) const;
  void copy_to_fellow_rows(Color side, std::size_t row);

  const ClassRules& rules_;
  const Indexer& indexer_;
  const ClassValues& values_;
  ViewCache cache_;
  const Slice* slice_ = nullptr;
  std::array<std::vector<RowSeed>, 2> seeds_;
  std::vector<CaptureScore> scores_;  // of the slice, and three more to read
};

}  // namespace lunette::rows
