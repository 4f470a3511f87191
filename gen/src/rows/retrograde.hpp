#pragma once

#include <array>
#include <vector>

#include "lunette/rules/ruleset.hpp"
#include "rows/class_values.hpp"
#include "rows/seeds.hpp"
#include "rows/slice.hpp"

namespace lunette::rows {

/// Retrograde analysis over the quiet king moves of one slice, ply by ply, whole rows at a time. A quiet move is its
/// own inverse, so predecessors are found by the same rays: the row king's by filling a row, the other kings' by taking
/// over the words of neighbouring rows.
template <class Gen>
class Retrograde {
 public:
  Retrograde(NoMove no_move, ClassValues& values) : no_move_(no_move), values_(values) {}

  /// Solves the slice and stores its values. False if a DTC does not fit values.max_dtc().
  bool solve(const Slice& slice, Index slice_number, const SeedRows<Gen>& seeds, Threads threads);

 private:
  using G = typename Gen::G;
  using R = typename Gen::R;
  using Rows = std::vector<Bitboard>;

  /// The state of one side to move, a word a row each.
  struct SideRows {
    Rows open;     // undecided, and nothing must be captured
    Rows trapped;  // of those, the ones whose men's moves all lose
    Rows won;
    Rows lost;
    Rows new_wins;  // decided at the last ply
    Rows new_losses;
    Rows next_wins;  // candidates for the present one
    Rows next_losses;
  };

  template <class Body>
  void for_each_row(const Body& body) const {
    for_each_index(threads_, slice_->rows(), body);
  }
  void start();
  Bitboard rows_with_king_moves(Color side, std::size_t row) const;
  void seed_proper();
  bool seed_cursed();
  bool run(int first_ply);
  bool decide_ply(int ply);
  void push_predecessors_of(Color moved, const Rows& decided, Rows& candidates);
  Bitboard all_moves_lose(Color side, std::size_t row, Bitboard candidates) const;
  void decide(Color side, std::size_t row, Bitboard wins, Bitboard losses, int ply);
  void record(Color side, std::size_t row, Bitboard decided, int ply);
  void store(Plane won, Plane lost);

  SideRows& rows_of(Color side) { return sides_[index_of(side)]; }
  const SideRows& rows_of(Color side) const { return sides_[index_of(side)]; }

  NoMove no_move_;
  ClassValues& values_;
  const Slice* slice_ = nullptr;
  Index slice_number_ = 0;
  Threads threads_ = Threads::one;
  const SeedRows<Gen>* seeds_ = nullptr;
  std::array<SideRows, 2> sides_;
  std::array<Rows, 2> blocked_;   // scratch: lost at once, no move at all
  std::array<Rows, 2> men_only_;  // scratch: no king move, men's moves or captures all lose
};

}  // namespace lunette::rows
