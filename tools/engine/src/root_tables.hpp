#pragma once

#include <optional>

#include "lunette/engine/running_game.hpp"
#include "lunette/engine/score.hpp"
#include "lunette/probe/tablebase.hpp"
#include "table_view.hpp"

namespace lunette {

/// What the tables say about the position of a game.
struct TableChoice {
  Probe probe;           ///< all moves, at least one, ranked
  std::size_t best = 0;  ///< the move to play, in probe.moves
  /// False where the tables know the values but not the way: then only a search among the moves of the best value finds
  /// it.
  bool decided = false;
};

/// Asks for the position of a game, with its count. Errors: as Tablebase::rank_moves().
Result<TableChoice> ask_tables(const Tablebase& tablebase, const RunningGame& game);

/// The score of the position itself.
Score score_of(const TableChoice& choice) noexcept;

/// The chosen move and the tables' best play after it, `most_plies` at most.
MoveList line_of(const Tablebase& tablebase, const TableChoice& choice, int most_plies);

/// The moves with the value of the best.
MoveList moves_of_best_value(const Probe& probe);

}  // namespace lunette
