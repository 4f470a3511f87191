#include "lunette/report/pdn.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "lunette/rules/notation.hpp"

namespace lunette {
namespace {

/// The official PDN number of the game on this board that has these captures, or more: of the rulesets without a
/// number, `traditional` captures as pool (23), `minor` as brazilian (26), `polish` as international (20).
int game_number(const Ruleset& rules) {
  if (rules.board == Board::b10) return 20;
  if (rules.promotion == Promotion::during_capture) return 25;
  return rules.capture == CaptureChoice::free ? 23 : 26;
}

/// The rules by which a reader of that number replays the moves. No number prefers kings to men: `historical` and
/// `german` leave some captures of international and brazilian out, and a move may be ambiguous among those.
Ruleset rules_of_number(const Ruleset& rules) {
  Ruleset numbered = rules;
  if (numbered.capture == CaptureChoice::most_pieces_then_kings) numbered.capture = CaptureChoice::most_pieces;
  return numbered;
}

/// Type, starting colour, width, height, notation, invert. Square 1 is at White's upper left (2), a1 at its
/// lower left (0).
std::string game_type_tag(const Ruleset& rules, int number, SquareNames names) {
  const int side = rules.board == Board::b10 ? 10 : 8;
  return fmt::format("{},W,{},{},{},0", number, side, side, names == SquareNames::algebraic ? "A0" : "N2");
}

enum class Outcome { white_wins, black_wins, draw, unknown };

Outcome outcome_of(const Position& position, const Line& line) {
  if (line.end == Line::End::length_limit) return Outcome::unknown;
  if (line.end != Line::End::game_over) return Outcome::draw;
  const Answer& final = line.steps.empty() ? line.start : line.steps.back().ranked.answer;
  if (final.wdl == Wdl::draw) return Outcome::draw;
  const Position& last = line.steps.empty() ? position : line.steps.back().ranked.after;
  return last.side == Color::white ? Outcome::black_wins : Outcome::white_wins;
}

std::string_view result_token(Outcome outcome, bool international) {
  switch (outcome) {
    case Outcome::white_wins: return international ? "2-0" : "1-0";
    case Outcome::black_wins: return international ? "0-2" : "0-1";
    case Outcome::draw: return international ? "1-1" : "1/2-1/2";
    case Outcome::unknown: break;
  }
  return "*";
}

/// The moves, a number in front of White's and of the first.
std::vector<std::string> move_tokens(const Ruleset& rules, const Position& position, const Line& line,
                                     SquareNames names) {
  std::vector<std::string> tokens;
  Position before = position;
  int number = 1;
  for (const LineStep& step : line.steps) {
    std::string move = write_move(rules, before, step.ranked.move, names);
    if (before.side == Color::white) {
      move = fmt::format("{}. {}", number, move);
    } else if (tokens.empty()) {
      move = fmt::format("{}... {}", number, move);
    }
    tokens.push_back(std::move(move));
    if (before.side == Color::black) ++number;
    before = step.ranked.after;
  }
  return tokens;
}

std::string wrap(const std::vector<std::string>& tokens) {
  constexpr std::size_t width = 79;
  std::string text;
  std::size_t column = 0;
  for (const std::string& token : tokens) {
    const bool fits = column + 1 + token.size() <= width;
    if (column > 0) text += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + token.size() : token.size();
    text += token;
  }
  return text;
}

}  // namespace

std::string write_pdn(const Ruleset& rules, const Position& position, const Line& line, SquareNames names) {
  const int number = game_number(rules);
  const std::string_view result = result_token(outcome_of(position, line), number == 20);

  std::vector<std::string> tokens = move_tokens(rules_of_number(rules), position, line, names);
  tokens.emplace_back(result);
  std::string text;
  text += fmt::format("[Event \"Best play by the tables\"]\n[Result \"{}\"]\n", result);
  text += fmt::format("[GameType \"{}\"]\n", game_type_tag(rules, number, names));
  text += fmt::format("[Ruleset \"{}\"]\n[SetUp \"1\"]\n", rules.name);
  text += fmt::format("[FEN \"{}\"]\n\n", write_fen(rules.board, position, names));
  return text + wrap(tokens) + "\n\n";
}

}  // namespace lunette
