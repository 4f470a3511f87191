#pragma once

#include <optional>
#include <string_view>

#include "lunette/rules/board.hpp"

namespace lunette::query {

/// The rows, and the columns, of a board: 8 or 10.
int lines_of(Board board) noexcept;

/// Rows from one to another, counted from 1 on White's, or Black's, side.
Bitboard rows_from_white(Board board, int first, int last) noexcept;
Bitboard rows_from_black(Board board, int first, int last) noexcept;
/// Columns, counted from 1 at White's left.
Bitboard columns(Board board, int first, int last) noexcept;
/// Squares by their numbers.
Bitboard squares_between(Board board, int first, int last) noexcept;

/// "diagonal", "edge", ...; absent for other names.
std::optional<Bitboard> named_region(Board board, std::string_view name) noexcept;
/// All of these names, for error messages.
std::string_view region_names() noexcept;

}  // namespace lunette::query
