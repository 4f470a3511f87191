#include <random>

#include "catch.hpp"
#include "lunette/index/indexer.hpp"
#include "placements.hpp"

using namespace lunette;
using placements::boards;

namespace {

/// Half a turn and an exchange of colours, square number by square number.
Position turned(Board board, const Position& position) {
  Position result;
  const int last = square_count(board) + 1;
  for (int number = 1; number < last; ++number) {
    const Bitboard from = bit_of(board, Square(number));
    const Bitboard to = bit_of(board, Square(last - number));
    for (std::size_t color = 0; color < 2; ++color) {
      if ((position.men[color] & from) != 0) result.men[1 - color] |= to;
      if ((position.kings[color] & from) != 0) result.kings[1 - color] |= to;
    }
  }
  result.side = opposite(position.side);
  return result;
}

void check_orientation(Board board, const Position& position) {
  const Material material = material_of(position);
  const Oriented oriented = orient(board, position);
  REQUIRE(material_of(oriented.position) == material.canonical());
  REQUIRE(oriented.side == oriented.position.side);
  REQUIRE(oriented.position == (oriented.flipped ? turned(board, position) : position));
  if (material.is_own_flip()) {
    REQUIRE(oriented.side == Color::white);
    REQUIRE(oriented.flipped == (position.side == Color::black));
  } else {
    REQUIRE(oriented.flipped == !material.is_canonical());
  }

  const Oriented again = orient(board, oriented.position);
  REQUIRE_FALSE(again.flipped);
  REQUIRE(again.position == oriented.position);

  const Oriented other = orient(board, turned(board, position));
  REQUIRE(other.position == oriented.position);
  REQUIRE(other.flipped != oriented.flipped);
}

}  // namespace

TEST_CASE("a position and its colour flip are stored as one, whoever is to move") {
  std::mt19937_64 random(20240504);
  for (const Board board : boards) {
    for (const Material& canonical : enumerate_materials(8)) {
      for (const Material& material : {canonical, canonical.flipped()}) {
        CAPTURE(board, material.name());
        for (int i = 0; i < 20; ++i) {
          Position position = placements::random_placement(board, material, random);
          position.side = i % 2 == 0 ? Color::white : Color::black;
          check_orientation(board, position);
        }
      }
    }
  }
}

TEST_CASE("the side to move of a class that is not its own flip stays with its pieces") {
  // The lone king to move, in both colours: Black's move in KKvK.
  const Position lone_black{
      {},
      {bit_of(Board::b10, Square(1)) | bit_of(Board::b10, Square(2)), bit_of(Board::b10, Square(50))},
      Color::black};
  const Oriented as_is = orient(Board::b10, lone_black);
  CHECK_FALSE(as_is.flipped);
  CHECK(as_is.side == Color::black);
  const Position lone_white{
      {},
      {bit_of(Board::b10, Square(1)), bit_of(Board::b10, Square(50)) | bit_of(Board::b10, Square(49))},
      Color::white};
  const Oriented flipped = orient(Board::b10, lone_white);
  CHECK(flipped.flipped);
  CHECK(flipped.side == Color::black);
  CHECK(flipped.position == lone_black);
}
