#include "positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer.hpp"
#include "lunette/games/line_game.hpp"
#include "lunette/report/count_words.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette::serve {
namespace {

std::string_view name_of(Color color) {
  return color == Color::white ? "white" : "black";
}

/// Of the classes that a position's class needs, itself included, those that are not there.
Json missing_tables(const Tablebase& tables, const Material& material) {
  constexpr std::size_t most_named = 64;
  Json missing = Json::array();
  if (material.pieces() > max_table_pieces) return missing;
  const std::vector<Material> needed = dependency_closure({material});
  for (auto needs = needed.rbegin(); needs != needed.rend() && missing.size() < most_named; ++needs) {
    if (!tables.covers(*needs)) missing.push_back(fmt::format("{}.{}", needs->name(), to_string(Metric::wdl)));
  }
  return missing;
}

Response refuse(const RulesetTables& set, const Question& question, const Error& error) {
  Json details;
  details["fen"] = question.fen;
  if (status_of(error.code) == 404) {
    const Material material = material_of(question.position);
    details["material"] = material.name();
    details["missing"] = missing_tables(set.tables, material);
  }
  return error_response(error, details);
}

Json full_move(const Ruleset& rules, const Position& position, const RankedMove& ranked, SquareNames names) {
  Json object = ranked_move_json(rules, position, ranked, names);
  append_member(object, "category", to_string(ranked.answer.wdl));
  append_member(object, "san", short_move(rules.board, ranked.move, names));
  append_member(object, "uci", uci_of(path_of(rules, position, ranked.move)));
  append_member(object, "zeroing", ranked.conversion);
  return object;
}

Json values_of(const RulesetTables& set, const Question& question, const Probe& probe) {
  const Ruleset& rules = *set.rules;
  Probe without_moves;
  without_moves.answer = probe.answer;
  Json object = probe_json(question.fen, rules, question.position, without_moves, question.names);
  object["category"] = object["wdl"];
  object["material"] = material_of(question.position).name();
  object["side"] = name_of(question.position.side);
  object["progress"] = probe.progress == Progress::guaranteed ? "guaranteed" : "not-guaranteed";
  Json& moves = object["moves"];
  for (const RankedMove& ranked : probe.moves) {
    moves.push_back(full_move(rules, question.position, ranked, question.names));
  }
  return object;
}

Json text_or_null(std::string text) {
  return text.empty() ? Json(nullptr) : Json(std::move(text));
}

Json probe_words(const RulesetTables& set, const Question& question, const Probe& probe) {
  const Ruleset& rules = *set.rules;
  const int limit = limit_of(rules, question.count);
  Json words;
  words["value"] = fmt::format("{} to move: {}", color_name(question.position.side),
                               value_in_words(rules, question.position, probe.answer, limit));
  words["count"] = probe.answer.count ? Json(count_standing(question.position, probe.answer, limit)) : Json(nullptr);
  words["choices"] = probe.answer.count && !probe.moves.empty()
                         ? text_or_null(count_choices(rules, question.position, probe, question.names))
                         : Json(nullptr);
  return words;
}

/// An element of a batch: a FEN, or an object with the members of the query.
Result<Question> read_element(const Ruleset& rules, const Json& element) {
  Target target;
  if (element.is_string()) {
    target.query.emplace_back("fen", element.get<std::string>());
    return read_question(rules, target);
  }
  const Error expected{ErrorCode::bad_argument, "expected a FEN, or an object with fen and count"};
  if (!element.is_object()) return expected;
  for (const auto& [name, value] : element.items()) {
    if (value.is_string()) {
      target.query.emplace_back(name, value.get<std::string>());
    } else if (value.is_number_integer()) {
      target.query.emplace_back(name, value.dump());
    } else if (!value.is_null()) {
      return expected;
    }
  }
  return read_question(rules, target);
}

Json answer_element(const RulesetTables& set, const Json& element) {
  const auto refusal = [&element](const Error& error) {
    Json object;
    object["fen"] = element.is_object() && element.contains("fen") ? element["fen"] : element;
    object["error"] = error_json(error);
    return object;
  };
  const Result<Question> question = read_element(*set.rules, element);
  if (!question) return refusal(question.error());
  const Result<Probe> probe = set.tables.rank_moves(question->position, question->count);
  if (!probe) return refusal(probe.error());
  return values_of(set, *question, *probe);
}

/// Depth is limited because the parser recurses into what it is given.
Result<Json> parse_body(const std::string& body) {
  constexpr int deepest = 4;
  const auto too_deep = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
  Json parsed = Json::parse(body, too_deep, false);
  if (parsed.is_discarded()) return Error{ErrorCode::bad_argument, "the body is no JSON"};
  return parsed;
}

}  // namespace

