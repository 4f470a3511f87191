#include "lunette/rules/generator.hpp"
#include "lunette/rules/movegen.hpp"

// By itself so that the compiler, which lets a source grow by inlining only so far, spends that on this loop: together
// with movegen.cpp it called after_move() and the capture test, and took 1.35 times as long.

namespace lunette {

namespace {

template <class G>
std::uint64_t count_leaves(const Position& position, int depth, std::vector<MoveList>& lists) {
  MoveList& moves = lists[static_cast<std::size_t>(depth - 1)];
  if (depth == 1) return G::count_moves(position, moves);
  std::uint64_t leaves = 0;
  G::for_each_move(position, moves,
                   [&](const Move& move) { leaves += count_leaves<G>(after_move(position, move), depth - 1, lists); });
  return leaves;
}

}  // namespace

std::uint64_t perft(const Ruleset& rules, const Position& position, int depth) {
  if (depth <= 0) return 1;
  std::vector<MoveList> lists(static_cast<std::size_t>(depth));
  return with_generator(rules,
                        [&](auto generator) { return count_leaves<decltype(generator)>(position, depth, lists); });
}

}  // namespace lunette
