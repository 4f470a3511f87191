#pragma once

#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/rays.hpp"

namespace lunette {

/// A position seen from its side to move, as move generation wants it.
template <Board B>
struct Sides {
  Bitboard men;          ///< of the side to move
  Bitboard kings;        ///< of the side to move
  Bitboard enemies;      ///< men and kings of the other side
  Bitboard enemy_kings;  ///< the kings among them
  Bitboard occupied;
  Bitboard empty;
  Color side;

  constexpr explicit Sides(const Position& p)
      : men(p.men[index_of(p.side)]),
        kings(p.kings[index_of(p.side)]),
        enemies(p.pieces(opposite(p.side))),
        enemy_kings(p.kings[index_of(opposite(p.side))]),
        occupied(men | kings | enemies),
        empty(Geometry<B>::all & ~occupied),
        side(p.side) {}

  constexpr Bitboard far_row() const { return promotion_row(B, side); }
};

/// The first jumps of a position, all at once.
template <Board B>
class Jumps {
  using R = Rays<B>;

 public:
  constexpr explicit Jumps(const Sides<B>& sides)
      : over_{unguarded<Direction::up_left>(sides), unguarded<Direction::up_right>(sides),
              unguarded<Direction::down_left>(sides), unguarded<Direction::down_right>(sides)} {}

  /// The enemies with an empty square behind them, seen in direction D.
  template <Direction D>
  constexpr Bitboard over() const {
    return over_[static_cast<std::size_t>(D)];
  }

  /// The squares, empty or not, from which a man could jump; bits beside the board are noise.
  constexpr Bitboard any() const {
    return from<Direction::up_left>() | from<Direction::up_right>() | from<Direction::down_left>() |
           from<Direction::down_right>();
  }

  /// The squares on which the jumps of `men` land.
  constexpr Bitboard landings(Bitboard men) const {
    return landings<Direction::up_left>(men) | landings<Direction::up_right>(men) |
           landings<Direction::down_left>(men) | landings<Direction::down_right>(men);
  }

  /// The number of jumps of `men` over `victims`.
  constexpr int count(Bitboard men, Bitboard victims) const {
    return count<Direction::up_left>(men, victims) + count<Direction::up_right>(men, victims) +
           count<Direction::down_left>(men, victims) + count<Direction::down_right>(men, victims);
  }

 private:
  template <Direction D>
  static constexpr Bitboard unguarded(const Sides<B>& sides) {
    return sides.enemies & R::template raw_shift<reverse(D)>(sides.empty);
  }
  template <Direction D>
  constexpr Bitboard from() const {
    return R::template raw_shift<reverse(D)>(over<D>());
  }
  template <Direction D>
  constexpr Bitboard jumped(Bitboard men) const {
    return R::template raw_shift<D>(men) & over<D>();
  }
  template <Direction D>
  constexpr Bitboard landings(Bitboard men) const {
    return R::template raw_shift<D>(jumped<D>(men));
  }
  template <Direction D>
  constexpr int count(Bitboard men, Bitboard victims) const {
    return count_bits(jumped<D>(men) & victims);
  }

  std::array<Bitboard, 4> over_;
};

}  // namespace lunette
