#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/games/game.hpp"
#include "lunette/games/game_type.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// How a game names its squares, where that is not as everywhere else here: GameType may put square 1 (or a1) into
/// another corner.
class GameSquares {
 public:
  /// As everywhere else.
  explicit GameSquares(Board board);
  /// By the game type. ErrorCode::bad_argument for an inverted board, and for a1 on a light square.
  static Result<GameSquares> of(Board board, const GameType& type);

  bool are_usual() const noexcept { return usual_; }
  /// A move's text of the game in the usual names. What is no square stays as it is.
  std::string usual(std::string_view move) const;
  /// The other way.
  std::string own(std::string_view move) const;
  /// A FEN of the game in the usual names.
  std::string usual_fen(std::string_view fen) const;

 private:
  std::string renamed(std::string_view move, const std::vector<Square>& to) const;
  std::string renamed_item(std::string_view item) const;

  Board board_;
  bool usual_ = true;
  std::vector<Square> to_usual_;  // by square number
  std::vector<Square> to_own_;
};

struct GameStart {
  Position position;
  GameSquares squares;
};

/// Where a game starts: the position of its tag "FEN", otherwise the starting position. Where the tags do not say who
/// begins, or say it wrong, it is whoever can make the first move. Errors: those of read_position() and of
/// GameSquares::of().
Result<GameStart> start_of(const Game& game, const Ruleset& rules);

/// The first of `moves` played in `position`. What read_move() accepts, in the game's own squares; besides, a hyphen
/// for a capture, and an ambiguous text if only one of the moves that it fits lets the next of `moves` be played as
/// well. ErrorCode::bad_move otherwise.
Result<Move> play_move(const Ruleset& rules, const GameSquares& squares, const Position& position,
                       std::span<const GameMove> moves);

}  // namespace lunette
