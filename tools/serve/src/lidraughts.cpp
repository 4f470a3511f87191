#include <cstdlib>

#include "answer.hpp"
#include "lunette/report/json.hpp"
#include "lunette/rules/movegen.hpp"
#include "positions.hpp"

namespace lunette::serve {
namespace {

int sign_of(Wdl wdl) {
  return wdl > Wdl::draw ? 1 : wdl < Wdl::draw ? -1 : 0;
}

/// Plies with the sign of the value; 0 for a draw, null where they are not stored.
Json signed_plies(const Answer& answer, const std::optional<int>& plies) {
  if (answer.wdl == Wdl::draw) return 0;
  return plies ? Json(sign_of(answer.wdl) * *plies) : Json(nullptr);
}

void put_values(Json& object, const Ruleset& rules, const Position& position, const Answer& answer) {
  const bool over = position.pieces(position.side) == 0 || !has_move(rules, position);
  object["wdl"] = static_cast<int>(answer.wdl);
  object["dtz"] = signed_plies(answer, answer.dtc);
  object["dtm"] = signed_plies(answer, answer.dtw);
  // A player without a move has lost, as if mated, but the client shows "checkmate" and "stalemate" in chess words.
  object["checkmate"] = false;
  object["stalemate"] = over && answer.wdl == Wdl::draw;
  object["variant_win"] = false;
  object["variant_loss"] = over && answer.wdl != Wdl::draw;
  object["insufficient_material"] = false;
}

}  // namespace

Response answer_lidraughts(const RulesetTables& set, const Question& question) {
  const Ruleset& rules = *set.rules;
  const Result<Probe> probe = set.tables.rank_moves(question.position, question.count);
  if (!probe) return error_response(probe.error());
  Json object;
  put_values(object, rules, question.position, probe->answer);
  Json& moves = object["moves"] = Json::array();
  for (const RankedMove& ranked : probe->moves) {
    Json move;
    move["uci"] = uci_of(path_of(rules, question.position, ranked.move));
    move["san"] = short_move(rules.board, ranked.move, SquareNames::numeric);
    put_values(move, rules, ranked.after, ranked.answer);
    move["zeroing"] = ranked.conversion;
    moves.push_back(std::move(move));
  }
  return json_response(object, keep_for_a_day);
}

}  // namespace lunette::serve
