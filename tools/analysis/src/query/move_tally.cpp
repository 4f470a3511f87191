#include "move_tally.hpp"

#include <algorithm>

#include "lunette/index/material.hpp"
#include "lunette/probe/count.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette::query {

int MoveTally::count(Kind kind) const {
  const auto result = [this](Wdl wdl) { return results[encode_wdl(wdl)]; };
  switch (kind) {
    case Kind::winning_moves: return result(Wdl::win);
    case Kind::losing_moves: return result(Wdl::loss);
    case Kind::drawing_moves: return result(Wdl::cursed_win) + result(Wdl::draw) + result(Wdl::blessed_loss);
    case Kind::keeping_moves: {
      // The position's value is that of its best move.
      const auto best = std::find_if(results.rbegin(), results.rend(), [](int number) { return number != 0; });
      return best == results.rend() ? 0 : *best;
    }
    case Kind::captured: return captured;
    default: break;
  }
  return moves;
}

bool needs_results(Kind kind) {
  return kind != Kind::moves && kind != Kind::captured;
}

void count_moves(const Ruleset& rules, const Position& position, MoveList& scratch, MoveTally& tally) {
  generate_moves(rules, position, scratch);
  tally.moves = static_cast<int>(scratch.size());
  tally.captured = 0;
  for (const Move& move : scratch) tally.captured = std::max(tally.captured, count_bits(move.captured));
  tally.has_results = false;
}

Result<void> count_results(const Tablebase& tablebase, const Position& position, MoveList& scratch, MoveTally& tally) {
  tally.results = {};
  tally.has_results = true;
  if (starts_count(tablebase.rules(), material_of(position))) {
    // The count goes on after the move; without one, each move leads to a position that arises by itself.
    const Result<Probe> probe = tablebase.rank_moves(position);
    if (!probe) return probe.error();
    for (const RankedMove& ranked : probe->moves) ++tally.results[encode_wdl(-ranked.answer.wdl)];
    return {};
  }
  generate_moves(tablebase.rules(), position, scratch);
  for (const Move& move : scratch) {
    const Position after = apply(position, move);
    if (after.pieces(after.side) == 0) {
      ++tally.results[encode_wdl(Wdl::win)];
      continue;
    }
    const Result<Wdl> reply = tablebase.probe_wdl(after);
    if (!reply) return reply.error();
    ++tally.results[encode_wdl(-*reply)];
  }
  return {};
}

}  // namespace lunette::query
