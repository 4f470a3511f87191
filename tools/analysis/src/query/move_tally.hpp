#pragma once

#include <array>

#include "lunette/compress/value.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "syntax.hpp"

namespace lunette::query {

/// The moves of one position.
struct MoveTally {
  int moves = 0;
  int captured = 0;  ///< pieces, by the move that captures most
  bool has_results = false;
  std::array<int, 5> results{};  ///< moves by the value that they lead to for the side that makes them, by value code

  /// One of the kinds from moves to captured.
  int count(Kind kind) const;
};

/// Whether count(kind) reads the results.
bool needs_results(Kind kind);

/// Fills in what there is to know without tables.
void count_moves(const Ruleset& rules, const Position& position, MoveList& scratch, MoveTally& tally);
/// Fills in the results. Errors: those of Tablebase::probe_wdl() and rank_moves().
Result<void> count_results(const Tablebase& tablebase, const Position& position, MoveList& scratch, MoveTally& tally);

}  // namespace lunette::query
