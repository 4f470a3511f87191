#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/export.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// A legal move as text: "32-28", "32x23", and with as few intermediate squares as are needed ("3x14x32x17") where
/// origin and destination alone fit several legal moves (FMJD/PDN). read_move() gives the same move back.
LUNETTE_EXPORT std::string write_move(const Ruleset& rules, const Position& position, const Move& move,
                                      SquareNames names = SquareNames::numeric);

/// Reads "32-28", "32x23", a full path ("26x37x48x30"), or any part of the intermediate squares in their order that
/// fits exactly one legal move. A full path is the move that it plays even where a longer capture passes the same
/// squares. ':' may stand for 'x'; on 8x8 squares may be algebraic, then also without a sign ("c3d4"); case and white
/// space around squares do not matter. Errors: bad_move, the candidates named in the message (at most 20): those that
/// an ambiguous text fits, or all legal moves.
LUNETTE_EXPORT Result<Move> read_move(const Ruleset& rules, const Position& position, std::string_view text);

/// All legal moves that a text fits, as read_move() understands it: several where it is ambiguous, none where it is not
/// legal. Errors: bad_move for what is no text of a move on this board.
LUNETTE_EXPORT Result<MoveList> read_moves(const Ruleset& rules, const Position& position, std::string_view text);

/// Every way to carry a legal capture out: the squares landed on, origin first, destination last; the smallest path
/// first. Never empty, and no two moves of a position share a path. One path for a quiet move.
LUNETTE_EXPORT std::vector<std::vector<Square>> paths_of(const Ruleset& rules, const Position& position,
                                                         const Move& move);

}  // namespace lunette
