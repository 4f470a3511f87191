#include "lunette/rules/generator.hpp"
#include "lunette/rules/movegen.hpp"

// By itself because it is compiled with more inlining than the rest (CMakeLists.txt).

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
