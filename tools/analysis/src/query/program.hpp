#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"
#include "syntax.hpp"

namespace lunette::query {

/// The positions of a class with one side to move, as the caller names colours and as they are stored. The stored
/// position is the caller's, or that flipped.
struct View {
  Color stored_side = Color::white;
  bool flipped = false;
  Color side() const { return flipped ? opposite(stored_side) : stored_side; }
};

/// The two views of a class: White to move first, in the caller's colours.
std::array<View, 2> views_of(const Material& material);

/// How many of some pieces stand on some squares, in stored colours.
struct PieceCount {
  std::array<bool, 2> kings{};  // by colour
  std::array<bool, 2> men{};
  Bitboard squares = 0;

  int of(const Position& position) const {
    Bitboard pieces = 0;
    for (std::size_t color = 0; color < 2; ++color) {
      if (kings[color]) pieces |= position.kings[color];
      if (men[color]) pieces |= position.men[color];
    }
    return count_bits(pieces & squares);
  }
  bool counts(Color color, bool king) const { return (king ? kings : men)[index_of(color)]; }
};

/// An expression made ready for one view: colours, squares and the side to move are put in, constants folded, and the
/// parts of conjunctions and disjunctions ordered so that what costs little comes first.
struct Step {
  enum class Kind : std::uint8_t {
    // conditions
    constant,  ///< `value`; as a value of any type too
    all_of,
    any_of,
    none_of,      ///< not its one part
    piece_count,  ///< bit c of `accepted`: c pieces are right
    wdl,          ///< bit c of `accepted`: the value code c is right
    distance,     ///< of `metric`: from `least` to `greatest` plies; not those if `outside`; never an absent one
    capture,      ///< `mover` has a capture
    comparison,   ///< of its two parts
    // values
    count_value,
    wdl_value,
    distance_value,
    move_value  ///< what `counted` says
  };
  Kind kind = Kind::constant;
  int value = 0;
  PieceCount pieces;
  std::uint64_t accepted = 0;
  Metric metric = Metric::dtw;
  int least = 0;
  int greatest = 0;
  bool outside = false;
  Color mover = Color::white;
  Comparison comparison = Comparison::equal;
  query::Kind counted = query::Kind::moves;
  int cost = 0;
  std::vector<Step> parts;

  bool is(Kind other) const { return kind == other; }
  bool is_constant(bool truth) const { return kind == Kind::constant && (value != 0) == truth; }
};

/// `captures_stored`: the tables hold the values of entries with a capture, so that values are cheaper than captures.
Step compile(const Node& node, const Material& stored, Board board, const View& view, bool captures_stored);

/// Which metrics a step reads, indexed by Metric.
std::array<bool, 3> metrics_of(const Step& step);

}  // namespace lunette::query
