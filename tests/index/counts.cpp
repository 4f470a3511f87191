#include <fstream>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "lunette/index/indexer.hpp"

using namespace lunette;

namespace {

/// One side to move, both orders of sides: a class and its colour flip count each.
Index placements_of_all(Board board, int pieces) {
  Index sum = 0;
  for (const Material& material : enumerate_materials(pieces)) {
    if (material.pieces() != pieces) continue;
    sum += Indexer(board, material).size() * static_cast<Index>(material.stored_sides());
  }
  return sum;
}

Index placements_named(Board board, int pieces, const std::string& name) {
  if (name == "all") return placements_of_all(board, pieces);
  if (name == "all-up-to") {
    Index sum = 0;
    for (int fewer = 2; fewer <= pieces; ++fewer) sum += placements_of_all(board, fewer);
    return sum;
  }
  const auto material = parse_material(name);
  REQUIRE(material.has_value());
  REQUIRE(material->pieces() == pieces);
  return Indexer(board, *material).size();
}

}  // namespace

TEST_CASE("every row of counts.tsv is the size of its index") {
  std::ifstream file(std::string(LUNETTE_TEST_DATA) + "/counts.tsv");
  REQUIRE(file);
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string board;
    std::string name;
    int pieces = 0;
    Index placements = 0;
    REQUIRE(fields >> board >> pieces >> name >> placements);
    CAPTURE(line);
    CHECK(placements_named(board == "8x8" ? Board::b8 : Board::b10, pieces, name) == placements);
    ++rows;
  }
  CHECK(rows == 192);
}

TEST_CASE("the entries of the 10x10 board up to five pieces are those of the design") {
  Index entries = 0;
  for (const Material& material : enumerate_materials(5)) {
    entries += Indexer(Board::b10, material).size() * static_cast<Index>(material.stored_sides());
  }
  CHECK(entries == 1'613'387'095);
}

TEST_CASE("binomials are exact up to 64 over 8") {
  for (int n = 0; n <= 64; ++n) {
    for (int k = 0; k <= 8; ++k) {
      // The product of i consecutive numbers is divisible by i!: each step stays whole.
      std::uint64_t expected = 1;
      for (int i = 1; i <= k; ++i) {
        expected = k > n ? 0 : expected * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
      }
      CAPTURE(n, k);
      CHECK(binomial(n, k) == expected);
    }
  }
  CHECK(binomial(64, 8) == 4'426'165'368);
  CHECK(binomial(-1, 0) == 0);
  CHECK(binomial(-3, 2) == 0);
}
