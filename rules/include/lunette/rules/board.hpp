#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lunette {

/// The dark squares of a board as bits. Squares are numbered as in FEN, row by row from Black's side; every
/// two rows are followed by one bit that is no square, so that a diagonal step is the same shift everywhere:
///
///     10x10: square s is bit (s-1) + (s-1)/10, steps +-5 and +-6, 54 bits in all
///     8x8:   square s is bit (s-1) + (s-1)/8,  steps +-4 and +-5, 35 bits in all
///
/// A step off the board lands on such a bit or outside of the board's mask, never on a wrong square.
using Bitboard = std::uint64_t;

enum class Board : std::uint8_t { b8, b10 };

/// "8x8" or "10x10".
constexpr std::string_view to_string(Board board) {
  return board == Board::b8 ? "8x8" : "10x10";
}

/// A square number of FEN and PDN: 1-32 on 8x8, 1-50 on 10x10. 0 is "no square".
class Square {
 public:
  constexpr Square() = default;
  constexpr explicit Square(int number) : number_(static_cast<std::uint8_t>(number)) {}
  constexpr int number() const { return number_; }
  friend constexpr auto operator<=>(Square, Square) = default;  // NOLINT(modernize-use-nullptr): not in the source

 private:
  std::uint8_t number_ = 0;
};

enum class Direction : std::uint8_t { up_left, up_right, down_left, down_right };  ///< up is towards square 1
inline constexpr std::array<Direction, 4> all_directions{Direction::up_left, Direction::up_right, Direction::down_left,
                                                         Direction::down_right};

/// Sizes, masks and steps of one board, all known to the compiler.
template <Board B>
struct Geometry {
  static constexpr int side = B == Board::b8 ? 8 : 10;         ///< rows, and columns of both colours
  static constexpr int row_squares = side / 2;                 ///< playable squares in a row
  static constexpr int squares = side * row_squares;           ///< playable squares: 32 or 50
  static constexpr int bits = squares + (squares - 1) / side;  ///< 35 or 54
  static constexpr int step_left = row_squares;                ///< |bit distance| of down_left and up_right
  static constexpr int step_right = row_squares + 1;           ///< |bit distance| of down_right and up_left

  static constexpr int bit_index(int number) { return (number - 1) + (number - 1) / side; }
  static constexpr int number_at(int bit) { return bit + 1 - bit / (side + 1); }

  static constexpr Bitboard all = [] {
    Bitboard board = 0;
    for (int s = 1; s <= squares; ++s) board |= Bitboard{1} << bit_index(s);
    return board;
  }();

  /// Row r, counted from Black's side (row 0 holds square 1).
  static constexpr Bitboard row(int r) {
    Bitboard board = 0;
    for (int i = 1; i <= row_squares; ++i) board |= Bitboard{1} << bit_index(r * row_squares + i);
    return board;
  }

  static constexpr Bitboard white_promotion = row(0);
  static constexpr Bitboard black_promotion = row(side - 1);

  /// The main diagonal, from the lower-left corner (46 or 29) to the upper right (5 or 4).
  static constexpr Bitboard main_diagonal = [] {
    Bitboard board = 0;
    for (int bit = row_squares - 1; bit < bits; bit += step_left) board |= Bitboard{1} << bit;
    return board & all;
  }();

  template <Direction D>
  static constexpr Bitboard shift(Bitboard board) {
    if constexpr (D == Direction::up_left) return (board >> step_right) & all;
    if constexpr (D == Direction::up_right) return (board >> step_left) & all;
    if constexpr (D == Direction::down_left) return (board << step_left) & all;
    if constexpr (D == Direction::down_right) return (board << step_right) & all;
  }

  /// The board turned by half a turn: square s goes to squares+1-s.
  static constexpr Bitboard rotate(Bitboard b) {
    b = ((b >> 1) & 0x5555555555555555U) | ((b & 0x5555555555555555U) << 1);
    b = ((b >> 2) & 0x3333333333333333U) | ((b & 0x3333333333333333U) << 2);
    b = ((b >> 4) & 0x0F0F0F0F0F0F0F0FU) | ((b & 0x0F0F0F0F0F0F0F0FU) << 4);
    b = ((b >> 8) & 0x00FF00FF00FF00FFU) | ((b & 0x00FF00FF00FF00FFU) << 8);
    b = ((b >> 16) & 0x0000FFFF0000FFFFU) | ((b & 0x0000FFFF0000FFFFU) << 16);
    b = (b >> 32) | (b << 32);
    return b >> (64 - bits);
  }
};

constexpr int square_count(Board board) {
  return board == Board::b8 ? Geometry<Board::b8>::squares : Geometry<Board::b10>::squares;
}
constexpr int bit_index(Board board, Square square) {
  return board == Board::b8 ? Geometry<Board::b8>::bit_index(square.number())
                            : Geometry<Board::b10>::bit_index(square.number());
}
constexpr Bitboard bit_of(Board board, Square square) {
  return Bitboard{1} << bit_index(board, square);
}
constexpr Square square_at(Board board, int bit) {
  return Square(board == Board::b8 ? Geometry<Board::b8>::number_at(bit) : Geometry<Board::b10>::number_at(bit));
}
constexpr Bitboard all_squares(Board board) {
  return board == Board::b8 ? Geometry<Board::b8>::all : Geometry<Board::b10>::all;
}
/// The long diagonal from White's left corner to Black's: 46-5, or 29-4.
constexpr Bitboard main_diagonal(Board board) {
  return board == Board::b8 ? Geometry<Board::b8>::main_diagonal : Geometry<Board::b10>::main_diagonal;
}
constexpr Bitboard white_promotion(Board board) {
  return board == Board::b8 ? Geometry<Board::b8>::white_promotion : Geometry<Board::b10>::white_promotion;
}
constexpr Bitboard black_promotion(Board board) {
  return board == Board::b8 ? Geometry<Board::b8>::black_promotion : Geometry<Board::b10>::black_promotion;
}
constexpr Bitboard rotate(Board board, Bitboard b) {
  return board == Board::b8 ? Geometry<Board::b8>::rotate(b) : Geometry<Board::b10>::rotate(b);
}

/// The number of set bits. Baseline x86-64 has no instruction for it and std::popcount becomes a call into libgcc,
/// three times as slow as this inline sum.
constexpr int count_bits(Bitboard board) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  board -= (board >> 1) & 0x5555555555555555U;
  board = (board & 0x3333333333333333U) + ((board >> 2) & 0x3333333333333333U);
  board = (board + (board >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<int>((board * 0x0101010101010101U) >> 56);
#else
  return std::popcount(board);
#endif
}

/// Calls visit(bit index) for every set bit, lowest first.
template <class Visit>
constexpr void for_each_bit(Bitboard board, Visit&& visit) {
  for (; board != 0; board &= board - 1) visit(std::countr_zero(board));
}

}  // namespace lunette
