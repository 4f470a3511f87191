#pragma once

#include <array>
#include <cstdint>

#include "lunette/index/combination.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/export.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// A rank inside one side to move of one class: 0 .. Indexer::size()-1.
using Index = std::uint64_t;

/// One placement of all men of a class: what is fixed inside a slice.
struct MenConfiguration {
  Bitboard white = 0;
  Bitboard black = 0;
  friend constexpr bool operator==(const MenConfiguration&, const MenConfiguration&) = default;
};

/// The perfect ranking of one canonical class on one board: every legal placement has one index below size(),
/// and every index is a legal placement. The side to move is not part of the index.
///
/// index = slice * slice_size() + rank of the kings. The slice ranks the men: first by the number j of white men
/// on White's own back row (where no black man can stand), then those j men, then the other white men among the
/// squares both colours may use, then the black men among what those leave. Inside a slice the kings run over
/// the squares that the men leave free: white kings as a combination (colexicographic), then black kings among
/// the rest; the black kings vary fastest. Combinations by the combinatorial number system (Knuth 7.2.1.3).
///
/// Immutable after construction; all members are thread-safe and take no locks.
class LUNETTE_EXPORT Indexer {
 public:
  /// Requires at most max_table_pieces pieces.
  Indexer(Board board, const Material& canonical);

  Board board() const noexcept { return board_; }
  const Material& material() const noexcept { return material_; }
  Index size() const noexcept { return slices_ * slice_size_; }
  Index slices() const noexcept { return slices_; }
  Index slice_size() const noexcept { return slice_size_; }

  /// The index of a placement of exactly this material, colours as the class names them. Side to move ignored.
  Index rank(const Position& position) const noexcept;
  /// The placement of an index below size(), White to move.
  Position unrank(Index index) const noexcept;

  Index rank_men(const MenConfiguration& men) const noexcept;
  MenConfiguration unrank_men(Index slice) const noexcept;
  /// All slices with the same white men. They lie together, in the order of the black men's rank.
  struct Run {
    Bitboard white = 0;
    Bitboard black_squares = 0;  ///< where black men may stand beside these
    Index first = 0;             ///< slice
    Index slices = 0;
  };
  /// The number of runs; run() takes them in slice order.
  Index runs() const noexcept;
  Run run(Index number) const noexcept;
  /// The run of these white men.
  Run run_of(Bitboard white_men) const noexcept;

  /// The rank of the kings inside their slice, given all squares that men occupy.
  Index rank_kings(Bitboard men, Bitboard white_kings, Bitboard black_kings) const noexcept {
    const Bitboard free = squares_.all & ~men;
    return rank_combination(free, white_kings) * black_king_configurations_ +
           rank_combination(free & ~white_kings, black_kings);
  }
  /// The placement with these men and the kings of a rank below slice_size(), White to move.
  Position unrank_kings(const MenConfiguration& men, Index rank) const noexcept;

  /// Rows that all men of a slice have advanced from their own back row, summed. A man's quiet move that does
  /// not promote leads to a slice of the same class with exactly one more; captures and promotions leave the class.
  int advancement(const MenConfiguration& men) const noexcept;

 private:
  struct Regions {
    Bitboard all;
    Bitboard white_back_row;
    Bitboard shared;     // where men of both colours may stand
    Bitboard black_men;  // Black's own back row and the shared squares
  };
  struct Group {
    Index first = 0;  // slice of the group with j white men on White's back row
    Index shared_configurations = 0;
    Index black_configurations = 0;
  };
  Bitboard white_men(int j, Index rank) const noexcept;
  Index runs_in_group(int j) const noexcept;
  static Regions regions_of(Board board) noexcept;

  Board board_;
  Material material_;
  Regions squares_;
  Index slices_ = 0;
  Index slice_size_ = 0;
  Index black_king_configurations_ = 0;
  std::array<Group, max_table_pieces + 1> groups_{};
};

/// A position of a class seen as the stored table sees it.
struct Oriented {
  Material material;  ///< canonical
  Position position;  ///< colours exchanged and board turned where the table is stored the other way round
  Color side;         ///< whose move it is in the stored table; always white in a class that is its own flip
  bool flipped;
};

/// Requires both sides to have pieces. Thread-safe.
LUNETTE_EXPORT Oriented orient(Board board, const Position& position) noexcept;

/// The same where material_of(position) is known already.
LUNETTE_EXPORT Oriented orient(Board board, const Position& position, const Material& material) noexcept;

/// n over k, for n up to 64 and k from 0 to 8: exact in 64 bits. 0 for k > n and for negative n.
std::uint64_t binomial(int n, int k) noexcept;

}  // namespace lunette
