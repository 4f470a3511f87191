#include <random>
#include <vector>

#include "catch.hpp"
#include "king_placements.hpp"
#include "king_ranking.hpp"
#include "lunette/index/indexer.hpp"

using namespace lunette;

namespace {

struct Case {
  Board board;
  Material material;
};

const std::vector<Case> cases{
    {Board::b8, {1, 0, 1, 0}},  {Board::b8, {0, 2, 1, 0}},  {Board::b8, {2, 1, 1, 1}},  {Board::b8, {0, 2, 0, 1}},
    {Board::b10, {3, 0, 1, 0}}, {Board::b10, {1, 1, 2, 0}}, {Board::b10, {1, 2, 1, 1}}, {Board::b10, {2, 1, 0, 1}},
};

std::vector<Index> some_slices(const Indexer& indexer) {
  std::mt19937_64 random(7);
  std::vector<Index> slices{0, indexer.slices() - 1};
  for (int i = 0; i < 8; ++i) slices.push_back(random() % indexer.slices());
  return slices;
}

}  // namespace

TEST_CASE("king placements come in the order of their ranks however they are cut", "[kings]") {
  for (const auto& [board, material] : cases) {
    const Indexer indexer(board, material);
    for (const Index slice : some_slices(indexer)) {
      const MenConfiguration men = indexer.unrank_men(slice);
      const gen::KingPlacements placements(indexer, men);
      REQUIRE(placements.leading_count() * placements.trailing_count() == indexer.slice_size());
      const Index middle = placements.leading_count() / 3;
      Index next = 0;
      bool right = true;
      const auto visit = [&](Bitboard white, Bitboard black, Index rank) {
        right = right && rank == next++ && rank == indexer.rank_kings(men.white | men.black, white, black);
      };
      placements.for_each(0, middle, visit);
      placements.for_each(middle, placements.leading_count(), visit);
      CHECK(right);
      CHECK(next == indexer.slice_size());
    }
  }
}

TEST_CASE("kings rank as the indexer ranks them straight and turned", "[kings]") {
  std::mt19937_64 random(11);
  for (const auto& [board, material] : cases) {
    const Indexer indexer(board, material);
    for (int i = 0; i < 2000; ++i) {
      const Position p = indexer.unrank(random() % indexer.size());
      const gen::KingRanking straight(board, material, p.men[0] | p.men[1], false);
      REQUIRE(straight.rank(p.kings[0], p.kings[1]) == indexer.rank(p) % indexer.slice_size());
      const Position turned = flip(board, p);
      const gen::KingRanking ranking(board, material, turned.men[0] | turned.men[1], true);
      REQUIRE(ranking.rank(turned.kings[0], turned.kings[1]) == indexer.rank(p) % indexer.slice_size());
    }
  }
}
