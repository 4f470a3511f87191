#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rows/men_captures.hpp"
#include "rows/parallel.hpp"
#include "rows/slice.hpp"

namespace lunette::rows {

/// The best capture of every position of a slice with `mover` to move, by index within the slice; 0 where there is
/// none. Unit of work of a king's capture is the ray, not the position: for a fixed placement of all other pieces
/// every square from which the same piece is jumped in the same direction shares its outcome.
template <class Gen>
class CaptureRows {
 public:
  CaptureRows(ViewCache& cache, const Slice& slice, Color mover, Threads threads);

  /// scores.size() is the slice size; all must be 0 before.
  void fill(std::span<CaptureScore> scores);

 private:
  using G = typename Gen::G;
  using R = typename Gen::R;
  static constexpr Board board = Gen::board;

  void fill_row_king(std::span<CaptureScore> scores);
  void fill_still_king(std::span<CaptureScore> scores);
  void fill_still_king(std::span<CaptureScore> scores, Bitboard fellows);
  void fill_men(std::span<CaptureScore> scores);

  /// Calls visit(origins, score) for every first jump of a king added to `fellows`.
  template <class Visit>
  void for_each_king_jump(Bitboard fellows, Bitboard enemy_kings, Visit&& visit);
  template <Direction D, class Visit, class Search>
  void jumps_in(Bitboard occupied, Bitboard enemies, const Search& search, Visit&& visit);

  const SubView& view_after(Bitboard captured_men, int captured_kings);
  Bitboard men_capturing(Bitboard row_fixed, Bitboard enemy_fixed, Bitboard squares) const;

  ViewCache& cache_;
  const Slice& slice_;
  Color mover_;
  Threads threads_;
  bool mover_is_row_;
  Bitboard mover_men_;
  Bitboard enemy_men_;
  int mover_kings_;
  int enemy_kings_;
  Bitboard promotion_row_;
  // Views of the classes that king captures lead to: by captured men (a subset number) and captured kings.
  std::vector<std::optional<SubView>> views_;
};

}  // namespace lunette::rows
