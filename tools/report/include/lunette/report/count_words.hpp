#pragma once

#include <string>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The count of lone king's moves, explained to people. Everything here is for an answer with a running count, and
/// thread-safe. `limit` is the count's.

/// Where the count stands, when it draws the game, and, if the game is decided and DTW is known, how many moves the
/// lone king will have made when it is over: "Black's lone king has made 1 of 13 moves; the game is drawn when it has
/// made 12 more. Without the count White wins in 25 plies, after the lone king's move 13: too late by 1 move."
std::string count_standing(const Position& position, const Answer& answer, int limit);

/// Which moves keep the result within the count, one paragraph: those that win in time and those that win too late, or,
/// for the side that is saved by the count, those that save it. Empty where there is nothing to choose.
std::string count_choices(const Ruleset& rules, const Position& position, const Probe& probe, SquareNames names);

/// How far the count had come at the end of a line: "The lone king made 12 of its 13 moves"; empty where none ran.
std::string count_at_end(const Position& position, const Line& line, int limit);

}  // namespace lunette
