#pragma once

#include <optional>

#include "lunette/analysis/zugzwang.hpp"
#include "lunette/index/row_walk.hpp"
#include "pair_values.hpp"

namespace lunette {

/// Calls visit(zugzwang) for the mutual zugzwangs of a block, in the order of their index.
template <class Visit>
void for_each_zugzwang(const Indexer& indexer, const PairValues::Block& block, Visit&& visit) {
  constexpr int sum_of_equal_values = 2 * encode_wdl(Wdl::draw);
  for_each_row(indexer, block.first, block.white.size(), [&](const Row& row, std::uint64_t offset) {
    std::optional<Bitboard> capturing;  // asked for only where a row has a zugzwang: most have none
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      if (block.white[offset] + block.black[offset] >= sum_of_equal_values) continue;
      if (!capturing) {
        const auto squares = capture_squares(indexer.board(), row);
        capturing = squares[0] | squares[1];
      }
      const Bitboard square = rest & (~rest + 1);
      visit(Zugzwang{row.position(square, Color::white), block.first + offset, decode_wdl(block.white[offset]),
                     decode_wdl(block.black[offset]), (*capturing & square) == 0});
    }
    return true;
  });
}

}  // namespace lunette
