#pragma once

#include <string>

#include "lunette/games/annotate.hpp"
#include "lunette/rules/fen.hpp"

// What the tables say about a move, as a value and as a sentence for a comment.

namespace lunette {

/// Judges a legal move of a position by its ranked moves; the squares of `best` are the usual ones, with these names.
JudgedMove judge(const Ruleset& rules, const Position& position, const Probe& probe, const Move& move,
                 SquareNames names);

/// "win in 25 thrown away: draw; only 22-18 wins in 25 plies". For a move that changed something.
std::string change_in_words(const JudgedMove& judged);

/// "White wins in 31 plies", "draw by the count; without it White wins in 26 plies".
std::string answer_in_words(const Answer& answer, Color side_to_move);

/// The result that the value of a position means.
Outcome outcome_of(const Answer& answer, Color side_to_move) noexcept;

}  // namespace lunette
