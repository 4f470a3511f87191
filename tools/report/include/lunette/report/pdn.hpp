#pragma once

#include <string>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A line as a PDN game of its own: tags, numbered moves in lines of at most 79 characters, the result, and an
/// empty line. A ruleset without an official game type goes under the type of the same board whose rules allow
/// every move of it, with its own name in the tag "Ruleset"; moves are written so that they are unambiguous there.
std::string write_pdn(const Ruleset& rules, const Position& position, const Line& line, SquareNames names);

}  // namespace lunette
