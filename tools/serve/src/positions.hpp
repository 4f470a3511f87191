#pragma once

#include "lunette/serve/http.hpp"
#include "question.hpp"
#include "ruleset_tables.hpp"

namespace lunette::serve {

/// The answers about one position, or a batch of them. Thread-safe.
Response answer_probe(const RulesetTables& set, const Question& question);
Response answer_line(const RulesetTables& set, const Question& question);
Response answer_moves(const RulesetTables& set, const Question& question);
/// `body` is {"positions":["FEN",{"fen","count","lone","count_limit"},...]}, of at most `most` elements.
Response answer_batch(const RulesetTables& set, const std::string& body, int most);
/// What Lidraughts' client expects.
Response answer_lidraughts(const RulesetTables& set, const Question& question);

/// [32,23,14]: the squares that a move lands on, origin first. Captures: one of the ways to carry it out.
std::vector<Square> path_of(const Ruleset& rules, const Position& position, const Move& move);
/// "32-28", "32x14": origin and destination alone.
std::string short_move(Board board, const Move& move, SquareNames names);
/// "322314": every square of the path with two digits.
std::string uci_of(const std::vector<Square>& path);

}  // namespace lunette::serve
