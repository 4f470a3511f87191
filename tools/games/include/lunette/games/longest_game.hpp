#pragma once

#include "lunette/analysis/longest.hpp"
#include "lunette/games/game.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The longest win of a class as a game: game_of_line() with the class and its value told, and with the winner's only
/// moves marked: NAG 8 and "only move" where every other move gives the win away, "only fastest move" where others win
/// more slowly. Thread-safe.
Game game_of_longest_win(const Ruleset& rules, const LongestWin& win, SquareNames names);

}  // namespace lunette
