#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lunette/analysis/query.hpp"
#include "lunette/rules/board.hpp"

namespace lunette::query {

enum class Kind : std::uint8_t {
  conjunction,
  disjunction,
  negation,
  comparison,  ///< of its two parts
  constant,    ///< `value`, of any type
  capture,
  threatened,
  on,
  all,
  count,
  wdl,
  dtc,
  dtw,
  side,
  moves,
  winning_moves,
  drawing_moves,
  losing_moves,
  keeping_moves,
  captured
};

enum class Comparison : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

enum class Owner : std::uint8_t { either, white, black, own, opponent };

struct Pieces {
  Owner owner = Owner::either;
  bool kings = true;
  bool men = true;
};

/// Squares, which may depend on who is to move; indexed by Color.
struct Region {
  std::array<Bitboard, 2> squares{};
  std::string text;
};

/// A part of an expression, its types checked.
struct Node {
  Kind kind = Kind::constant;
  QueryType type = QueryType::condition;
  int value = 0;                              // constant: a number, a Wdl, a Color, or 0 and 1
  Comparison comparison = Comparison::equal;  // comparison
  Pieces pieces;                              // on, all, count
  Region region;                              // on, all, count
  std::vector<Node> parts;
};

bool holds(Comparison comparison, int left, int right) noexcept;
/// b op' a for a op b.
Comparison mirrored(Comparison comparison) noexcept;

std::string to_text(const Node& node);
/// A constant of a type in words.
std::string to_text(QueryType type, int value);

}  // namespace lunette::query
