#pragma once

#include <cstdint>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// What a winner's move of a line has to itself among all legal moves of its position.
enum class OnlyMove : std::uint8_t {
  no,       ///< other moves do as well; or the mover is not winning, or has no other move
  fastest,  ///< others win too, but none ends the game in as few plies (by DTW)
  winning   ///< every other move gives the win away, the count included
};

/// The longest win of a class with one side to move, by DTW, or by DTC where DTW is not stored: of several the position
/// of lowest index.
struct LongestWin {
  Material material;  ///< stored name
  Position position;
  Line line;
  std::vector<OnlyMove> only;  ///< of each step of the line
};

/// For each of the named classes (either orientation; each once), or of all with a WDL table, in solving order, the
/// longest win of White and then of Black, with the side that wins to move and best play to the end, by DTW where that
/// keeps the value, otherwise Tablebase::best_line(); nothing for a side that never wins, or without a distance.
/// Errors: missing_table and those of Tablebase::best_line.
Result<std::vector<LongestWin>> collect_longest_wins(const Tablebase& tablebase,
                                                     const std::vector<Material>& materials = {});

/// What the winners' moves of a line have to themselves. Errors: as for Tablebase::rank_moves.
Result<std::vector<OnlyMove>> only_moves(const Tablebase& tablebase, const Position& position, const Line& line);

}  // namespace lunette
