#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "code_view.hpp"
#include "king_ranking.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/position.hpp"
#include "successors.hpp"

namespace lunette::gen {

/// A quiet move by a man that is the same in all positions of a face, as far as no king is in its way.
struct ManMove {
  Bitboard from = 0;
  Bitboard to = 0;
  Color mover = Color::white;
  bool promotes = false;
  CodeView codes;       ///< of the side then to move
  Index base = 0;       ///< of the slice that it leads to
  KingRanking ranking;  ///< inside that slice

  /// The successor's code; no king may stand on `to`.
  ValueCode code(Bitboard white_kings, Bitboard black_kings) const noexcept {
    const Bitboard crowned = promotes ? to : 0;
    return codes[base + (mover == Color::white ? ranking.rank(white_kings | crowned, black_kings)
                                               : ranking.rank(white_kings, black_kings | crowned))];
  }
};

/// The positions of one slice with one side to move, as they are stored.
struct Face {
  Color mover = Color::white;
  int side = 0;  ///< stored side
  Index slice = 0;
  MenConfiguration men;
  int partner = 0;              ///< the face of the unit that a king's quiet move leads to, and comes from
  KingRanking partner_ranking;  ///< there, of the kings as they stand in this face
  std::vector<ManMove> man_moves;

  bool is_black_to_move() const { return mover == Color::black; }
};

/// What is solved at once, because king moves go to and fro in it: a slice with both sides to move. In a class that
/// is its own flip, Black to move is White to move in the slice turned round, so that the unit is White to move in
/// both; and in one alone, if the slice is its own flip.
class Unit {
 public:
  /// Absent if the slice is solved in another slice's unit.
  static std::optional<Unit> of_slice(const Successors& successors, Index slice);

  std::span<const Face> faces() const noexcept { return {faces_.data(), count_}; }
  /// Entries in all faces.
  Index entries(const Indexer& indexer) const noexcept { return count_ * indexer.slice_size(); }

 private:
  std::array<Face, 2> faces_;
  std::size_t count_ = 0;
};

}  // namespace lunette::gen
