#pragma once

#include <array>
#include <bit>

#include "lunette/rules/board.hpp"

namespace lunette {

/// True for the directions in which bit indices fall, those towards square 1.
constexpr bool is_up(Direction d) {
  return d == Direction::up_left || d == Direction::up_right;
}

constexpr Direction reverse(Direction d) {
  return static_cast<Direction>(3 - static_cast<int>(d));
}

/// The two directions of the other diagonal.
constexpr std::array<Direction, 2> crossing(Direction d) {
  if (d == Direction::up_left || d == Direction::down_right) return {Direction::up_right, Direction::down_left};
  return {Direction::up_left, Direction::down_right};
}

/// The diagonal lines of one board, and what a flying king sees along them. Everything is a constant table of 2 kB
/// and a few instructions without branches.
template <Board B>
struct Rays {
  using G = Geometry<B>;

  /// The change of the bit index by one step.
  template <Direction D>
  static constexpr int step = D == Direction::up_left     ? -G::step_right
                              : D == Direction::up_right  ? -G::step_left
                              : D == Direction::down_left ? G::step_left
                                                          : G::step_right;

  /// One step of every square at once, unmasked: the caller intersects the result with squares of the board.
  template <Direction D>
  static constexpr Bitboard raw_shift(Bitboard board) {
    return is_up(D) ? board >> -step<D> : board << (is_up(D) ? 0 : step<D>);
  }

  /// The squares beyond `bit` up to the edge.
  template <Direction D>
  static constexpr Bitboard from(int bit) {
    return table[static_cast<std::size_t>(bit)][static_cast<std::size_t>(D)];
  }

  /// The first of `blockers` (not empty, all on one ray of direction D), as a bit index.
  template <Direction D>
  static constexpr int nearest(Bitboard blockers) {
    return is_up(D) ? 63 - std::countl_zero(blockers) : std::countr_zero(blockers);
  }

  /// The empty squares beyond `bit` up to the first occupied one.
  template <Direction D>
  static constexpr Bitboard reach(int bit, Bitboard occupied) {
    const Bitboard ray = from<D>(bit);
    const Bitboard blockers = ray & occupied;
    if constexpr (is_up(D)) {
      // The added lowest bit stands for "no blocker"; everything is one place higher to make room for it.
      return ray & (~Bitboard{0} << (63 - std::countl_zero((blockers << 1) | 1)));
    } else {
      return ray & ((blockers & (~blockers + 1)) - 1);
    }
  }

  /// The squares that a king on `bit` can move to without a capture. `occupied` may or may not hold `bit` itself.
  static constexpr Bitboard king_targets(int bit, Bitboard occupied) {
    return reach<Direction::up_left>(bit, occupied) | reach<Direction::up_right>(bit, occupied) |
           reach<Direction::down_left>(bit, occupied) | reach<Direction::down_right>(bit, occupied);
  }

 private:
  using Table = std::array<std::array<Bitboard, 4>, static_cast<std::size_t>(G::bits)>;

  template <Direction D>
  static constexpr void fill(Table& rays) {
    for (int bit = 0; bit < G::bits; ++bit) {
      Bitboard ray = 0;
      Bitboard square = (Bitboard{1} << bit) & G::all;
      while ((square = G::template shift<D>(square)) != 0) ray |= square;
      rays[static_cast<std::size_t>(bit)][static_cast<std::size_t>(D)] = ray;
    }
  }

  static constexpr Table table = [] {
    Table rays{};
    fill<Direction::up_left>(rays);
    fill<Direction::up_right>(rays);
    fill<Direction::down_left>(rays);
    fill<Direction::down_right>(rays);
    return rays;
  }();
};

}  // namespace lunette
