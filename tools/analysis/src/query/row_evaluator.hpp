#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "lunette/analysis/class_scan.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/probe/tablebase.hpp"
#include "move_tally.hpp"
#include "program.hpp"

namespace lunette::query {

/// A row of a block, with what the views of a class share about it.
struct RowPlace {
  const Row& row;
  std::size_t offset;  ///< of its first square in the block
  std::optional<std::array<Bitboard, 2>> captures = {};

  /// Squares that leave White, or Black, with a capture.
  const std::array<Bitboard, 2>& capturing(Board board) {
    if (!captures) captures = capture_squares(board, row);
    return *captures;
  }
};

/// Evaluates the steps of one view on the rows of one block, all squares of a row at once. What needs a table may fail;
/// all answers are meaningless after failed().
class RowEvaluator {
 public:
  RowEvaluator(const Tablebase& tablebase, ScanBlock& block, Color side)
      : tablebase_(tablebase), board_(tablebase.rules().board), block_(block), side_(side) {}

  void enter(RowPlace& place) {
    place_ = &place;
    tallied_ = 0;
  }
  /// Those of `wanted` (squares of the row) on which a condition holds.
  Bitboard matches(const Step& step, Bitboard wanted);
  /// A value with the moving piece on a square; absent for the distance of a draw. Of a condition 0 or 1.
  std::optional<int> value(const Step& step, Bitboard square);

  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  /// The codes of one table for the block.
  struct Codes {
    const ValueCode* codes = nullptr;
    bool captures = true;  ///< those of entries with captures too
  };
  const Codes& codes_of(Metric metric);
  ValueCode code_at(Metric metric, Bitboard square);
  ValueCode probed_code(Metric metric, Bitboard square);
  template <class Accepts>
  Bitboard accepted(Metric metric, Bitboard wanted, const Accepts& accepts);
  Bitboard piece_counts(const Step& step, Bitboard wanted) const;
  Bitboard distances(const Step& step, Bitboard wanted);
  Bitboard comparisons(const Step& step, Bitboard wanted);
  int piece_count(const PieceCount& pieces, Bitboard square) const;
  int move_count(Kind kind, Bitboard square);

  const Tablebase& tablebase_;
  Board board_;
  ScanBlock& block_;
  Color side_;
  RowPlace* place_ = nullptr;
  std::array<Codes, 3> codes_{};
  MoveList moves_;
  std::array<MoveTally, 64> tallies_{};  // by bit index, where tallied_ says so
  Bitboard tallied_ = 0;
  std::optional<Error> error_;
};

}  // namespace lunette::query
