#include "rows/men_captures.hpp"

namespace lunette::rows {

template <class Gen>
CaptureScore MenCaptures<Gen>::best(Bitboard mover_kings, Bitboard enemy_kings) const {
  const Bitboard enemies = enemy_men_ | enemy_kings;
  const Bitboard occupied = mover_men_ | mover_kings | enemies;
  const Bitboard far_row = mover_ == Color::white ? G::white_promotion : G::black_promotion;
  CaptureScore best = 0;
  for (Bitboard rest = mover_men_; rest != 0; rest &= rest - 1) {
    const Bitboard man = rest & (~rest + 1);
    const auto leaf = [&](int to, Bitboard captured, bool promoted) {
      return result(man, mover_kings, enemy_kings, to, captured, promoted);
    };
    const JumpSearch<Gen, decltype(leaf)> search(occupied & ~man, enemies, enemy_kings, far_row, leaf);
    best = std::max(best, search.man_from(std::countr_zero(man)));
  }
  return best;
}

template <class Gen>
Score MenCaptures<Gen>::result(Bitboard man, Bitboard mover_kings, Bitboard enemy_kings, int to, Bitboard captured,
                               bool promoted) const {
  const Bitboard target = Bitboard{1} << to;
  const Bitboard kings = promoted ? mover_kings | target : mover_kings;
  const Bitboard men = promoted ? mover_men_ & ~man : (mover_men_ & ~man) | target;
  const Bitboard other_men = enemy_men_ & ~captured;
  const Bitboard other_kings = enemy_kings & ~captured;
  const bool white = mover_ == Color::white;
  const MenConfiguration after = white ? MenConfiguration{men, other_men} : MenConfiguration{other_men, men};
  const int mine = bit_count(kings);
  const int others = bit_count(other_kings);
  return views_.find(mover_, after, white ? mine : others, white ? others : mine).score(kings, other_kings);
}

template class MenCaptures<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class MenCaptures<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class MenCaptures<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class MenCaptures<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class MenCaptures<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class MenCaptures<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
