#include "root_tables.hpp"

#include <algorithm>
#include <utility>

#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

/// A position that comes up for the third time is drawn.
constexpr int drawn_at_occurrence = 3;

bool is_third_time(const RunningGame& game, const RankedMove& move) {
  return !move.conversion && game.occurrences(move.after) >= drawn_at_occurrence - 1;
}

/// True if some answer to a move brings a position up for the third time.
bool allows_third_time(const RunningGame& game, const RankedMove& move) {
  if (move.conversion) return false;
  MoveList answers;
  generate_moves(game.rules(), move.after, answers);
  return std::any_of(answers.begin(), answers.end(), [&](const Move& answer) {
    return !answer.converts() && game.occurrences(apply(move.after, answer)) >= drawn_at_occurrence - 1;
  });
}

/// The first move of the ranking that keeps a win and is not drawn by repetition: what the players have repeated before
/// the engine was asked is nothing that the tables know of.
std::size_t winning_choice(const RunningGame& game, const std::vector<RankedMove>& moves) {
  const auto best_value = moves.front().answer.wdl;
  std::optional<std::size_t> unrepeated;
  for (std::size_t i = 0; i < moves.size() && moves[i].answer.wdl == best_value; ++i) {
    if (is_third_time(game, moves[i])) continue;
    if (!allows_third_time(game, moves[i])) return i;
    if (!unrepeated) unrepeated = i;
  }
  return unrepeated.value_or(0);
}

/// A move that draws by repetition; otherwise, where the game is lost with the count and DTW is known of all moves, the
/// one after which it lasts longest. The ranking's own key is another one where a count may start: DTC.
std::size_t losing_choice(const RunningGame& game, const std::vector<RankedMove>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (is_third_time(game, moves[i])) return i;
  }
  const bool lost = moves.front().answer.wdl == Wdl::win;
  const bool known = std::all_of(moves.begin(), moves.end(), [](const RankedMove& move) { return move.answer.dtw; });
  if (!lost || !known) return 0;
  const auto longest = std::max_element(moves.begin(), moves.end(), [](const RankedMove& a, const RankedMove& b) {
    return *a.answer.dtw < *b.answer.dtw;
  });
  return static_cast<std::size_t>(longest - moves.begin());
}

std::size_t choice_among(const RunningGame& game, const Probe& probe) {
  if (probe.answer.wdl > Wdl::draw) return winning_choice(game, probe.moves);
  if (probe.answer.wdl < Wdl::draw) return losing_choice(game, probe.moves);
  return 0;
}

}  // namespace

Result<TableChoice> ask_tables(const Tablebase& tablebase, const RunningGame& game) {
  Result<Probe> probe = tablebase.rank_moves(game.position(), request_of(game.count()));
  if (!probe) return std::move(probe).error();
  TableChoice choice;
  choice.probe = *std::move(probe);
  choice.decided = choice.probe.progress == Progress::guaranteed || choice.probe.answer.wdl == Wdl::draw;
  choice.best = choice_among(game, choice.probe);
  return choice;
}

Score score_of(const TableChoice& choice) noexcept {
  const Answer& answer = choice.probe.answer;
  const bool decisive = answer.wdl == Wdl::win || answer.wdl == Wdl::loss;
  if (!decisive || !answer.dtw) return score_of(answer.wdl, 0);
  return answer.wdl == Wdl::win ? won_game - *answer.dtw : *answer.dtw - won_game;
}

MoveList line_of(const Tablebase& tablebase, const TableChoice& choice, int most_plies) {
  const RankedMove& best = choice.probe.moves[choice.best];
  MoveList moves{best.move};
  // An error is the end of the line: the count has run out, or a table of a later class is missing.
  if (const Result<Line> line = tablebase.best_line(best.after, request_of(best.answer.count), most_plies - 1)) {
    for (const LineStep& step : line->steps) moves.push_back(step.ranked.move);
  }
  return moves;
}

MoveList moves_of_best_value(const Probe& probe) {
  MoveList moves;
  for (const RankedMove& ranked : probe.moves) {
    if (ranked.answer.wdl == probe.moves.front().answer.wdl) moves.push_back(ranked.move);
  }
  return moves;
}

}  // namespace lunette
