// The memory of positions searched.

#include "transposition.hpp"

#include <set>

#include "engine_setup.hpp"

using namespace lunette;
using namespace lunette::testing;

TEST_CASE("what is stored is found, and nothing else") {
  TranspositionTable table(1 << 16);
  table.store(0x123456789ABCDEF0, 3, Found{-42, 7, Bound::upper, 511});
  const auto found = table.find(0x123456789ABCDEF0, 3);
  REQUIRE(found);
  CHECK(found->score == -42);
  CHECK(found->depth == 7);
  CHECK(found->bound == Bound::upper);
  CHECK(found->move == 511);
  CHECK_FALSE(table.find(0x123456789ABCDEF1, 3));
  CHECK_FALSE(table.find(0x923456789ABCDEF0, 3));
  CHECK_FALSE(table.find(0, 0));
  table.clear();
  CHECK_FALSE(table.find(0x123456789ABCDEF0, 3));
}

TEST_CASE("sure results are kept from the position and told from the root") {
  TranspositionTable table(1 << 16);
  table.store(1, 5, Found{won_game - 9, 1, Bound::exact, 0});
  table.store(2, 5, Found{9 - won_game, 1, Bound::exact, 0});
  table.store(3, 5, Found{won_table - 9, 1, Bound::exact, 0});
  CHECK(table.find(1, 5)->score == won_game - 9);
  CHECK(table.find(1, 7)->score == won_game - 11);
  CHECK(table.find(2, 0)->score == 4 - won_game);
  CHECK(table.find(3, 6)->score == won_table - 10);
}

TEST_CASE("the same position is stored once, and old ones make room") {
  TranspositionTable table(64);  // four entries
  table.store(10, 0, Found{1, 3, Bound::exact, 0});
  table.store(10, 0, Found{2, 1, Bound::exact, 0});
  CHECK(table.find(10, 0)->score == 2);
  for (std::uint64_t key = 11; key < 14; ++key) table.store(key, 0, Found{0, 9, Bound::exact, 0});
  table.store(14, 0, Found{5, 2, Bound::exact, 0});  // the shallowest goes
  CHECK_FALSE(table.find(10, 0));
  CHECK(table.find(14, 0));
  table.age();
  table.store(15, 0, Found{0, 1, Bound::exact, 0});
  table.store(16, 0, Found{0, 1, Bound::exact, 0});
  CHECK(table.find(15, 0));
}

TEST_CASE("a bound settles only a window that lies beyond it") {
  const Found lower{50, 1, Bound::lower, 0};
  CHECK(lower.settles(10, 50));
  CHECK_FALSE(lower.settles(10, 51));
  const Found upper{50, 1, Bound::upper, 0};
  CHECK(upper.settles(50, 90));
  CHECK_FALSE(upper.settles(49, 90));
  CHECK(Found{50, 1, Bound::exact, 0}.settles(0, 100));
}

TEST_CASE("keys tell positions, sides and counts apart") {
  const Ruleset& rules = ruleset("traditional");
  std::set<std::uint64_t> keys;
  Position from = position(rules, "B:WK1,K2,K3:BK29");
  keys.insert(transposition_key(from, std::nullopt));
  for (const Color lone : {Color::white, Color::black}) {
    for (int moves = 0; moves < 13; ++moves) keys.insert(transposition_key(from, Count{moves, lone}));
  }
  from.side = Color::white;
  keys.insert(transposition_key(from, std::nullopt));
  from = position(rules, "W:W29:B1,2,3");
  keys.insert(transposition_key(from, std::nullopt));
  keys.insert(transposition_key(flip(rules.board, from), std::nullopt));
  CHECK(keys.size() == 1 + 26 + 3);
}
