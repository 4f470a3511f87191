#pragma once

#include <string>

#include "lunette/games/game.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A line as a game of its own: tags Event, Result, GameType, Ruleset, SetUp and FEN, its moves, its result. A ruleset
/// without an official game type goes under the type of the same board whose rules allow every move of it, with its
/// own name in the tag "Ruleset"; moves are written so that they are unambiguous there. Thread-safe.
Game game_of_line(const Ruleset& rules, const Position& position, const Line& line, SquareNames names);

/// The same as PDN: write_pdn(game_of_line(...)).
std::string write_pdn(const Ruleset& rules, const Position& position, const Line& line, SquareNames names);

}  // namespace lunette
