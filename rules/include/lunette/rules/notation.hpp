#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A move as text, relative to the legal moves of its position: "32-28", "32x23", and with as many intermediate
/// squares as needed ("3x14x32x17") where origin and destination alone fit several legal moves (FMJD/PDN).
std::string write_move(const Ruleset& rules, const Position& position, const Move& move,
                       SquareNames names = SquareNames::numeric);

/// Reads "32-28", "32x23", a full path ("26x37x48x30"), or any part of the intermediate squares in their order
/// that fits exactly one legal move. Errors: bad_move, the candidates named in the message.
Result<Move> read_move(const Ruleset& rules, const Position& position, std::string_view text);

/// Every way to carry a capture out: the squares landed on, origin first, destination last, smallest first. One path for quiet moves.
std::vector<std::vector<Square>> paths_of(const Ruleset& rules, const Position& position, const Move& move);

}  // namespace lunette
