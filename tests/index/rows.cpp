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
  const std::array<Bitboard, 2> capturing = capture_squares(board, row);
  Index index = first;
  for_each_bit(row.squares, [&](int bit) {
    Position position = row.position(Bitboard{1} << bit, Color::white);
    REQUIRE(indexer.rank(position) == index);
    ++index;
    REQUIRE(has_capture(rules_on(board), position) == ((capturing[0] >> bit & 1) != 0));
    position.side = Color::black;
    REQUIRE(has_capture(rules_on(board), position) == ((capturing[1] >> bit & 1) != 0));
  });
}

}  // namespace

TEST_CASE("rows: a walk visits every index, and knows who can capture, in all classes to 3 pieces") {
  for (const Board board : placements::boards) {
    for (const Material& material : enumerate_materials(3)) {
      CAPTURE(to_string(board), material.name());
      const Indexer indexer(board, material);
      Index visited = 0;
      for_each_row(indexer, 0, indexer.size(), [&](const Row& row, std::uint64_t offset) {
        CHECK(offset == visited);
        check_row(indexer, row, offset);
        visited += static_cast<Index>(row.length());
        return true;
      });
      CHECK(visited == indexer.size());
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
        const Index entries = std::min<Index>(indexer.size() - start, 5'000);
        Index visited = 0;
        for_each_row(indexer, start, entries, [&](const Row& row, std::uint64_t offset) {
          check_row(indexer, row, start + offset);
          visited = offset + static_cast<Index>(row.length());
          return true;
        });
        CHECK(visited == entries);
      }
    }
  }
}

TEST_CASE("rows: a visitor can end the walk") {
  const Indexer indexer(Board::b8, *parse_material("KKvK"));
  int rows = 0;
  for_each_row(indexer, 0, indexer.size(), [&](const Row&, std::uint64_t) { return ++rows < 3; });
  CHECK(rows == 3);
}

TEST_CASE("rows: packing and spreading bits are each other's inverse, square by ordinal") {
  std::mt19937_64 random(3);
  for (const Board board : placements::boards) {
    for (int i = 0; i < 20'000; ++i) {
      const Bitboard squares = all_squares(board) & (i % 2 == 0 ? random() | random() : random() & random());
      const Bitboard word = random();
      const std::uint64_t packed = pack_bits(word, squares);
      REQUIRE(spread_bits(packed, squares) == (word & squares));
      for_each_bit(squares, [&](int bit) {
        REQUIRE((packed >> ordinal_in(squares, Bitboard{1} << bit) & 1) == (word >> bit & 1));
      });
      REQUIRE(bit_count(packed) == bit_count(word & squares));
    }
  }
}
