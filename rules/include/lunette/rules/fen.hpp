#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lunette/rules/export.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

enum class SquareNames : std::uint8_t { numeric, algebraic };  ///< algebraic only on 8x8: a1 = 29, h8 = 4

/// What a FEN says. The side to move is absent for "?".
struct FenPosition {
  Position position;  ///< side is white where the FEN does not say
  std::optional<Color> side;
};

/// Reads PDN FEN for the board of `rules`: either order of sides, ranges (K before a range makes all of it
/// kings), optional final dot, lower case, ":H0:F1" ignored, algebraic squares on 8x8. White space around a square, a
/// K, a hyphen, a comma or a colon is skipped, inside of a square it is an error. Both sides must be listed, but either
/// or both may be empty: whether such a position can be answered is check()'s to say. The doubled turn of some old
/// files, "W:B:W50:B", is refused, because it could as well be a list of black pieces. Time is linear in the length.
/// Errors: bad_fen (the token and what was expected), illegal_position (the token and the fault); messages are one
/// short line of printable ASCII whatever the text.
LUNETTE_EXPORT Result<FenPosition> read_fen(const Ruleset& rules, std::string_view text);

/// A position that can be played or probed: as read_fen, and refuses "?" with unknown_side and a game that is already
/// over (PositionFault::game_over) with illegal_position.
LUNETTE_EXPORT Result<Position> read_position(const Ruleset& rules, std::string_view text);

/// Canonical FEN: "W:W1,K31:B5,K6", squares ascending whatever stands on them, no ranges, no final dot; a side
/// without pieces is "W:W31:B". Any position, legal or not.
LUNETTE_EXPORT std::string write_fen(Board board, const Position& position, SquareNames names = SquareNames::numeric);

/// "32" or "g5".
LUNETTE_EXPORT std::string square_name(Board board, Square square, SquareNames names = SquareNames::numeric);

/// The square of a name of either kind; absent if there is none.
LUNETTE_EXPORT std::optional<Square> parse_square(Board board, std::string_view text);

/// The board drawn in text, one line a row, for people.
LUNETTE_EXPORT std::string draw_board(Board board, const Position& position);

}  // namespace lunette
