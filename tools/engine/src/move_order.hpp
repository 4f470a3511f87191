#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// Which quiet moves have cut searches short: the two last ones at each distance from the root, and how often each has
/// anywhere. One for each thread.
class CutHistory {
 public:
  using Killers = std::array<Move, 2>;

  void clear() noexcept;
  /// `quiet` has cut a search of `depth` plies.
  void reward(Color side, const Move& quiet, int depth, Killers& killers) noexcept;
  int worth(Color side, const Move& quiet) const noexcept { return worth_[slot(side, quiet)]; }

 private:
  static constexpr std::size_t bits = 64;
  static std::size_t slot(Color side, const Move& move) noexcept {
    return (index_of(side) * bits + move.from) * bits + move.to;
  }
  std::array<std::int32_t, 2 * bits * bits> worth_{};
};

/// A legal move by its number in the order of generate_moves(), and how early it is to be tried.
struct OrderedMove {
  std::uint16_t number = 0;
  std::int32_t worth = 0;
};

/// Fills `order` with all of `moves`, the most promising first: the move `known` from the transposition table; then the
/// captures by what they take; promotions; killers; and the rest by history. The same for the same input.
void order_moves(const Position& position, const MoveList& moves, int known, const CutHistory& history,
                 const CutHistory::Killers& killers, std::vector<OrderedMove>& order);

}  // namespace lunette
