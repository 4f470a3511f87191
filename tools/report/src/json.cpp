#include "lunette/report/json.hpp"

#include <cmath>
#include <optional>

#include "lunette/rules/notation.hpp"

namespace lunette {
namespace {

Json optional_number(const std::optional<int>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json count_number(const std::optional<Count>& count) {
  return count ? Json(count->moves) : Json(nullptr);
}

/// Of a move as any answer has it: the service adds to these.
constexpr std::size_t most_members = 16;

Json move_squares(const Ruleset& rules, const Position& position, const Move& move, SquareNames names) {
  Json object = reserve_members(most_members);
  append_member(object, "move", write_move(rules, position, move, names));
  append_member(object, "from", square_at(rules.board, move.from).number());
  append_member(object, "to", square_at(rules.board, move.to).number());
  append_member(object, "captures", square_numbers(rules.board, move.captured));
  return object;
}

void append_values(Json& object, const Answer& answer) {
  append_member(object, "wdl", to_string(answer.wdl));
  append_member(object, "dtc", optional_number(answer.dtc));
  append_member(object, "dtw", optional_number(answer.dtw));
}

std::string_view end_name(Line::End end) {
  switch (end) {
    case Line::End::game_over: return "game-over";
    case Line::End::drawn_by_count: return "drawn-by-count";
    case Line::End::drawn: return "drawn";
    case Line::End::length_limit: break;
  }
  return "length-limit";
}

}  // namespace

Json reserve_members(std::size_t number) {
  Json object = Json::object();
  object.get_ref<Json::object_t&>().reserve(number);
  return object;
}

Json square_numbers(Board board, Bitboard squares) {
  Json numbers = Json::array();
  for_each_bit(squares, [&](int bit) { numbers.push_back(square_at(board, bit).number()); });
  return numbers;
}

Json move_json(const Ruleset& rules, const Position& position, const Move& move, SquareNames names) {
  Json object = move_squares(rules, position, move, names);
  append_member(object, "promotes", move.promotes);
  return object;
}

Json ranked_move_json(const Ruleset& rules, const Position& position, const RankedMove& ranked, SquareNames names) {
  Json object = move_squares(rules, position, ranked.move, names);
  append_member(object, "conversion", ranked.conversion);
  append_member(object, "fen", write_fen(rules.board, ranked.after, names));
  append_member(object, "count", count_number(ranked.answer.count));
  append_values(object, ranked.answer);
  return object;
}

Json probe_json(std::string_view fen, const Ruleset& rules, const Position& position, const Probe& probe,
                SquareNames names) {
  Json object = reserve_members(most_members);
  append_member(object, "fen", fen);
  append_member(object, "rules", rules.name);
  append_member(object, "count", count_number(probe.answer.count));
  append_values(object, probe.answer);
  Json& moves = object["moves"] = Json::array();
  for (const RankedMove& ranked : probe.moves) moves.push_back(ranked_move_json(rules, position, ranked, names));
  return object;
}

Json line_json(std::string_view fen, const Ruleset& rules, const Position& position, const Line& line,
               SquareNames names) {
  Json object = reserve_members(most_members);
  append_member(object, "fen", fen);
  append_member(object, "rules", rules.name);
  append_values(object, line.start);
  object["count"] = count_number(line.start.count);
  object["end"] = end_name(line.end);
  Json& moves = object["moves"] = Json::array();
  Position before = position;
  for (const LineStep& step : line.steps) {
    moves.push_back(ranked_move_json(rules, before, step.ranked, names));
    before = step.ranked.after;
  }
  return object;
}

Json error_json(const Error& error) {
  Json object;
  object["code"] = to_string(error.code);
  object["message"] = error.message;
  return object;
}

Json seconds_json(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

std::string write_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lunette
