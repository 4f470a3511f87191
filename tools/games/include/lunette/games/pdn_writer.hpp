#pragma once

#include <string>

#include "lunette/games/game.hpp"

namespace lunette {

/// The game as PDN with an empty line behind it: tags in the order of order_tags(), quotes and backslashes escaped,
/// numbered moves, NAGs as $n, comments in braces, variations in parentheses, and the result, in lines of at most 79
/// characters (a longer word stands alone). The result has the spelling of the tag "Result" if they agree, otherwise
/// that of the game type: international ("20") 2-0, the others 1-0. A comment with a closing brace in it is written
/// behind a semicolon on a line of its own, however long, because braces cannot be escaped. read_pdn() gives the same
/// game back if its tags are in order and its comments stand where game.hpp says. Thread-safe.
std::string write_pdn(const Game& game);

}  // namespace lunette
