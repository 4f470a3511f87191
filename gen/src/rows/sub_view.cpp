#include "rows/sub_view.hpp"

#include <cassert>

namespace lunette::rows {
namespace {

/// Symbols to the scores of the side that does not move in the sub-table.
std::array<std::uint8_t, 16> score_table(bool five_valued, bool with_count) {
  std::array<std::uint8_t, 16> scores{};
  const unsigned symbols = five_valued ? 5 : 3;
  for (unsigned symbol = 0; symbol < symbols; ++symbol) {
    unsigned code = five_valued ? symbol : 2 * symbol;
    if (!with_count && code == 1) code = 0;
    if (!with_count && code == 3) code = 4;
    scores[symbol] = static_cast<std::uint8_t>(won_score - code);
  }
  return scores;
}

}  // namespace

SubView::SubView(const SubTables& tables, Board board, Color mover, const MenConfiguration& men, int white_kings,
                 int black_kings, bool with_count) {
  const Material material{static_cast<std::uint8_t>(white_kings), static_cast<std::uint8_t>(bit_count(men.white)),
                          static_cast<std::uint8_t>(black_kings), static_cast<std::uint8_t>(bit_count(men.black))};
  if (material.white_pieces() == 0 || material.black_pieces() == 0) return;
  const Color to_move = opposite(mover);
  flipped_ = material.is_own_flip() ? to_move == Color::black : !material.is_canonical();
  mover_first_ = (mover == Color::white) != flipped_;
  const SubTable* table = tables.find(material.canonical());
  assert(table != nullptr);
  const Color stored_side =
      material.is_own_flip() || (to_move == Color::white) != flipped_ ? Color::white : Color::black;
  const PackedValues& values = table->sides[index_of(stored_side)];
  bytes_ = values.data();
  shift_ = values.shift();
  const MenConfiguration stored_men =
      flipped_ ? MenConfiguration{rotate(board, men.black), rotate(board, men.white)} : men;
  base_ = table->indexer.rank_men(stored_men) * table->indexer.slice_size();
  free_ = all_squares(board) & ~(men.white | men.black);
  const int first_kings = table->indexer.material().white_kings;
  const int second_kings = table->indexer.material().black_kings;
  second_sets_ = binomial_columns[static_cast<std::size_t>(second_kings)]
                                 [static_cast<std::size_t>(bit_count(free_) - first_kings)];
  scores_ = score_table(values.five_valued(), with_count);
}

}  // namespace lunette::rows
