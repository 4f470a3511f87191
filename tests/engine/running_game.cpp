// What the rules remember of a game: counts and repetitions.

#include "lunette/engine/running_game.hpp"

#include "engine_setup.hpp"

using namespace lunette;
using namespace lunette::testing;

TEST_CASE("the lone king's moves are counted from the moment that its material arises") {
  const Ruleset& rules = ruleset("traditional");
  CHECK_FALSE(game(rules, "W:WK1,K2,K3,25:BK29").count());
  RunningGame started = game(rules, "B:WK1,K2,K3:BK29");
  CHECK(started.count() == Count{0, Color::black});
  // Its own moves count, the stronger side's do not.
  started = game(rules, "B:WK1,K2,K3:BK29", {"29-25", "1-5"});
  CHECK(started.count() == Count{1, Color::black});
  // A fourth piece that is captured starts it.
  started = game(rules, "B:WK1,K2,K3,26:BK29", {"29-25"});
  CHECK_FALSE(started.count());
  started = game(rules, "B:WK1,K2,K3,25:BK29", {"29x22"});
  CHECK(started.count() == Count{0, Color::black});
}

TEST_CASE("a count runs on through lesser material") {
  const Ruleset& rules = ruleset("traditional");
  const RunningGame taken = game(rules, "B:WK32,K2,K25:BK29", {"29x22"});
  REQUIRE(taken.count());
  CHECK(*taken.count() == Count{1, Color::black});
  // KKvK that arises without one starts none here, and one in german.
  CHECK_FALSE(game(rules, "B:WK32,K2:BK30").count());
  CHECK(game(ruleset("german"), "B:WK32,K2:BK30").count() == Count{0, Color::black});
}

TEST_CASE("the game is drawn when the lone king has made its last move") {
  const Ruleset& rules = ruleset("traditional");
  RunningGame played = game(rules, "B:WK1,K2,K3:BK29");
  const std::vector<std::string> there{"29-25", "1-5", "25-29", "5-1"};
  for (int move = 0; move < 26; ++move) {
    CHECK(played.drawn_by_count() == (played.count()->moves >= 13));
    const auto next = read_move(rules, played.position(), there[static_cast<std::size_t>(move % 4)]);
    REQUIRE(next);
    played.play(*next);
  }
  CHECK(played.count()->moves == 13);
  CHECK(played.drawn_by_count());
}

TEST_CASE("positions are counted since the last capture or man's move") {
  const Ruleset& rules = ruleset("international");
  RunningGame played = game(rules, "W:WK46,40:BK4,15", {"46-41", "4-9", "41-46", "9-4"});
  CHECK(played.occurrences(position(rules, "W:WK46,40:BK4,15")) == 2);
  CHECK(played.occurrences(position(rules, "B:WK46,40:BK4,15")) == 0);
  CHECK(played.reversible().size() == 5);
  played = game(rules, "W:WK46,40:BK4,15", {"46-41", "4-9", "40-35"});
  CHECK(played.reversible().size() == 1);
  CHECK(played.occurrences(played.position()) == 1);
}

TEST_CASE("moves that cannot be played are told by their number") {
  const Ruleset& rules = ruleset("pool");
  const std::string start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
  REQUIRE(RunningGame::read(rules, start, "  22-18   9-13 "));
  const auto refused = RunningGame::read(rules, start, "22-18 9-13 22-18");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_move);
  CHECK(refused.error().message.find("move 3") == 0);
  CHECK_FALSE(RunningGame::read(rules, start.substr(1), ""));
}
