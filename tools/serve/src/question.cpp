#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lunette::serve {
namespace {

Error bad_argument(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}

Result<SquareNames> read_square_names(const Ruleset& rules, std::string_view text) {
  if (text == "numeric") return SquareNames::numeric;
  if (text != "algebraic") return bad_argument("squares: expected numeric or algebraic");
  if (rules.board == Board::b8) return SquareNames::algebraic;
  return bad_argument(fmt::format("squares: algebraic names exist on 8x8 only, and {} is played on 10x10", rules.name));
}

Result<CountRequest> read_count(const Target& target) {
  CountRequest count;
  if (const auto text = target.parameter("count")) {
    const Result<int> moves = read_number("count", *text, 0);
    if (!moves) return moves.error();
    count.moves = *moves;
  }
  if (const auto text = target.parameter("lone")) {
    if (!count.moves) return bad_argument("lone: goes with count only");
    const Result<Color> color = read_color("lone", *text);
    if (!color) return color.error();
    count.lone = *color;
  }
  if (const auto text = target.parameter("count_limit")) {
    const Result<int> limit = read_number("count_limit", *text, 1);
    if (!limit) return limit.error();
    count.limit = *limit;
  }
  return count;
}

}  // namespace

Result<int> read_number(std::string_view name, std::string_view text, int least) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && stopped == end && number >= least) return number;
  return bad_argument(fmt::format("{}: expected a number of at least {}", name, least));
}

Result<Color> read_color(std::string_view name, std::string_view text) {
  if (text == "white") return Color::white;
  if (text == "black") return Color::black;
  return bad_argument(fmt::format("{}: expected white or black", name));
}

Result<void> check_parameters(const Target& target, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : target.query) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    constexpr std::size_t longest_shown = 40;
    return bad_argument(fmt::format("unknown parameter '{}'; known here: {}", name.substr(0, longest_shown),
                                    known.size() == 0 ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  }
  return {};
}

Result<Question> read_fen_alone(const Ruleset& rules, const Target& target) {
  const auto fen = target.parameter("fen");
  if (!fen) return bad_argument("parameter fen is missing: expected a position such as W:WK4,K7,K11:BK21");
  const Result<Position> position = read_position(rules, *fen);
  if (!position) return position.error();
  return Question{std::string(*fen), *position, {}, SquareNames::numeric};
}

Result<Question> read_question(const Ruleset& rules, const Target& target) {
  const Result<void> known = check_parameters(target, {"fen", "count", "lone", "count_limit", "squares"});
  if (!known) return known.error();
  Result<Question> question = read_fen_alone(rules, target);
  if (!question) return question;
  const Result<CountRequest> count = read_count(target);
  if (!count) return count.error();
  question->count = *count;
  if (const auto text = target.parameter("squares")) {
    const Result<SquareNames> names = read_square_names(rules, *text);
    if (!names) return names.error();
    question->names = *names;
  }
  return question;
}

}  // namespace lunette::serve
