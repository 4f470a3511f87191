#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lunette/analysis/diagonal.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The ending with Black's lone king on one square.
struct LoneKingSquare {
  Square square;
  std::string fen;
  bool capture = false;    ///< the side to move must capture
  std::optional<int> dtw;  ///< plies, without the count; absent for a draw, and where not stored
  /// With so many counted moves made, from 0 to below the limit; one element where no count starts.
  std::vector<DiagonalResult> results;
};

/// White's kings against a lone king on each square that they leave free.
struct LoneKingMap {
  Material material;
  EndingSide side = EndingSide::lone;   ///< to move
  std::optional<int> limit;             ///< of the count, where this material starts one
  std::vector<LoneKingSquare> squares;  ///< ascending
};

/// `strong` are the bits of White's two or more kings. Errors: bad_argument (fewer kings, more than a table can have,
/// bits off the board), and those of Tablebase::probe_wdl(): counts above 0 need DTW. Thread-safe.
Result<LoneKingMap> map_lone_king(const Tablebase& tablebase, Bitboard strong, EndingSide side);

}  // namespace lunette
