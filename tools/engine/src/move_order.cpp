#include "move_order.hpp"

#include <algorithm>

namespace lunette {
namespace {

constexpr std::int32_t most_history = 1 << 20;
constexpr std::int32_t killer_worth = 2 * most_history;
constexpr std::int32_t promotion_worth = 4 * most_history;
constexpr std::int32_t piece_worth = 8 * most_history;  // twenty pieces at three each stay below known_worth
constexpr std::int32_t known_worth = std::int32_t{1} << 30;

}  // namespace

void CutHistory::clear() noexcept {
  worth_.fill(0);
}

void CutHistory::reward(Color side, const Move& quiet, int depth, Killers& killers) noexcept {
  if (killers[0] != quiet) {
    killers[1] = killers[0];
    killers[0] = quiet;
  }
  std::int32_t& worth = worth_[slot(side, quiet)];
  worth += depth * depth;
  if (worth < most_history) return;
  for (std::int32_t& each : worth_) each /= 2;
}

void order_moves(const Position& position, const MoveList& moves, int known, const CutHistory& history,
                 const CutHistory::Killers& killers, std::vector<OrderedMove>& order) {
  order.clear();
  const Bitboard enemy_kings = position.kings[index_of(opposite(position.side))];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    OrderedMove ordered{static_cast<std::uint16_t>(i), 0};
    if (static_cast<int>(i) == known) {
      ordered.worth = known_worth;
    } else if (move.is_capture()) {
      // A king counts as three men.
      ordered.worth = piece_worth * (count_bits(move.captured) + 2 * count_bits(move.captured & enemy_kings));
    } else if (move == killers[0] || move == killers[1]) {
      ordered.worth = killer_worth + (move == killers[0] ? 1 : 0);
    } else {
      ordered.worth = history.worth(position.side, move);
    }
    if (move.promotes && static_cast<int>(i) != known) ordered.worth += promotion_worth;
    order.push_back(ordered);
  }
  const auto before = [](const OrderedMove& a, const OrderedMove& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.number < b.number;
  };
  std::sort(order.begin(), order.end(), before);
}

}  // namespace lunette
