#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"

// Placements of pieces, made square by square and knowing nothing of combinations or ranks.

namespace lunette::placements {

inline int rows(Board board) {
  return board == Board::b8 ? 8 : 10;
}
/// The row of a square number, 0 nearest to Black.
inline int row_of(Board board, int number) {
  return (number - 1) / (rows(board) / 2);
}

struct Piece {
  Color color;
  bool is_man;
};

inline std::vector<Piece> pieces_of(const Material& material) {
  std::vector<Piece> pieces;
  pieces.insert(pieces.end(), material.white_men, {Color::white, true});
  pieces.insert(pieces.end(), material.black_men, {Color::black, true});
  pieces.insert(pieces.end(), material.white_kings, {Color::white, false});
  pieces.insert(pieces.end(), material.black_kings, {Color::black, false});
  return pieces;
}

inline bool may_stand(Board board, Piece piece, int number) {
  if (!piece.is_man) return true;
  const int far_row = piece.color == Color::white ? 0 : rows(board) - 1;
  return row_of(board, number) != far_row;
}

inline void put(Board board, Position& position, Piece piece, int number) {
  auto& boards = piece.is_man ? position.men : position.kings;
  boards[index_of(piece.color)] |= bit_of(board, Square(number));
}

/// Calls visit(position) for every legal placement, White to move. Equal pieces stand in ascending order.
inline void for_each_placement(Board board, const Material& material,
                               const std::function<void(const Position&)>& visit) {
  const std::vector<Piece> pieces = pieces_of(material);
  const std::function<void(std::size_t, int, const Position&)> place = [&](std::size_t next, int last,
                                                                           const Position& position) {
    if (next == pieces.size()) return visit(position);
    const Piece piece = pieces[next];
    const bool same = next > 0 && pieces[next - 1].color == piece.color && pieces[next - 1].is_man == piece.is_man;
    for (int number = same ? last + 1 : 1; number <= square_count(board); ++number) {
      if ((position.occupied() & bit_of(board, Square(number))) != 0 || !may_stand(board, piece, number)) continue;
      Position with = position;
      put(board, with, piece, number);
      place(next + 1, number, with);
    }
  };
  place(0, 0, {});
}

/// A random legal placement, White to move.
inline Position random_placement(Board board, const Material& material, std::mt19937_64& random) {
  std::uniform_int_distribution<int> any(1, square_count(board));
  Position position;
  for (const Piece piece : pieces_of(material)) {
    int number = any(random);
    while ((position.occupied() & bit_of(board, Square(number))) != 0 || !may_stand(board, piece, number)) {
      number = any(random);
    }
    put(board, position, piece, number);
  }
  return position;
}

/// Whether this is a legal placement of exactly this material.
inline bool is_placement(Board board, const Material& material, const Position& position) {
  Bitboard seen = 0;
  for (const Bitboard pieces : {position.men[0], position.men[1], position.kings[0], position.kings[1]}) {
    if ((pieces & ~all_squares(board)) != 0 || (pieces & seen) != 0) return false;
    seen |= pieces;
  }
  for (const Color color : {Color::white, Color::black}) {
    for (int number = 1; number <= square_count(board); ++number) {
      const bool man = (position.men[index_of(color)] & bit_of(board, Square(number))) != 0;
      if (man && !may_stand(board, {color, true}, number)) return false;
    }
  }
  return std::popcount(position.kings[0]) == material.white_kings &&
         std::popcount(position.men[0]) == material.white_men &&
         std::popcount(position.kings[1]) == material.black_kings &&
         std::popcount(position.men[1]) == material.black_men;
}

inline constexpr std::array<Board, 2> boards{Board::b8, Board::b10};

}  // namespace lunette::placements
