#pragma once

#include <string>
#include <string_view>

#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A position as the Hub protocol writes it: the side to move, W or B, then a character for each square in order (50 on
/// 10x10, 32 on 8x8): w and b men, W and B kings, e empty. Errors: bad_argument (length, a character with its square),
/// illegal_position.
Result<Position> read_hub_position(const Ruleset& rules, std::string_view text);
std::string write_hub_position(Board board, const Position& position);

/// A legal move as the Hub protocol writes it: "32-28", and for a capture origin, destination and the captured squares,
/// "28x19x23x13". Captured squares may come in any order, and may all be left out where origin and destination fit one
/// legal move alone. Two moves that differ in nothing but a promotion have one text; it is read as the one that
/// promotes. Errors: bad_move.
Result<Move> read_hub_move(const Ruleset& rules, const Position& position, std::string_view text);
std::string write_hub_move(Board board, const Move& move);

}  // namespace lunette
