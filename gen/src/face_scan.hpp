#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "king_placements.hpp"
#include "lunette/rules/generator.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/position.hpp"
#include "unit.hpp"
#include "unit_solver.hpp"

namespace lunette::gen {

/// A chunk of positions of one thread: long enough that starting it costs nothing, short enough to stop at.
inline constexpr Index chunk_entries = 8192;

/// Visits every position of a face in the order of ranks, large faces with several threads:
/// visit(position, rank, moves), where `moves` is the thread's own scratch list.
template <class Visit>
void for_each_position(const ClassTask& task, const Face& face, Visit&& visit) {
  const KingPlacements placements(task.indexer, face.men);
  const Index positions = task.indexer.size() * static_cast<Index>(task.indexer.material().stored_sides());
  const auto scan = [&](Index first, Index last) {
    if (task.monitor.stopped()) return;
    MoveList moves;
    Position position{{face.men.white, face.men.black}, {0, 0}, face.mover};
    placements.for_each(first, last, [&](Bitboard white_kings, Bitboard black_kings, Index rank) {
      position.kings = {white_kings, black_kings};
      visit(position, rank, moves);
    });
    task.monitor.add((last - first) * placements.trailing_count(), positions);
  };
  const Index grain = std::max<Index>(1, chunk_entries / placements.trailing_count());
  if (placements.leading_count() <= grain) {
    scan(0, placements.leading_count());
    return;
  }
  // Isolated: a thread that waits here must not begin another unit, whose work arrays would be this one's.
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(tbb::blocked_range<Index>(0, placements.leading_count(), grain),
                      [&](const tbb::blocked_range<Index>& range) { scan(range.begin(), range.end()); });
  });
}

/// Visits the ranks, in the partner face, of all positions from which a quiet king move of the other side leads to the
/// position with this rank: a king's quiet move is its own inverse. The caller knows which of them have a capture.
template <class Moves, class Visit>
void for_each_predecessor(const Indexer& indexer, const Face& face, Index rank, Visit&& visit) {
  const Position position = indexer.unrank_kings(face.men, rank);
  const Color mover = opposite(face.mover);
  const Bitboard kings = position.kings[index_of(mover)];
  const Bitboard others = position.kings[index_of(face.mover)];
  const Bitboard occupied = position.occupied();
  for_each_bit(kings, [&](int from) {
    const Bitboard rest = kings & ~(Bitboard{1} << from);
    for_each_bit(Moves::king_targets(from, occupied), [&](int to) {
      const Bitboard moved = rest | (Bitboard{1} << to);
      visit(mover == Color::white ? face.partner_ranking.rank(moved, others)
                                  : face.partner_ranking.rank(others, moved));
    });
  });
}

/// The number of quiet king moves of the side to move.
template <class Moves>
int count_king_moves(const Position& position) noexcept {
  const Bitboard occupied = position.occupied();
  int count = 0;
  for_each_bit(position.kings[index_of(position.side)],
               [&](int king) { count += count_bits(Moves::king_targets(king, occupied)); });
  return count;
}

/// The code of the position after a capture; `ended` where it takes the last piece.
template <class Moves>
ValueCode code_after_capture(const Successors& successors, const Position& position, const Move& move,
                             ValueCode ended) noexcept {
  const std::size_t other = index_of(opposite(position.side));
  const Bitboard kings = move.captured & position.kings[other];
  const Bitboard men = move.captured & position.men[other];
  if ((kings | men) == position.pieces(opposite(position.side))) return ended;
  return successors.capture(position.side, count_bits(men), count_bits(kings), move.promotes)
      .code(apply(position, move));
}

/// The result of a side that has pieces but no move: true if drawn because the other side has none either.
template <class Moves>
bool is_mutual_block(const Ruleset& rules, Position position) noexcept {
  position.side = opposite(position.side);
  return rules.no_move == NoMove::draw_if_mutual && !Moves::has_move(position);
}

}  // namespace lunette::gen
