#pragma once

#include <string>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The official PDN number of the game on this board that has these captures, or more: of the rulesets without a
/// number, `traditional` captures as pool (23), `minor` as brazilian (26), `polish` as international (20).
int game_number(const Ruleset& rules) noexcept;

/// The rules by which a reader of that number replays the moves: pass these to write_move(). No number prefers kings
/// to men: `historical` and `german` leave some captures of international and brazilian out, and a move may be
/// ambiguous among those.
Ruleset rules_of_number(const Ruleset& rules) noexcept;

/// The value of the tag "GameType": number, starting colour, width, height, notation, invert. Square 1 is at White's
/// upper left (N2), a1 at its lower left (A0).
std::string game_type(const Ruleset& rules, SquareNames names);

}  // namespace lunette
