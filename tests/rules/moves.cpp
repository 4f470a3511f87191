#include <algorithm>
#include <string>

#include "catch.hpp"
#include "games.hpp"
#include "table.hpp"

using namespace lunette;

TEST_CASE("every row of moves.tsv") {
  const std::vector<table::Row> rows = table::rows("moves.tsv");
  REQUIRE(rows.size() == 39);
  for (const table::Row& row : rows) {
    const Ruleset& rules = games::ruleset(row[0]);
    std::vector<std::string> found;
    for (const Move& move : games::moves(rules, games::position(rules, row[1])))
      found.push_back(games::text(rules.board, move));
    std::vector<std::string> wanted;
    std::istringstream list(row[3]);
    for (std::string move; list >> move;) {
      if (move != "-") wanted.push_back(move);
    }
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    INFO(row[0] << " " << row[1] << ": " << row[4]);
    CHECK(std::to_string(found.size()) == row[2]);
    CHECK(found == wanted);
  }
}

namespace {

/// The only legal move of a position.
Move only_move(const Ruleset& rules, const char* fen) {
  const MoveList moves = games::moves(rules, games::position(rules, fen));
  REQUIRE(moves.size() == 1);
  return moves.front();
}

}  // namespace

TEST_CASE("source B: a man that passes its far row stays a man, one that ends there is crowned") {
  const Ruleset& rules = games::ruleset("historical");
  const Move passing = only_move(rules, "W:W25:B8,9,17,20,27,38,39");
  CHECK(passing.is_man);
  CHECK_FALSE(passing.promotes);
  const Position after = apply(games::position(rules, "W:W25:B8,9,17,20,27,38,39"), passing);
  CHECK(write_fen(rules.board, after) == "B:W34:B");

  const Move ending = only_move(rules, "W:W32:B3,4,9,19,K10,K28");
  CHECK(ending.promotes);
  const Position crowned = apply(games::position(rules, "W:W32:B3,4,9,19,K10,K28"), ending);
  CHECK(write_fen(rules.board, crowned) == "B:WK5:B3,4,9");
}

TEST_CASE("source B: the king of 13 halts before 32, and the man of 32 answers") {
  const Ruleset& rules = games::ruleset("historical");
  const Position p = games::position(rules, "B:W22,32,33,37,K43:B3,4,9,19,K10,K13");
  const Move move = only_move(rules, "B:W22,32,33,37,K43:B3,4,9,19,K10,K13");
  CHECK(write_fen(rules.board, apply(p, move)) == "W:W32:B3,4,9,K10,19,K28");
}

TEST_CASE("mutual blockades of rules.md: neither side has a move") {
  for (const Ruleset& rules : all_rulesets()) {
    const bool small = rules.board == Board::b8;
    for (const char* side : {"W", "B"}) {
      const Position p = games::position(rules, side + std::string(small ? ":W17-24:B9-16" : ":W26-35:B16-25"));
      INFO(rules.name << " " << side);
      CHECK_FALSE(has_move(rules, p));
      CHECK_FALSE(has_capture(rules, p));
      CHECK(games::moves(rules, p).empty());
    }
  }
}

TEST_CASE("a single blocked man or king has no move") {
  CHECK(games::texts(games::ruleset("international"), "W:W6:B1") == "");
  CHECK(games::texts(games::ruleset("international"), "W:WK46:B41,37") == "");
  CHECK(games::texts(games::ruleset("brazilian"), "W:WK29:B25,22") == "");
}

TEST_CASE("men step forward only, to both sides, and are crowned by a step") {
  const Ruleset& rules = games::ruleset("international");
  CHECK(games::texts(rules, "W:W28:B1") == "28-22 28-23");
  CHECK(games::texts(rules, "B:W50:B23") == "23-28 23-29");
  CHECK(games::texts(rules, "W:W26,35:B45") == "26-21 35-30");
  const Position p = games::position(rules, "W:W7:B45");
  for (const Move& move : games::moves(rules, p)) {
    CHECK(move.promotes);
    CHECK(move.converts());
    CHECK(apply(p, move).men[0] == 0);
  }
  CHECK(games::texts(rules, "W:W7:B45") == "7-1 7-2");
}

TEST_CASE("kings fly over empty squares only") {
  CHECK(games::texts(games::ruleset("international"), "W:WK5:BK6") == "5-10 5-14 5-19 5-23 5-28 5-32 5-37 5-41 5-46");
  CHECK(games::texts(games::ruleset("brazilian"), "W:WK4,11:B5") == "4-8 11-7 11-8");
}

TEST_CASE("a king on an empty board sees both its diagonals") {
  // 17 = 9 + 8 squares on the two long diagonals of 28; a corner sees 9.
  const Ruleset& rules = games::ruleset("international");
  CHECK(games::moves(rules, games::position(rules, "W:WK28:BK1")).size() == 17);
  CHECK(games::moves(rules, games::position(rules, "W:WK46:BK1")).size() == 9);
}
