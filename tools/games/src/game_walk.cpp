#include "game_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "judgement.hpp"
#include "lunette/rules/movegen.hpp"
#include "text.hpp"

namespace lunette {
namespace {

/// A game that is annotated again gets nothing twice.
void add(std::vector<std::string>& comments, std::string text) {
  if (std::find(comments.begin(), comments.end(), text) == comments.end()) comments.push_back(std::move(text));
}

void add(std::vector<int>& glyphs, int glyph) {
  if (std::find(glyphs.begin(), glyphs.end(), glyph) == glyphs.end()) glyphs.push_back(glyph);
}

/// Where something about the position in front of a move is told.
std::vector<std::string>& comments_in_front(MoveLine& line, std::size_t index) {
  if (index > 0) return line.moves[index - 1].comments_after;
  return line.moves.empty() ? line.closing_comments : line.moves.front().comments_before;
}

/// What the game says of its result; the tag is what lists and tables of players are made of.
std::optional<Outcome> claimed_result(const Game& game) {
  std::optional<Outcome> claimed = parse_result(game.tag("Result").value_or(""));
  if (!claimed || *claimed == Outcome::unknown) claimed = game.outcome;
  if (*claimed == Outcome::unknown || *claimed == Outcome::both_lose) return std::nullopt;
  return claimed;
}

/// Of the kind of squares that a move of the game is written with.
SquareNames names_in(std::string_view move) {
  return !move.empty() && pdn::is_letter(move.front()) ? SquareNames::algebraic : SquareNames::numeric;
}

std::string_view outcome_in_words(Outcome outcome) {
  switch (outcome) {
    case Outcome::white_wins: return "White wins";
    case Outcome::black_wins: return "Black wins";
    default: return "draw";
  }
}

}  // namespace

GameWalk::GameWalk(const Tablebase& tables, const GameStart& start, Game& game, GameReport& report)
    : tables_(tables), rules_(tables.rules()), start_(start), game_(game), report_(report) {}

void GameWalk::run() {
  State state;
  state.position = start_.position;
  state.number = game_.first_number;
  if (const auto count = running_count(rules_, state.position, {})) state.count = *count;
  if (line(game_.moves, state, true)) end(state);
}

std::string GameWalk::place(const State& state) const {
  return fmt::format("{}{}", state.number, state.position.side == game_.leader ? "." : "...");
}

bool GameWalk::line(MoveLine& line, State& state, bool main_line) {
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    // Variations stand in the place of their move: they start from the position in front of it.
    const State before = state;
    const bool played = move(line, i, state, main_line);
    for (MoveLine& variation : line.moves[i].variations) {
      State own = before;
      own.reached = state.reached;
      GameWalk::line(variation, own, false);
    }
    if (!played) return false;
  }
  return true;
}

bool GameWalk::move(MoveLine& line, std::size_t index, State& state, bool main_line) {
  GameMove& move = line.moves[index];
  if (main_line) ++report_.positions;
  const std::optional<Probe> probe = GameWalk::probe(state, move.source_line);
  if (probe && main_line) ++report_.covered;
  if (probe) tell_first_answer(line, index, state, probe->answer);
  if (move.text == null_move) {
    if (state.position.side != game_.leader) ++state.number;
    state.position.side = opposite(state.position.side);
    return true;
  }
  const Result<Move> played =
      play_move(rules_, start_.squares, state.position, std::span<const GameMove>(line.moves).subspan(index));
  if (!played) {
    refuse(line, index, state, played.error());
    return false;
  }
  if (probe) {
    note(judge(rules_, state.position, *probe, *played, names_in(move.text)), move, state, main_line);
  }
  advance(*played, move, state);
  return true;
}

void GameWalk::advance(const Move& played, GameMove& move, State& state) const {
  if (state.position.side != game_.leader) ++state.number;
  state.position = apply(state.position, played);
  state.count = count_after(rules_, state.count, played, state.position);
  const int limit = limit_of(rules_, {});
  if (state.ended_by_count || !state.count || state.count->moves < limit || !has_move(rules_, state.position)) return;
  state.ended_by_count = true;
  add(move.comments_after, fmt::format("drawn here: the lone king has made {} moves", limit));
}

/// Absent where the tables do not reach; a failure of theirs becomes a fault.
std::optional<Probe> GameWalk::probe(const State& state, int source_line) {
  if (state.ended_by_count) return std::nullopt;
  CountRequest count;
  if (state.count) count = {state.count->moves, state.count->lone, std::nullopt};
  Result<Probe> probe = tables_.rank_moves(state.position, count);
  if (probe) return *std::move(probe);
  const Error& error = probe.error();
  const bool expected = error.code == ErrorCode::not_covered || error.code == ErrorCode::missing_table;
  if (!expected && told_.insert(error.code).second) {
    report_.faults.push_back({source_line, place(state), error.message});
  }
  return std::nullopt;
}

void GameWalk::tell_first_answer(MoveLine& line, std::size_t index, State& state, const Answer& answer) {
  if (std::exchange(state.reached, true)) return;
  add(comments_in_front(line, index), "table: " + answer_in_words(answer, state.position.side));
}

void GameWalk::note(JudgedMove judged, GameMove& move, const State& state, bool main_line) {
  judged.number = state.number;
  judged.main_line = main_line;
  judged.source_line = move.source_line;
  judged.move = move.text;
  judged.best = start_.squares.own(judged.best);
  if (judged.change != Change::none) {
    add(move.nags, judged.change == Change::win_prolonged ? nag::mistake : nag::blunder);
    add(move.comments_after, change_in_words(judged));
  }
  report_.moves.push_back(std::move(judged));
}

/// The position behind the last move: is the claimed result what the tables say?
void GameWalk::end(State& state) {
  MoveLine& line = game_.moves;
  const int last_line = line.moves.empty() ? 0 : line.moves.back().source_line;
  ++report_.positions;
  GameEnd end;
  end.position = state.position;
  end.over = state.ended_by_count || !has_move(rules_, state.position);
  if (state.ended_by_count) {
    end.answer = Answer{Wdl::draw, std::nullopt, std::nullopt, state.count};
  } else if (const std::optional<Probe> probe = GameWalk::probe(state, last_line)) {
    ++report_.covered;
    end.answer = probe->answer;
    if (!end.over) tell_first_answer(line, line.moves.size(), state, probe->answer);
  }
  const std::optional<Outcome> claimed = claimed_result(game_);
  if (end.answer && claimed && *claimed != outcome_of(*end.answer, state.position.side)) {
    const std::string said(outcome_in_words(*claimed));
    const std::string value = answer_in_words(*end.answer, state.position.side);
    end.contradiction = end.over ? fmt::format("the result given is {}, but the game is over: {}", said,
                                               outcome_in_words(outcome_of(*end.answer, state.position.side)))
                                 : fmt::format("the result given is {}, but the tables say: {}", said, value);
    std::vector<std::string>& place = line.moves.empty() || !line.moves.back().variations.empty()
                                          ? line.closing_comments
                                          : line.moves.back().comments_after;
    add(place, end.contradiction);
  }
  report_.end = std::move(end);
}

void GameWalk::refuse(MoveLine& line, std::size_t index, const State& state, const Error& error) {
  std::string message = error.message;
  if (!start_.squares.are_usual()) message += " (squares in the usual numbers, not in the game's)";
  report_.faults.push_back({line.moves[index].source_line, place(state), message});
  add(comments_in_front(line, index), "not played on from here: " + message);
}

}  // namespace lunette
