#include <algorithm>
#include <initializer_list>
#include <random>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "lunette/index/indexer.hpp"
#include "placements.hpp"

using namespace lunette;
using placements::boards;

namespace {

/// The documented order of a class. Subsets of equal size in colexicographic order are in the order of their bits
/// read as numbers, whatever set they are taken from.
auto documented_order(Board board, const Position& position) {
  const Bitboard back_row = board == Board::b8 ? Geometry<Board::b8>::row(7) : Geometry<Board::b10>::row(9);
  const Bitboard back = position.men[0] & back_row;
  return std::tuple(std::popcount(back), back, position.men[0] & ~back_row, position.men[1], position.kings[0],
                    position.kings[1]);
}

void check_documented_order(Board board, const Material& material) {
  std::vector<Position> all;
  placements::for_each_placement(board, material, [&](const Position& position) { all.push_back(position); });
  std::sort(all.begin(), all.end(), [board](const Position& a, const Position& b) {
    return documented_order(board, a) < documented_order(board, b);
  });
  const Indexer indexer(board, material);
  REQUIRE(indexer.size() == all.size());
  Index wrong = 0;
  for (Index index = 0; index < all.size(); ++index) {
    if (indexer.rank(all[index]) != index || indexer.unrank(index) != all[index]) ++wrong;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("ranks follow the documented order, by sorting all placements", "[long]") {
  for (const Board board : boards) {
    // The four-piece classes of 10x10 are 200 MB of positions each; 8x8 has the same structure.
    for (const Material& material : enumerate_materials(board == Board::b8 ? 4 : 3)) {
      CAPTURE(board, material.name());
      check_documented_order(board, material);
    }
  }
}

TEST_CASE("every index of two to four pieces gives a legal placement that ranks back", "[long]") {
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(4)) {
      const Indexer indexer(board, material);
      Index wrong = 0;
      for (Index index = 0; index < indexer.size(); ++index) {
        const Position position = indexer.unrank(index);
        const bool legal = (position.men[0] & position.men[1]) == 0 && material_of(position) == material &&
                           position.piece_count() == material.pieces() && position.side == Color::white;
        if (!legal || indexer.rank(position) != index) ++wrong;
      }
      CAPTURE(board, material.name());
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("random indices of all classes of five to eight pieces rank back") {
  std::mt19937_64 random(20240501);
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(8)) {
      if (material.pieces() < 5) continue;
      const Indexer indexer(board, material);
      std::uniform_int_distribution<Index> any(0, indexer.size() - 1);
      std::vector<Index> indices{0, indexer.size() - 1};
      for (int i = 0; i < 200; ++i) indices.push_back(any(random));
      CAPTURE(board, material.name());
      for (const Index index : indices) {
        const Position position = indexer.unrank(index);
        CAPTURE(index);
        REQUIRE(placements::is_placement(board, material, position));
        REQUIRE(indexer.rank(position) == index);
      }
    }
  }
}

TEST_CASE("random placements of all classes have an index that gives them back") {
  std::mt19937_64 random(20240502);
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(8)) {
      const Indexer indexer(board, material);
      CAPTURE(board, material.name());
      for (int i = 0; i < 100; ++i) {
        Position position = placements::random_placement(board, material, random);
        const Index index = indexer.rank(position);
        REQUIRE(index < indexer.size());
        REQUIRE(indexer.unrank(index) == position);
        position.side = Color::black;
        REQUIRE(indexer.rank(position) == index);
      }
    }
  }
}

TEST_CASE("men that fill their back rows and more are ranked") {
  const auto squares = [](Board board, std::initializer_list<int> numbers) {
    Bitboard bits = 0;
    for (const int number : numbers) bits |= bit_of(board, Square(number));
    return bits;
  };
  const Position crowded{{squares(Board::b8, {25, 29, 30, 31, 32}), squares(Board::b8, {1, 2, 4})}, {}, Color::white};
  const Indexer eight(Board::b8, *parse_material("MMMMMvMMM"));
  CHECK(eight.unrank(eight.rank(crowded)) == crowded);
  // The last index: as many white men as can stand on the back row, the rest on the highest squares left.
  const Position last{{squares(Board::b10, {44, 45, 46, 47, 48, 49, 50}), squares(Board::b10, {43})}, {}, Color::white};
  const Indexer ten(Board::b10, *parse_material("MMMMMMMvM"));
  CHECK(ten.unrank(ten.size() - 1) == last);
  CHECK(ten.rank(last) == ten.size() - 1);
}
