#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "lunette/index/indexer.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// A run of consecutive indices of one class in which a single piece moves from square to square while all others
/// stand still: the kings' ranking lets the lowest black king vary fastest (the lowest white king in classes without
/// black ones, the lowest black man in classes without kings).
struct Row {
  Position fixed;        ///< all pieces but the moving one, White to move
  Bitboard squares = 0;  ///< of the moving piece: one index each, lowest square first
  Color color = Color::black;
  bool king = true;  ///< the moving piece is one
  /// The bit index of the piece that varies next: rows with neighbouring `beside` are neighbours on the board.
  int beside = 0;

  int length() const noexcept { return count_bits(squares); }
  /// The placement with the moving piece on `square`, one of `squares`.
  Position position(Bitboard square, Color side) const noexcept {
    Position whole = fixed;
    (king ? whole.kings : whole.men)[index_of(color)] |= square;
    whole.side = side;
    return whole;
  }
};

/// Visits the rows of a class in index order. Starting in the middle of a row gives the rest of that row.
class RowWalk {
 public:
  /// Requires first < indexer.size(); `indexer` must outlive the walk.
  RowWalk(const Indexer& indexer, Index first) noexcept;

  const Row& row() const noexcept { return row_; }
  /// Goes to the next row; requires that there is one (the caller counts indices).
  void next() noexcept;

 private:
  void enter_slice(Index slice, Index in_slice) noexcept;
  void enter_run(Index slice) noexcept;
  void enter_still(Bitboard still) noexcept;
  void enter_fellows(Index rank) noexcept;
  void place() noexcept;

  const Indexer& indexer_;
  bool kingless_;
  int still_pieces_;  // kings that stand still while the row's fellows move
  int fellows_;       // like pieces of the row piece, which all stand above it
  Index slice_ = 0;   // of a class without kings: the first of the run after this one
  MenConfiguration men_;
  Bitboard free_ = 0;  // for the still kings
  std::uint64_t still_ordinals_ = 0;
  Bitboard still_ = 0;
  Bitboard within_ = 0;  // for the row piece and its fellows
  int within_size_ = 0;
  std::uint64_t fellow_ordinals_ = 0;
  Row row_;
};

/// Calls visit(row, offset) for the rows that hold [first, first + entries), the last of them cut to that: `offset`
/// counts from `first`. Requires entries > 0. Where visit returns false, it ends there.
template <class Visit>
void for_each_row(const Indexer& indexer, Index first, std::uint64_t entries, Visit&& visit) {
  RowWalk walk(indexer, first);
  for (std::uint64_t offset = 0;;) {
    Row row = walk.row();
    const std::uint64_t left = entries - offset;
    if (static_cast<std::uint64_t>(row.length()) > left) {
      row.squares &= square_in(row.squares, static_cast<int>(left)) - 1;
    }
    if (!visit(std::as_const(row), offset)) return;
    offset += static_cast<std::uint64_t>(row.length());
    if (offset == entries) return;
    walk.next();
  }
}

/// The squares of the row on which the moving piece leaves White (first) or Black, being to move, with a capture.
/// Thread-safe; some 50 to 100 ns.
std::array<Bitboard, 2> capture_squares(Board board, const Row& row) noexcept;

}  // namespace lunette
