#pragma once

#include <optional>
#include <vector>

#include "lunette/probe/tablebase.hpp"

namespace lunette {

/// What the winning side makes smaller and the losing side greater with each move.
enum class RankingKey : std::uint8_t {
  dtw,   ///< plies to the end
  dtc,   ///< plies to the conversion; among converting moves plies to the end
  value  ///< nothing but the value
};

/// The key of rules.md, "Ranking of moves", for a position, chosen by its class alone: by DTW where no count can
/// spoil it (the ruleset has none, or one is running and the value already reckons with it), otherwise by DTC, which
/// itself is no guide where a count runs.
///
/// Why this makes progress. DTW falls with each ply. It knows nothing of a count that is yet to start, so in a
/// ruleset with one it may lead away from the five-way value; DTC keeps that value by definition, falls with each
/// quiet move, and at 1 a move converts, after which the class is another one for good. Because the key depends on
/// the class alone, no two keys can undo each other's progress in turns.
struct Ranking {
  RankingKey key = RankingKey::value;
  Progress progress = Progress::not_guaranteed;
};
Ranking ranking_for(const Ruleset& rules, bool count_runs, bool dtw_stored, bool dtc_stored) noexcept;

/// Puts moves of a position with value `root`, given in generate_moves's order, into the order of rules.md, best first:
/// - by value, seen from the mover;
/// - moves that win, or would without the count, by the smaller key; moves that lose by the greater;
/// - drawing moves with captures first;
/// - then as they came: origin, destination, captured set.
/// Keys compare DTW after the move, or for RankingKey::dtc the plies to the conversion counting this move (1 if it
/// converts or ends the game), then among those with 1 DTW after the move, then DTC after it.
void rank_moves(std::vector<RankedMove>& moves, RankingKey key, const Answer& root);

}  // namespace lunette
