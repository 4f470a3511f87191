#include "lunette/rules/movegen.hpp"

#include <algorithm>

#include "lunette/rules/generator.hpp"

namespace lunette {

namespace {

/// Sets compared as ascending lists of squares: the list that has the lowest differing square comes first, unless the
/// other list ends before it.
bool list_before(Bitboard a, Bitboard b) {
  const Bitboard difference = a ^ b;
  if (difference == 0) return false;
  const Bitboard lowest = difference & (~difference + 1);
  const Bitboard without = (a & lowest) != 0 ? b : a;
  const bool ended = without < lowest;  // no square from there on
  return ((a & lowest) != 0) != ended;
}

bool move_before(const Move& a, const Move& b) {
  if (a.from != b.from) return a.from < b.from;
  if (a.to != b.to) return a.to < b.to;
  if (a.captured != b.captured) return list_before(a.captured, b.captured);
  return a.promotes < b.promotes;
}

}  // namespace

void generate_moves(const Ruleset& rules, const Position& position, MoveList& moves) {
  with_generator(rules, [&](auto generator) { generator.generate(position, moves); });
  std::sort(moves.begin(), moves.end(), move_before);
}

bool has_capture(const Ruleset& rules, const Position& position) noexcept {
  return with_generator(rules, [&](auto generator) { return generator.has_capture(position); });
}

bool has_move(const Ruleset& rules, const Position& position) noexcept {
  return with_generator(rules, [&](auto generator) { return generator.has_move(position); });
}

Position apply(const Position& position, const Move& move) noexcept {
  return after_move(position, move);
}

}  // namespace lunette
