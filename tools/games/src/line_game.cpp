#include "lunette/games/line_game.hpp"

#include <utility>

#include "lunette/games/game_type.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette {
namespace {

Outcome outcome_of(const Position& position, const Line& line) {
  if (line.end == Line::End::length_limit) return Outcome::unknown;
  if (line.end != Line::End::game_over) return Outcome::draw;
  const Answer& final = line.steps.empty() ? line.start : line.steps.back().ranked.answer;
  if (final.wdl == Wdl::draw) return Outcome::draw;
  const Position& last = line.steps.empty() ? position : line.steps.back().ranked.after;
  return last.side == Color::white ? Outcome::black_wins : Outcome::white_wins;
}

}  // namespace

Game game_of_line(const Ruleset& rules, const Position& position, const Line& line, SquareNames names) {
  Game game;
  game.first = position.side;
  game.outcome = outcome_of(position, line);
  const bool international = game_number(rules) == 20;
  game.tags = {{"Event", "Best play by the tables"},
               {"Result", std::string(result_token(game.outcome, international))},
               {"GameType", game_type(rules, names)},
               {"Ruleset", std::string(rules.name)},
               {"SetUp", "1"},
               {"FEN", write_fen(rules.board, position, names)}};
  const Ruleset numbered = rules_of_number(rules);
  Position before = position;
  for (const LineStep& step : line.steps) {
    GameMove move;
    move.text = write_move(numbered, before, step.ranked.move, names);
    game.moves.moves.push_back(std::move(move));
    before = step.ranked.after;
  }
  return game;
}

std::string write_pdn(const Ruleset& rules, const Position& position, const Line& line, SquareNames names) {
  return write_pdn(game_of_line(rules, position, line, names));
}

}  // namespace lunette
