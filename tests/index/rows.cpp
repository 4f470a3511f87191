#include "catch.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/rules/movegen.hpp"
#include "placements.hpp"

using namespace lunette;

namespace {

const Ruleset& rules_on(Board board) {
  return **find_ruleset(board == Board::b8 ? "traditional" : "international");
}

/// Every index of the row, against the ranking and the move generator of single positions.
void check_row(const Indexer& indexer, const Row& row, Index first) {
  const Board board = indexer.board();
  const auto [white, black] = capture_squares(board, row);
  Index index = first;
  for_each_bit(row.squares, [&](int bit) {
    Position position = row.position(Bitboard{1} << bit, Color::white);
    REQUIRE(indexer.rank(position) == index);
    ++index;
    REQUIRE(has_capture(rules_on(board), position) == ((white >> bit & 1) != 0));
    position.side = Color::black;
    REQUIRE(has_capture(rules_on(board), position) == ((black >> bit & 1) != 0));
  });
}

void check_all_rows(const Indexer& indexer) {
  RowWalk walk(indexer, 0);
  for (Index index = 0;;) {
    check_row(indexer, walk.row(), index);
    index += static_cast<Index>(walk.row().length());
    if (index >= indexer.size()) {
      CHECK(index == indexer.size());
      return;
    }
    walk.next();
  }
}

}  // namespace

TEST_CASE("rows: a walk visits every index, and knows who can capture, in all classes to 3 pieces") {
  for (const Board board : placements::boards) {
    for (const Material& material : enumerate_materials(3)) {
      CAPTURE(to_string(board), material.name());
      check_all_rows(Indexer(board, material));
    }
  }
}

TEST_CASE("rows: a walk may begin anywhere, in classes with several like pieces") {
  for (const char* name : {"KKKvKK", "KKMvKM", "KKKvMM", "KMMvKKK", "MMMvMM", "KKMMvMM", "KMvKKKM", "MMvKM", "KvKKK"}) {
    const Material material = parse_material(name)->canonical();
    for (const Board board : placements::boards) {
      const Indexer indexer(board, material);
      CAPTURE(to_string(board), material.name());
      for (Index start = 0; start < indexer.size(); start += indexer.size() / 37 + 1) {
        RowWalk walk(indexer, start);
        Index index = start;
        for (int row = 0; row < 200 && index < indexer.size(); ++row) {
          if (row != 0) walk.next();
          check_row(indexer, walk.row(), index);
          index += static_cast<Index>(walk.row().length());
        }
      }
    }
  }
}
