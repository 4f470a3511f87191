#pragma once

#include "catch.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/tablebase.hpp"

// Counting position by position through probe, for what the reports are compared with.

namespace lunette::testing {

inline Wdl value(const Tablebase& tablebase, const Position& position, const CountRequest& count = {}) {
  const Result<Wdl> wdl = tablebase.probe_wdl(position, count);
  if (!wdl) FAIL(wdl.error().message);  // not one assertion for each position: it takes its time
  return *wdl;
}

/// Calls visit(position) for all positions of a class with one side to move.
template <class Visit>
void for_each_position(Board board, const Material& of, Color side, Visit&& visit) {
  const Indexer indexer(board, of);
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = side;
    visit(position);
  }
}

}  // namespace lunette::testing
