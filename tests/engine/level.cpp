// The limits of a search, and the time that it gets.

#include "lunette/engine/level.hpp"

#include "catch.hpp"

using namespace lunette;

namespace {

Result<Level> read(std::string_view arguments) {
  const auto line = read_hub_line("level " + std::string(arguments));
  REQUIRE(line);
  return read_level(*line);
}

}  // namespace

TEST_CASE("a level limits what it names") {
  auto level = read("depth=7 nodes=5000000000 move-time=0.5");
  REQUIRE(level);
  CHECK(level->depth == 7);
  CHECK(level->nodes == 5'000'000'000U);
  CHECK(level->move_time == 0.5);
  CHECK_FALSE(level->time);
  level = read("infinite");
  REQUIRE(level);
  CHECK_FALSE(level->depth);
  CHECK_FALSE(time_budget(*level));
  level = read("moves=9 time=291.587 inc=2 colour=blue");
  REQUIRE(level);
  CHECK(level->moves == 9);
  CHECK(level->time == 291.587);
  CHECK(level->increment == 2);
}

TEST_CASE("a level that says nothing, or nonsense, is refused") {
  for (const char* text :
       {"", "depth=0", "depth=", "depth=1.5", "depth=99999999999", "nodes=-1", "move-time=x", "move-time=inf",
        "move-time=nan", "time=", "moves=4", "inc=1", "moves=0 time=1", "colour=blue"}) {
    INFO(text);
    CHECK_FALSE(read(text));
  }
}

TEST_CASE("a budget never exceeds what there is") {
  for (const char* text : {"move-time=1", "move-time=0", "time=60", "time=0", "time=-5", "time=0.01 inc=10",
                           "moves=1 time=5", "moves=40 time=5", "time=1 inc=30", "time=1000 move-time=2"}) {
    INFO(text);
    const auto level = read(text);
    REQUIRE(level);
    const auto budget = time_budget(*level);
    REQUIRE(budget);
    CHECK(budget->target >= 0);
    CHECK(budget->target <= budget->most);
    if (level->move_time) CHECK(budget->most <= *level->move_time);
    if (level->time) CHECK(budget->most <= *level->time);
  }
}

TEST_CASE("more time or fewer moves to go give a move more time") {
  const auto most = [](const char* text) { return time_budget(*read(text))->most; };
  CHECK(most("time=60") > most("time=30"));
  CHECK(most("moves=5 time=60") > most("moves=20 time=60"));
  CHECK(most("time=30 inc=2") > most("time=30"));
  // Enough moves of this length fit into the time.
  CHECK(10 * time_budget(*read("moves=10 time=60"))->target <= 60);
}
