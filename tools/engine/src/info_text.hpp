#pragma once

#include <string>
#include <vector>

#include "lunette/engine/engine.hpp"

namespace lunette {

/// `info depth= score= nodes= time= nps= pv=`: score in men, time in seconds, nps in millions.
std::string info_line(const Ruleset& rules, const SearchInfo& info);

/// `info depth=1 rank= score= value= dtc= dtw= count= pv=` for each move of a position that tables hold, best first.
/// All is seen from the side to move, and the move itself counts as a ply: `value` is what it leads to, `dtw` the plies
/// to the end of the game, `dtc` those to the next capture or man's move, `count` the counted moves of the lone king
/// after it and their limit. What is not stored or does not apply is left out.
std::vector<std::string> verdict_lines(const Ruleset& rules, const Probe& probe);

/// `done move= ponder=`
std::string done_line(const Ruleset& rules, const SearchOutcome& outcome);

}  // namespace lunette
