#pragma once

#include <optional>

#include "lunette/analysis/zugzwang.hpp"
#include "pair_values.hpp"

namespace lunette {

/// Calls visit(zugzwang) for the mutual zugzwangs of a block, in the order of their index.
template <class Visit>
void for_each_zugzwang(const ScanBlock& block, const ValuePair& pair, Visit&& visit) {
  constexpr int sum_of_equal_values = 2 * encode_wdl(Wdl::draw);
  const Board board = block.indexer().board();
  block.for_each_row([&](const Row& row, std::uint64_t offset) {
    std::optional<Bitboard> capturing;  // asked for only where a row has a zugzwang: most have none
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      if (pair.white[offset] + pair.black[offset] >= sum_of_equal_values) continue;
      if (!capturing) {
        const auto squares = capture_squares(board, row);
        capturing = squares[0] | squares[1];
      }
      const Bitboard square = rest & (~rest + 1);
      visit(Zugzwang{row.position(square, Color::white), block.first() + offset, decode_wdl(pair.white[offset]),
                     decode_wdl(pair.black[offset]), (*capturing & square) == 0});
    }
    return true;
  });
}

}  // namespace lunette
