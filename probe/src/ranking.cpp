#include "ranking.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace lunette {

namespace {

constexpr int unknown = std::numeric_limits<int>::max();

/// Compared from the first number on; smaller is better for the winning side.
using Key = std::array<int, 3>;

Key dtw_key(const RankedMove& move, const Answer& root) {
  if (move.answer.dtw) return {*move.answer.dtw, 0, 0};
  // Only a move that leaves the class can lead to a table without DTW. It may be as good as the best, and converts,
  // so it makes progress; a move known to be that good comes before it.
  return {root.dtw ? *root.dtw - 1 : unknown, 1, 0};
}

Key dtc_key(const RankedMove& move) {
  const int plies = move.conversion ? 1 : 1 + move.answer.dtc.value_or(unknown - 1);
  if (plies > 1) return {plies, 0, 0};
  return {plies, move.answer.dtw.value_or(unknown), move.answer.dtc.value_or(unknown)};
}

Key key_of(const RankedMove& move, RankingKey key, const Answer& root) {
  if (move.answer.wdl == Wdl::draw) return {move.move.is_capture() ? 0 : 1, 0, 0};
  switch (key) {
    case RankingKey::dtw: return dtw_key(move, root);
    case RankingKey::dtc: return dtc_key(move);
    case RankingKey::value: break;
  }
  return {};
}

}  // namespace

Ranking ranking_for(const Ruleset& rules, bool count_runs, bool dtw_stored, bool dtc_stored) noexcept {
  const bool dtw_is_safe = !rules.count || count_runs;
  const bool dtc_is_safe = !count_runs;
  if (dtw_stored && dtw_is_safe) return {RankingKey::dtw, Progress::guaranteed};
  if (dtc_stored && dtc_is_safe) return {RankingKey::dtc, Progress::guaranteed};
  return {RankingKey::value, Progress::not_guaranteed};
}

void rank_moves(std::vector<RankedMove>& moves, RankingKey key, const Answer& root) {
  const auto before = [key, &root](const RankedMove& a, const RankedMove& b) {
    if (a.answer.wdl != b.answer.wdl) return a.answer.wdl < b.answer.wdl;  // the opponent's view: least first
    const Key key_a = key_of(a, key, root);
    const Key key_b = key_of(b, key, root);
    return a.answer.wdl > Wdl::draw ? key_a > key_b : key_a < key_b;
  };
  std::stable_sort(moves.begin(), moves.end(), before);
}

}  // namespace lunette
