#include "lunette/games/game_play.hpp"

#include <algorithm>
#include <utility>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "text.hpp"

namespace lunette {
namespace {

/// True if all of `moves`, none of them ambiguous, can be played.
bool can_go_on(const Ruleset& rules, const GameSquares& squares, Position position, std::span<const GameMove> moves) {
  for (const GameMove& next : moves) {
    const Result<MoveList> meant = read_moves(rules, position, squares.usual(next.text));
    if (!meant || meant->empty()) return false;
    // What comes behind a second ambiguity proves nothing.
    if (meant->size() > 1) return true;
    position = apply(position, meant->front());
  }
  return true;
}

std::optional<Move> only_one_that_goes_on(const Ruleset& rules, const GameSquares& squares, const Position& position,
                                          const MoveList& candidates, std::span<const GameMove> later) {
  constexpr std::size_t farthest = 12;
  const std::span<const GameMove> next = later.first(std::min(later.size(), farthest));
  std::optional<Move> only;
  for (const Move& move : candidates) {
    if (!can_go_on(rules, squares, apply(position, move), next)) continue;
    if (only) return std::nullopt;
    only = move;
  }
  return only;
}

/// The position with the side to move that can make the game's first move, if the one said cannot.
Position with_first_player(const Game& game, const Ruleset& rules, const GameSquares& squares, Position position) {
  const std::vector<GameMove>& moves = game.moves.moves;
  if (moves.empty()) return position;
  Position turned = position;
  turned.side = opposite(position.side);
  if (check(rules, position) == PositionFault::none && play_move(rules, squares, position, moves)) return position;
  if (check(rules, turned) == PositionFault::none && play_move(rules, squares, turned, moves)) return turned;
  return position;
}

}  // namespace

Result<GameStart> start_of(const Game& game, const Ruleset& rules) {
  GameSquares squares(rules.board);
  if (const auto text = game.tag("GameType")) {
    const Result<GameType> type = parse_game_type(*text);
    if (!type) return type.error();
    Result<GameSquares> own = GameSquares::of(rules.board, *type);
    if (!own) return std::move(own).error();
    squares = *std::move(own);
  }
  const std::string_view fen = game.tag("FEN").value_or("");
  if (pdn::words_of(fen).empty()) {
    Position position = start_position(rules.board);
    position.side = game.first;
    return GameStart{with_first_player(game, rules, squares, position), std::move(squares)};
  }
  const std::string usual = squares.usual_fen(fen);
  const Result<FenPosition> read = read_fen(rules, usual);
  if (!read) return read.error();
  Position position = read->position;
  if (!read->side) {
    position.side = game.first;
    position = with_first_player(game, rules, squares, position);
  }
  if (const PositionFault fault = check(rules, position); fault != PositionFault::none) {
    return Error{ErrorCode::illegal_position, to_string(fault)};
  }
  return GameStart{position, std::move(squares)};
}

Result<Move> play_move(const Ruleset& rules, const GameSquares& squares, const Position& position,
                       std::span<const GameMove> moves) {
  std::string text = squares.usual(moves.front().text);
  if (text.find('-') != std::string::npos && has_capture(rules, position)) {
    std::replace(text.begin(), text.end(), '-', 'x');
    if (Result<Move> captures = read_move(rules, position, text)) return captures;
    text = squares.usual(moves.front().text);
  }
  Result<Move> move = read_move(rules, position, text);
  if (move) return move;
  const Result<MoveList> meant = read_moves(rules, position, text);
  if (!meant || meant->size() < 2) return move;
  if (const auto only = only_one_that_goes_on(rules, squares, position, *meant, moves.subspan(1))) return *only;
  return move;
}

}  // namespace lunette
