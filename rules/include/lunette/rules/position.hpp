#pragma once

#include <array>
#include <cstdint>

#include "lunette/rules/board.hpp"
#include "lunette/rules/export.hpp"

namespace lunette {

struct Ruleset;

enum class Color : std::uint8_t { white, black };  ///< White starts at the high numbers and moves towards square 1
constexpr Color opposite(Color c) {
  return c == Color::white ? Color::black : Color::white;
}
constexpr std::size_t index_of(Color c) {
  return static_cast<std::size_t>(c);
}

/// The far row of a colour, where its men become kings.
constexpr Bitboard promotion_row(Board board, Color c) {
  return c == Color::white ? white_promotion(board) : black_promotion(board);
}

/// A position: men and kings of each colour (indexed by Color) and the side to move.
struct Position {
  std::array<Bitboard, 2> men{};
  std::array<Bitboard, 2> kings{};
  Color side = Color::white;

  constexpr Bitboard pieces(Color c) const { return men[index_of(c)] | kings[index_of(c)]; }
  constexpr Bitboard occupied() const { return pieces(Color::white) | pieces(Color::black); }
  constexpr int piece_count() const { return count_bits(occupied()); }
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

/// The same position seen from the other side: board turned by half a turn, colours and side to move exchanged.
constexpr Position flip(Board board, const Position& p) {
  return Position{{rotate(board, p.men[1]), rotate(board, p.men[0])},
                  {rotate(board, p.kings[1]), rotate(board, p.kings[0])},
                  opposite(p.side)};
}

/// Why a position is none of the game's. How it arose is not tested (rules.md, "Legal position").
enum class PositionFault : std::uint8_t {
  none,
  square_out_of_range,   ///< a bit that is no square of the board
  overlap,               ///< two pieces on one square
  man_on_promotion_row,  ///< a man on its own far row
  too_many_pieces,       ///< more than 20 (12) on a side
  game_over              ///< the side not to move, or both, has no pieces: the game is already over
};

/// One line in English, such as "a man stands on its promotion row".
LUNETTE_EXPORT const char* to_string(PositionFault fault) noexcept;

/// The first fault found, in the order of the enumeration; none if the position is legal. Thread-safe.
LUNETTE_EXPORT PositionFault check(const Ruleset& rules, const Position& position) noexcept;

/// The starting position: the first three (8x8) or four (10x10) rows of each side filled, White to move.
LUNETTE_EXPORT Position start_position(Board board) noexcept;

}  // namespace lunette
