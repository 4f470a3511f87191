#include "unit.hpp"

#include "man_steps.hpp"

namespace lunette::gen {
namespace {

MenConfiguration turned(Board board, const MenConfiguration& men) {
  return {rotate(board, men.black), rotate(board, men.white)};
}

ManMove make_man_move(const Successors& successors, const Face& face, Bitboard from, Bitboard to) {
  const Board board = successors.indexer().board();
  ManMove move;
  move.from = from;
  move.to = to;
  move.mover = face.mover;
  move.promotes = (to & promotion_row(board, face.mover)) != 0;
  MenConfiguration after = face.men;
  Bitboard& moved = face.mover == Color::white ? after.white : after.black;
  moved = (moved ^ from) | (move.promotes ? 0 : to);
  const Target& target = move.promotes ? successors.promotion(face.mover) : successors.quiet(face.mover);
  move.codes = target.codes;
  move.base = target.indexer->rank_men(target.turned ? turned(board, after) : after) * target.indexer->slice_size();
  move.ranking = KingRanking(board, target.indexer->material(), after.white | after.black, target.turned);
  return move;
}

Face make_face(const Successors& successors, Index slice, const MenConfiguration& men, Color mover) {
  const Board board = successors.indexer().board();
  Face face;
  face.mover = mover;
  face.side = static_cast<int>(index_of(mover));
  face.slice = slice;
  face.men = men;
  const Bitboard occupied = men.white | men.black;
  for_each_bit(mover == Color::white ? men.white : men.black, [&](int bit) {
    const Bitboard from = Bitboard{1} << bit;
    for_each_bit(man_steps(board, mover, from) & ~occupied,
                 [&](int to) { face.man_moves.push_back(make_man_move(successors, face, from, Bitboard{1} << to)); });
  });
  return face;
}

}  // namespace

std::optional<Unit> Unit::of_slice(const Successors& successors, Index slice) {
  const Indexer& indexer = successors.indexer();
  const Board board = indexer.board();
  const MenConfiguration men = indexer.unrank_men(slice);
  const bool own_flip = indexer.material().is_own_flip();
  const MenConfiguration other_men = own_flip ? turned(board, men) : men;
  const Index other_slice = own_flip ? indexer.rank_men(other_men) : slice;
  if (other_slice < slice) return std::nullopt;

  Unit unit;
  unit.faces_[0] = make_face(successors, slice, men, Color::white);
  unit.count_ = own_flip && other_slice == slice ? 1 : 2;
  if (unit.count_ == 2) {
    unit.faces_[1] = make_face(successors, other_slice, other_men, own_flip ? Color::white : Color::black);
  }
  for (std::size_t f = 0; f < unit.count_; ++f) {
    Face& face = unit.faces_[f];
    face.partner = static_cast<int>(unit.count_ - 1 - f);
    face.partner_ranking = KingRanking(board, indexer.material(), face.men.white | face.men.black, own_flip);
  }
  return unit;
}

}  // namespace lunette::gen
