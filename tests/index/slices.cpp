#include <random>

#include "catch.hpp"
#include "lunette/index/indexer.hpp"
#include "placements.hpp"

using namespace lunette;
using placements::boards;

namespace {

MenConfiguration men_of(const Position& position) {
  return {position.men[0], position.men[1]};
}

int rows_advanced(Board board, const MenConfiguration& men) {
  int sum = 0;
  for (int number = 1; number <= square_count(board); ++number) {
    const Bitboard bit = bit_of(board, Square(number));
    const int row = placements::row_of(board, number);
    if ((men.white & bit) != 0) sum += placements::rows(board) - 1 - row;
    if ((men.black & bit) != 0) sum += row;
  }
  return sum;
}

/// Number of the square one step ahead of a man, to the left or right as seen on the diagram; 0 off the board.
int step(Board board, Color color, int number, int to_right) {
  const int width = placements::rows(board) / 2;
  const int row = placements::row_of(board, number);
  // Squares of even rows stand in the odd columns, those of odd rows in the even ones.
  const int column = 2 * ((number - 1) % width) + (row % 2 == 0 ? 1 : 0) + (to_right != 0 ? 1 : -1);
  const int next_row = row + (color == Color::white ? -1 : 1);
  if (column < 0 || column >= 2 * width || next_row < 0 || next_row >= placements::rows(board)) return 0;
  return next_row * width + column / 2 + 1;
}

void check_man_moves(Board board, const Indexer& indexer, const Position& position) {
  const int before = indexer.advancement(men_of(position));
  for (const Color color : {Color::white, Color::black}) {
    for (int from = 1; from <= square_count(board); ++from) {
      if ((position.men[index_of(color)] & bit_of(board, Square(from))) == 0) continue;
      for (const int to_right : {0, 1}) {
        const int to = step(board, color, from, to_right);
        if (to == 0 || (position.occupied() & bit_of(board, Square(to))) != 0) continue;
        if (!placements::may_stand(board, {color, true}, to)) continue;  // promotes: leaves the class
        Position after = position;
        after.men[index_of(color)] ^= bit_of(board, Square(from)) | bit_of(board, Square(to));
        REQUIRE(indexer.advancement(men_of(after)) == before + 1);
        REQUIRE(indexer.rank_men(men_of(after)) < indexer.slices());
      }
    }
  }
}

}  // namespace

TEST_CASE("slices are contiguous and ranked by their men alone") {
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(4)) {
      const Indexer indexer(board, material);
      CAPTURE(board, material.name());
      REQUIRE(indexer.slices() * indexer.slice_size() == indexer.size());
      for (Index slice = 0; slice < indexer.slices(); slice += 1 + indexer.slices() / 5000) {
        const MenConfiguration men = indexer.unrank_men(slice);
        REQUIRE(indexer.rank_men(men) == slice);
        for (Index kings = 0; kings < indexer.slice_size(); kings += 1 + indexer.slice_size() / 7) {
          const Position position = indexer.unrank(slice * indexer.slice_size() + kings);
          REQUIRE(men_of(position) == men);
          REQUIRE(indexer.rank_kings(men.white | men.black, position.kings[0], position.kings[1]) == kings);
          REQUIRE(indexer.unrank_kings(men, kings) == position);
        }
      }
    }
  }
}

TEST_CASE("a class without men is one slice and one without kings has slices of one entry") {
  const Indexer kings(Board::b10, *parse_material("KKKvK"));
  CHECK(kings.slices() == 1);
  CHECK(kings.unrank_men(0) == MenConfiguration{});
  CHECK(kings.advancement({}) == 0);
  const Indexer men(Board::b10, *parse_material("MMvM"));
  CHECK(men.slice_size() == 1);
  CHECK(men.rank_kings(men.unrank_men(5).white, 0, 0) == 0);
}

TEST_CASE("advancement sums the rows of all men, by square numbers") {
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(4)) {
      const Indexer indexer(board, material);
      Index wrong = 0;
      for (Index slice = 0; slice < indexer.slices(); slice += 1 + indexer.slices() / 5000) {
        const MenConfiguration men = indexer.unrank_men(slice);
        if (indexer.advancement(men) != rows_advanced(board, men)) ++wrong;
      }
      CAPTURE(board, material.name());
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("a man's quiet move leads to a slice that is one row further advanced") {
  std::mt19937_64 random(20240503);
  for (const Board board : boards) {
    for (const Material& material : enumerate_materials(8)) {
      if (material.men() == 0) continue;
      const Indexer indexer(board, material);
      CAPTURE(board, material.name());
      for (int i = 0; i < 20; ++i) {
        check_man_moves(board, indexer, placements::random_placement(board, material, random));
      }
    }
  }
}

TEST_CASE("runs of slices with the same white men tile the class, in the order of the black men's rank") {
  for (const Board board : boards) {
    for (const char* name : {"MMvMM", "KMvM", "MMMvK", "KKvMM", "MMvKM", "KKvK"}) {
      INFO(name);
      const Indexer indexer(board, *parse_material(name));
      Index next = 0;
      for (Index number = 0; number < indexer.runs(); ++number) {
        const Indexer::Run run = indexer.run(number);
        REQUIRE(run.first == next);
        next += run.slices;
        const Indexer::Run same = indexer.run_of(run.white);
        REQUIRE(same.first == run.first);
        REQUIRE(same.slices == run.slices);
        REQUIRE(same.black_squares == run.black_squares);
        for (const Index slice : {run.first, run.first + run.slices / 2, run.first + run.slices - 1}) {
          const MenConfiguration men = indexer.unrank_men(slice);
          REQUIRE(men.white == run.white);
          REQUIRE((men.black & ~run.black_squares) == 0);
        }
      }
      CHECK(next == indexer.slices());
    }
  }
}
