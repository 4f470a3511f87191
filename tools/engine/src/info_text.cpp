#include "info_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lunette/engine/hub_line.hpp"
#include "lunette/engine/hub_notation.hpp"
#include "table_view.hpp"

namespace lunette {
namespace {

std::string in_men(Score score) {
  return fmt::format("{:.2f}", score / 100.0);
}

std::string write_moves(const Ruleset& rules, const MoveList& moves) {
  std::string text;
  for (const Move& move : moves) text.append(text.empty() ? "" : " ").append(write_hub_move(rules.board, move));
  return text;
}

/// Of the position before the move, whose value after it is the opponent's.
Score score_of_move(const Answer& after) {
  const Wdl value = -after.wdl;
  if (!after.dtw || (value != Wdl::win && value != Wdl::loss)) return score_of(value, 1);
  const Score plies = *after.dtw + 1;
  return value == Wdl::win ? won_game - plies : plies - won_game;
}

}  // namespace

std::string info_line(const Ruleset& rules, const SearchInfo& info) {
  const double millions = info.seconds > 0 ? static_cast<double>(info.nodes) / info.seconds / 1e6 : 0;
  HubText line("info");
  line.add("depth", std::to_string(info.depth));
  line.add("score", in_men(info.score));
  line.add("nodes", std::to_string(info.nodes));
  line.add("time", fmt::format("{:.3f}", info.seconds));
  line.add("nps", fmt::format("{:.2f}", millions));
  // Quoted whatever it holds: that is how the protocol shows it.
  return line.text() + fmt::format(" pv=\"{}\"", write_moves(rules, info.line));
}

std::vector<std::string> verdict_lines(const Ruleset& rules, const Probe& probe) {
  std::vector<std::string> lines;
  for (const RankedMove& ranked : probe.moves) {
    const Answer& after = ranked.answer;
    HubText line("info");
    line.add("depth", "1");
    line.add("rank", std::to_string(lines.size() + 1));
    line.add("score", in_men(score_of_move(after)));
    line.add("value", to_string(-after.wdl));
    if (after.wdl != Wdl::draw && ranked.conversion) {
      line.add("dtc", "1");
    } else if (after.dtc) {
      line.add("dtc", std::to_string(*after.dtc + 1));
    }
    if (after.dtw) line.add("dtw", std::to_string(*after.dtw + 1));
    if (after.count) line.add("count", fmt::format("{}/{}", after.count->moves, rules.count->limit));
    lines.push_back(line.text() + fmt::format(" pv=\"{}\"", write_hub_move(rules.board, ranked.move)));
  }
  return lines;
}

std::string done_line(const Ruleset& rules, const SearchOutcome& outcome) {
  HubText line("done");
  line.add("move", write_hub_move(rules.board, outcome.best));
  if (outcome.ponder) line.add("ponder", write_hub_move(rules.board, *outcome.ponder));
  return line.text();
}

}  // namespace lunette
