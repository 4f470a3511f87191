#include <string>

#include "catch.hpp"
#include "games.hpp"
#include "table.hpp"

using namespace lunette;

namespace {

/// Every row of perft.tsv, at the depths whose published number of nodes lies in [from, below).
int compare(std::uint64_t from, std::uint64_t below) {
  int compared = 0;
  for (const table::Row& row : table::rows("perft.tsv")) {
    const Ruleset& rules = games::ruleset(row[0]);
    const Position p = row[1] == "start" ? start_position(rules.board) : games::position(rules, row[1]);
    std::istringstream numbers(row[2]);
    std::uint64_t nodes = 0;
    for (int depth = 1; numbers >> nodes; ++depth) {
      if (nodes < from || nodes >= below) continue;
      INFO(row[0] << " " << row[1] << " depth " << depth);
      CHECK(perft(rules, p, depth) == nodes);
      ++compared;
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("perft agrees with the published counts", "[long]") {
  CHECK(compare(0, 5'000'000) == 66);
}

TEST_CASE("perft agrees with the published counts up to 50 million nodes", "[.slow]") {
  CHECK(compare(5'000'000, 50'000'000) == 9);
}

TEST_CASE("perft of depth 0 is the position itself") {
  for (const Ruleset& rules : all_rulesets()) CHECK(perft(rules, start_position(rules.board), 0) == 1);
}

TEST_CASE("rulesets with the same moves have the same perft") {
  const auto count = [](const char* name, int depth) {
    const Ruleset& rules = games::ruleset(name);
    return perft(rules, start_position(rules.board), depth);
  };
  CHECK(count("traditional", 8) == 929896);  // as published for pool
  CHECK(count("minor", 8) == 907830);        // as published for brazilian
  CHECK(count("polish", 7) == 1049442);      // as published for international
}
