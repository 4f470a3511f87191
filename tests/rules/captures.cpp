#include <string>

#include "catch.hpp"
#include "games.hpp"

// The rules of capturing that go wrong most easily, each with the smallest position that shows it.

using namespace lunette;

namespace {

std::string moves(const char* rules, const std::string& fen) {
  return games::texts(games::ruleset(rules), fen);
}

}  // namespace

TEST_CASE("captured pieces block until the move is over") {
  // Coup turc: 19, 9 and 12 are still there when the king comes back to their lines.
  CHECK(moves("international", "W:WK41,49:B9,10,12,19,38") == "41x43{9,12,19,38}");
  // The king crosses its own line at 22 but may not take 18 a second time.
  CHECK(moves("international", "B:W6,24,28,38,41:B13,K49") == "49x30{24,28,38} 49x35{24,28,38}");
}

TEST_CASE("the origin counts as empty during the capture") {
  CHECK(moves("international", "W:WK2:B7,8,17,18") == "2x2{7,8,17,18}");
  CHECK(moves("traditional", "W:WKd2:Bc5,e5,c3,e3") == "26x26{14,15,22,23} 26x30{14,15,22,23} 26x31{14,15,22,23}");
  // A man goes round and rests on its own square, on both boards and as both colours.
  CHECK(moves("international", "W:W38:B33,23,22,32") == "38x38{22,23,32,33}");
  CHECK(moves("international", "B:W19,18,28,29:B13") == "13x13{18,19,28,29}");
  CHECK(moves("brazilian", "W:W26:B22,14,15,23") == "26x26{14,15,22,23}");
}

TEST_CASE("a full circle leaves the piece where it was") {
  const Ruleset& rules = games::ruleset("international");
  const Position p = games::position(rules, "W:WK2:B7,8,17,18");
  CHECK(write_fen(rules.board, apply(p, games::moves(rules, p).front())) == "B:WK2:B");
}

TEST_CASE("with a free choice a king must land where it can go on, if it can") {
  CHECK(moves("traditional", "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14") == "13x15{17,19,27} 14x30{17,25}");
  // Behind 15 lie 18, 22, 25 and 29. Only from 22 does 17 fall, only from 18 does 27, and 25 from any of them.
  CHECK(moves("pool", "W:WK4:B15") == "4x18{15} 4x22{15} 4x25{15} 4x29{15}");
  CHECK(moves("pool", "W:WK4:B15,17") == "4x13{15,17}");
  CHECK(moves("pool", "W:WK4:B15,17,27") == "4x13{15,17} 4x32{15,27}");
  CHECK(moves("pool", "W:WK4:B15,25") == "4x29{15,25}");
}

TEST_CASE("two pieces in a row cannot be jumped") {
  CHECK(moves("international", "W:WK50:B39,33") == "50-44 50-45");
  CHECK(moves("international", "W:W38:B33,29") == "38-32");
}

TEST_CASE("the greatest number rules over pieces of all kinds together") {
  // A man takes two, the king one: only the man may.
  CHECK(moves("international", "W:W38,22,K6:B33,24,11") == "38x20{24,33}");
  CHECK(moves("pool", "W:W31,18,K5:B27,19,9") == "5x14{9} 31x15{19,27}");
  // A king among the captured does not count for more, or only at equal numbers.
  CHECK(moves("international", "W:W38,50:B32,K44,22") == "38x18{22,32}");
  CHECK(moves("historical", "W:W38,50:B32,K44,22") == "38x18{22,32}");
  CHECK(moves("international", "W:W38,50:B32,K44") == "38x27{32} 50x39{44}");
  CHECK(moves("historical", "W:W38,50:B32,K44") == "50x39{44}");
  CHECK(moves("german", "W:W26,32:B22,K27") == "32x23{27}");
}

TEST_CASE("Russian: crowned in passing, with the landing rule of a king") {
  const Ruleset& rules = games::ruleset("russian");
  CHECK(moves("russian", "W:W11:B7,6") == "11x9{6,7} 11x13{6,7}");
  for (const Move& move : games::moves(rules, games::position(rules, "W:W11:B7,6"))) {
    CHECK(move.is_man);
    CHECK(move.promotes);
  }
  CHECK(moves("traditional", "W:W11:B7,6") == "11x9{6,7}");
  CHECK_FALSE(games::moves(games::ruleset("traditional"), games::position(games::ruleset("traditional"), "W:W11:B7,6"))
                  .front()
                  .promotes);
}

TEST_CASE("captures with hardly bounded numbers of orders are found at once") {
  // The worst that hill climbing found: up to 25,000 partial captures if none is recognised. All must be quick; the
  // budget is the test program's, so nothing is timed here.
  for (const char* fen : {"W:WK45:B8,9,10,11,12,19,20,21,22,23,30,31,32,33,34,41,42,43,44",
                          "W:WK35:BK8,K9,K10,K11,K12,K20,K21,K28,K30,K31,K34,K41,K42,K43,K44",
                          "W:WK24:BK6,K8,K9,K10,K11,K17,K19,K20,K22,K23,K28,K30,K32,K33,K37,K39,K41,K44,K46"}) {
    for (const char* name : {"international", "historical"}) {
      const Ruleset& rules = games::ruleset(name);
      const Position p = games::position(rules, fen);
      for (int i = 0; i < 100; ++i) CHECK_FALSE(games::moves(rules, p).empty());
    }
  }
}

TEST_CASE("twenty kings a side") {
  const Ruleset& rules = games::ruleset("international");
  const Position p = games::position(rules, "W:WK31-50:BK1-20");
  CHECK(games::moves(rules, p).size() == 17);
}
