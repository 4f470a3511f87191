#include "king_ranking.hpp"

namespace lunette::gen {

KingRanking::KingRanking(Board board, const Material& stored, Bitboard men, bool turned) noexcept
    : leading_kings_(stored.white_kings), trailing_kings_(stored.black_kings), turned_(turned) {
  if (stored.kings() == 0) return;
  const Bitboard free = all_squares(board) & ~men;
  const int free_count = square_count(board) - stored.men();
  trailing_count_ = binomial(free_count - stored.white_kings, stored.black_kings);
  int number = turned ? free_count - 1 : 0;
  const int step = turned ? -1 : 1;
  for_each_bit(free, [&](int bit) {
    number_[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(number);
    number += step;
  });
}

}  // namespace lunette::gen
