#include "rows/kingless.hpp"

#include <algorithm>

namespace lunette::rows {

template <class Gen>
void KinglessSolver<Gen>::solve(Index slice) const {
  const MenConfiguration men = indexer_.unrank_men(slice);
  std::array<Outcome, 2> outcomes{outcome(men, Color::white), outcome(men, Color::black)};
  const bool mutual = outcomes[0].score == 0 && outcomes[1].score == 0 && no_move_ == NoMove::draw_if_mutual;
  for (const Color side : {Color::white, Color::black}) {
    const Outcome& found = outcomes[index_of(side)];
    const Score score = found.score != 0 ? found.score : mutual ? 3 : lost_score;
    if (score == won_score) values_.add(side, Plane::win, slice, 0, 1);
    if (score == lost_score) values_.add(side, Plane::loss, slice, 0, 1);
    if (values_.five_valued() && score > 3) values_.add(side, Plane::at_least_cursed, slice, 0, 1);
    if (values_.five_valued() && score < 3) values_.add(side, Plane::at_most_blessed, slice, 0, 1);
    if (score != 3 && values_.keeps_dtc(side)) values_.set_dtc(side, slice, found.dtc);
  }
}

template <class Gen>
typename KinglessSolver<Gen>::Outcome KinglessSolver<Gen>::outcome(const MenConfiguration& men, Color side) const {
  const CaptureScore capture = MenCaptures<Gen>(rules_, men, side).best(0, 0);
  if (capture != 0) return {score_of(capture), 1};
  const Score step = best_step(men, side);
  return {step, step == 0 ? 0 : 1};
}

template <class Gen>
Score KinglessSolver<Gen>::best_step(const MenConfiguration& men, Color side) const {
  const Bitboard empty = Gen::G::all & ~(men.white | men.black);
  Score best = 0;
  for (Bitboard rest = side == Color::white ? men.white : men.black; rest != 0; rest &= rest - 1) {
    const Bitboard man = rest & (~rest + 1);
    const auto targets = Gen::men_targets(side, man, empty);
    if (targets.left != 0) best = std::max(best, step(men, side, man, targets.left));
    if (targets.right != 0) best = std::max(best, step(men, side, man, targets.right));
  }
  return best;
}

template <class Gen>
Score KinglessSolver<Gen>::step(MenConfiguration men, Color side, Bitboard man, Bitboard target) const {
  const bool white = side == Color::white;
  Bitboard& moved = white ? men.white : men.black;
  moved &= ~man;
  if ((target & (white ? Gen::G::white_promotion : Gen::G::black_promotion)) != 0) {
    return SubView(*rules_.tables, Gen::board, side, men, white ? 1 : 0, white ? 0 : 1, rules_.with_count)
        .score(target, 0);
  }
  moved |= target;
  return won_score - values_.code(opposite(side), indexer_.rank_men(men), 0);
}

template class KinglessSolver<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
