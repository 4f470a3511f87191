#include "player.hpp"

#include <algorithm>
#include <utility>

#include "lunette/rules/movegen.hpp"
#include "ranking.hpp"

namespace lunette {

Result<Probe> Player::moves(const Position& position, const CountState& state) const {
  Probe probe;
  auto answer = evaluator_.answer(position, state);
  if (!answer) return std::move(answer).error();
  probe.answer = *answer;

  MoveList legal;
  generate_moves(rules_, position, legal);
  if (legal.empty()) return probe;
  probe.moves.reserve(legal.size());
  for (const Move& move : legal) {
    auto ranked = answered(position, move, state);
    if (!ranked) return std::move(ranked).error();
    probe.moves.push_back(*std::move(ranked));
  }
  const Material material = material_of(position).canonical();
  const Ranking ranking = ranking_for(rules_, state.count.has_value(), tables_.has(material, Metric::dtw),
                                      tables_.has(material, Metric::dtc));
  rank_moves(probe.moves, ranking.key, probe.answer);
  probe.progress = ranking.progress;
  return probe;
}

Result<RankedMove> Player::answered(const Position& position, const Move& move, const CountState& state) const {
  const Position after = apply(position, move);
  auto answer = evaluator_.answer(after, CountState{count_after(rules_, state.count, move, after), state.limit});
  if (!answer) return std::move(answer).error();
  return RankedMove{move, after, *answer, move.converts()};
}

bool Player::is_drawn_by_count(const RankedMove& last, int limit) const {
  const std::optional<Count>& count = last.answer.count;
  return count && count->moves >= limit && !is_over(rules_, last.after);
}

Result<Line> Player::line(const Position& position, const CountState& state, int max_plies) const {
  Line line;
  Position current = position;
  std::optional<Count> count = state.count;
  std::vector<Position> drawn;  // what a line goes through once neither side can make progress
  for (;;) {
    line.end = Line::End::drawn_by_count;
    if (!line.steps.empty() && is_drawn_by_count(line.steps.back().ranked, state.limit)) return line;

    auto probe = moves(current, CountState{count, state.limit});
    if (!probe) return std::move(probe).error();
    if (line.steps.empty()) line.start = probe->answer;
    line.end = Line::End::game_over;
    if (probe->moves.empty()) return line;
    if (probe->answer.wdl == Wdl::draw) {
      line.end = Line::End::drawn;
      if (std::find(drawn.begin(), drawn.end(), current) != drawn.end()) return line;
      drawn.push_back(current);
    }
    line.end = Line::End::length_limit;
    if (std::cmp_greater_equal(line.steps.size(), max_plies)) return line;

    const RankedMove& best = probe->moves.front();
    current = best.after;
    count = best.answer.count;
    line.steps.push_back(LineStep{best, probe->answer});
  }
}

}  // namespace lunette
