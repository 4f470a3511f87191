#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/notation.hpp"
#include "mailbox.hpp"

using namespace lunette;

namespace {

using Path = std::vector<int>;
using Paths = std::vector<Path>;

Paths numbers(const std::vector<std::vector<Square>>& paths) {
  Paths all;
  for (const std::vector<Square>& path : paths) {
    Path& squares = all.emplace_back();
    for (const Square square : path) squares.push_back(square.number());
  }
  return all;
}

Paths paths(const char* ruleset, const char* fen, std::size_t move) {
  const Ruleset& rules = games::ruleset(ruleset);
  const Position p = games::position(rules, fen);
  return numbers(paths_of(rules, p, games::moves(rules, p).at(move)));
}

}  // namespace

TEST_CASE("paths of worked captures") {
  CHECK(paths("historical", "W:WK48:B17,20,30,37,40", 0) == Paths{{48, 26, 3, 25, 34, 45}});
  CHECK(paths("international", "W:WK2:B7,8,17,18", 0) == Paths{{2, 11, 22, 13, 2}, {2, 13, 22, 11, 2}});
  CHECK(paths("international", "B:WK2,28,31,44:B20,K50", 0) == Paths{{50, 33, 22, 36}, {50, 39, 22, 36}});
  CHECK(paths("international", "W:W7:B45", 1) == Paths{{7, 2}});
  CHECK(paths("traditional", "W:W11:B7,6", 0) == Paths{{11, 2, 9}});
  CHECK(paths("international", "W:WK38:B18,19,32,33", 0).size() == 2);
}

TEST_CASE("source B's own path of the nineteen is among those found") {
  const Ruleset& rules = games::ruleset("historical");
  const Position p = games::position(rules, "W:WK45:B8,9,10,11,12,19,20,21,22,23,30,31,32,33,34,41,42,43,44");
  const MoveList moves = games::moves(rules, p);
  REQUIRE(moves.size() == 3);
  // As printed: "29, 18, 4, 15, 29, 38, 27, 18, 7, 16, 27, 36, 47, 28; 49; 35, 24, 13, and 2".
  const Path printed{45, 29, 18, 4, 15, 29, 38, 27, 18, 7, 16, 27, 36, 47, 38, 49, 35, 24, 13, 2};
  const Paths found = numbers(paths_of(rules, p, moves[1]));
  CHECK(std::find(found.begin(), found.end(), printed) != found.end());
}

TEST_CASE("paths agree with a slow generator on random positions, and none belongs to two moves", "[long]") {
  using Key = std::tuple<int, int, std::vector<int>, bool>;
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 21);
    std::string broken;
    for (int i = 0; i < 4000 && broken.empty(); ++i) {
      const Position p = random.next();
      std::map<Key, Paths> wanted;
      std::set<Path> different;
      std::size_t plays = 0;
      for (const mailbox::Play& play : mailbox::plays(mailbox::game(std::string(rules.name)), rules.board, p)) {
        wanted[{play.from(), play.to(), play.captured, play.promotes}].push_back(play.path);
        different.insert(play.path);
        ++plays;
      }
      std::map<Key, Paths> found;
      for (const Move& move : games::moves(rules, p)) {
        std::vector<int> captured;
        for_each_bit(move.captured, [&](int bit) { captured.push_back(square_at(rules.board, bit).number()); });
        found[{square_at(rules.board, move.from).number(), square_at(rules.board, move.to).number(), captured,
               move.promotes}] = numbers(paths_of(rules, p, move));
      }
      for (auto& [key, list] : wanted) std::sort(list.begin(), list.end());  // smallest first
      if (found != wanted || different.size() != plays) broken = write_fen(rules.board, p);
    }
    INFO(rules.name);
    CHECK(broken == "");
  }
}