std::vector<Square> path_of(const Ruleset& rules, const Position& position, const Move& move) {
  if (!move.is_capture()) return {square_at(rules.board, move.from), square_at(rules.board, move.to)};
  return paths_of(rules, position, move).front();
}

std::string short_move(Board board, const Move& move, SquareNames names) {
  return fmt::format("{}{}{}", square_name(board, square_at(board, move.from), names), move.is_capture() ? 'x' : '-',
                     square_name(board, square_at(board, move.to), names));
}

std::string uci_of(const std::vector<Square>& path) {
  std::string text;
  for (const Square& square : path) {
    text += static_cast<char>('0' + square.number() / 10);
    text += static_cast<char>('0' + square.number() % 10);
  }
  return text;
}

Response answer_probe(const RulesetTables& set, const Question& question) {
  const Result<Probe> probe = set.tables.rank_moves(question.position, question.count);
  if (!probe) return refuse(set, question, probe.error());
  Json object = values_of(set, question, *probe);
  object["words"] = probe_words(set, question, *probe);
  return json_response(object, keep_for_a_day);
}

Response answer_line(const RulesetTables& set, const Question& question) {
  const Ruleset& rules = *set.rules;
  const Result<Line> line = set.tables.best_line(question.position, question.count);
  if (!line) return refuse(set, question, line.error());
  Line without_steps;
  without_steps.start = line->start;
  without_steps.end = line->end;
  Json object = line_json(question.fen, rules, question.position, without_steps, question.names);
  object["category"] = object["wdl"];
  Json& moves = object["moves"];
  Position before = question.position;
  for (const LineStep& step : line->steps) {
    moves.push_back(full_move(rules, before, step.ranked, question.names));
    before = step.ranked.after;
  }
  const int limit = limit_of(rules, question.count);
  Json& words = object["words"];
  words["end"] = end_in_words(before, *line, limit);
  words["count"] = text_or_null(count_at_end(question.position, *line, limit));
  object["pdn"] = write_pdn(rules, question.position, *line, question.names);
  return json_response(object, keep_for_a_day);
}

Response answer_moves(const RulesetTables& set, const Question& question) {
  const Ruleset& rules = *set.rules;
  MoveList moves;
  generate_moves(rules, question.position, moves);
  Json object;
  object["fen"] = question.fen;
  object["rules"] = rules.name;
  object["side"] = name_of(question.position.side);
  object["material"] = material_of(question.position).name();
  Json& list = object["moves"] = Json::array();
  for (const Move& move : moves) {
    Json entry = move_json(rules, question.position, move, question.names);
    const std::vector<Square> path = path_of(rules, question.position, move);
    Json& squares = entry["path"] = Json::array();
    for (const Square& square : path) squares.push_back(square.number());
    entry["san"] = short_move(rules.board, move, question.names);
    entry["uci"] = uci_of(path);
    entry["fen"] = write_fen(rules.board, apply(question.position, move), question.names);
    list.push_back(std::move(entry));
  }
  return json_response(object, keep_for_a_day);
}

Response answer_batch(const RulesetTables& set, const std::string& body, int most) {
  const Result<Json> parsed = parse_body(body);
  if (!parsed) return error_response(parsed.error());
  if (!parsed->is_object() || !parsed->contains("positions") || !(*parsed)["positions"].is_array()) {
    return error_response(Error{ErrorCode::bad_argument, "the body has no list \"positions\""});
  }
  const Json& positions = (*parsed)["positions"];
  if (positions.size() > static_cast<std::size_t>(most)) {
    return error_response(413, "body_too_large",
                          fmt::format("{} positions; at most {} at once", positions.size(), most));
  }
  Json object;
  object["rules"] = set.rules->name;
  Json& results = object["results"] = Json::array();
  for (const Json& element : positions) results.push_back(answer_element(set, element));
  return json_response(object, keep_nothing);
}

}  // namespace lunette::serve
