#include "lunette/analysis/longest.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "lunette/analysis/statistics.hpp"
#include "lunette/rules/fen.hpp"

namespace lunette {
namespace {

CountRequest running(const Ruleset& rules, const Answer& answer) {
  CountRequest request;
  if (answer.count && rules.count) {
    request.moves = answer.count->moves;
    request.lone = answer.count->lone;
  }
  return request;
}

OnlyMove only_move(const Probe& probe, const Move& played) {
  if (probe.answer.wdl != Wdl::win && probe.answer.wdl != Wdl::cursed_win) return OnlyMove::no;
  if (probe.moves.size() < 2) return OnlyMove::no;
  std::optional<int> fastest;
  bool all_known = true;  // where a class has no DTW, nobody knows what is fastest
  std::vector<const RankedMove*> keeping;
  for (const RankedMove& ranked : probe.moves) {
    if (-ranked.answer.wdl != probe.answer.wdl) continue;
    keeping.push_back(&ranked);
    all_known = all_known && ranked.answer.dtw.has_value();
    if (ranked.answer.dtw) fastest = std::min(fastest.value_or(*ranked.answer.dtw), *ranked.answer.dtw);
  }
  if (keeping.size() == 1) return OnlyMove::winning;
  const auto is_fastest = [&](const RankedMove* ranked) { return ranked->answer.dtw == fastest; };
  if (!all_known || std::count_if(keeping.begin(), keeping.end(), is_fastest) != 1) return OnlyMove::no;
  return (*std::find_if(keeping.begin(), keeping.end(), is_fastest))->move == played ? OnlyMove::fastest : OnlyMove::no;
}

/// Of the moves that keep the value, the winner's by which the game ends soonest, or the loser's by which it ends
/// latest; the ranking's first where DTW is not stored.
const RankedMove& best_by_dtw(const Probe& probe) {
  const bool wins = static_cast<int>(probe.answer.wdl) > 0;
  const RankedMove* best = nullptr;
  for (const RankedMove& ranked : probe.moves) {
    if (-ranked.answer.wdl != probe.answer.wdl || !ranked.answer.dtw) continue;
    const int gain = best == nullptr ? 0 : *best->answer.dtw - *ranked.answer.dtw;
    if (best == nullptr || (wins ? gain > 0 : gain < 0)) best = &ranked;
  }
  return best == nullptr ? probe.moves.front() : *best;
}

/// Play by DTW, so that a line has the length that was promised. The ranking may go by DTC, since in a ruleset with a
/// count DTW alone may lead past the value; where that leads it nowhere, there is no such line.
Result<std::optional<Line>> line_by_dtw(const Tablebase& tablebase, const Position& position) {
  Line line;
  Position before = position;
  CountRequest count;
  for (;;) {
    const Result<Probe> probe = tablebase.rank_moves(before, count);
    if (!probe) return probe.error();
    if (line.steps.empty()) line.start = probe->answer;
    if (probe->moves.empty()) {
      const bool as_promised = line.start.dtw && std::cmp_equal(line.steps.size(), *line.start.dtw);
      return as_promised ? std::optional(std::move(line)) : std::nullopt;
    }
    if (!line.start.dtw || std::cmp_greater_equal(line.steps.size(), *line.start.dtw)) return std::optional<Line>();
    line.steps.push_back({best_by_dtw(*probe), probe->answer});
    before = line.steps.back().ranked.after;
    count = running(tablebase.rules(), line.steps.back().ranked.answer);
  }
}

Result<std::optional<LongestWin>> longest_win(const Tablebase& tablebase, const ClassStatistics& statistics) {
  if (!statistics.longest_win_fen) return std::optional<LongestWin>();
  const Result<Position> position = read_position(tablebase.rules(), *statistics.longest_win_fen);
  if (!position) return position.error();
  Result<std::optional<Line>> by_dtw = line_by_dtw(tablebase, *position);
  if (!by_dtw) return std::move(by_dtw).error();
  Result<Line> line = *by_dtw ? Result<Line>(**std::move(by_dtw)) : tablebase.best_line(*position);
  if (!line) return std::move(line).error();
  Result<std::vector<OnlyMove>> only = only_moves(tablebase, *position, *line);
  if (!only) return std::move(only).error();
  return std::optional<LongestWin>({statistics.material, *position, *std::move(line), *std::move(only)});
}

}  // namespace

Result<std::vector<OnlyMove>> only_moves(const Tablebase& tablebase, const Position& position, const Line& line) {
  std::vector<OnlyMove> only;
  Position before = position;
  for (const LineStep& step : line.steps) {
    const Result<Probe> probe = tablebase.rank_moves(before, running(tablebase.rules(), step.before));
    if (!probe) return probe.error();
    only.push_back(only_move(*probe, step.ranked.move));
    before = step.ranked.after;
  }
  return only;
}

Result<std::vector<LongestWin>> collect_longest_wins(const Tablebase& tablebase,
                                                     const std::vector<Material>& materials) {
  const Result<std::vector<ClassStatistics>> statistics = collect_statistics(tablebase, materials);
  if (!statistics) return statistics.error();
  std::vector<LongestWin> wins;
  for (const ClassStatistics& row : *statistics) {
    Result<std::optional<LongestWin>> win = longest_win(tablebase, row);
    if (!win) return std::move(win).error();
    if (*win) wins.push_back(**std::move(win));
  }
  return wins;
}

}  // namespace lunette
