#include "lunette/report/count_words.hpp"

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

constexpr const char* three_to_move = "W:WK4,K7,K11:BK21";
constexpr const char* lone_to_move = "B:WK22,K25,K29:BK1";

Position position(const char* fen) {
  const Result<Position> read = read_position(ruleset("traditional"), fen);
  REQUIRE(read);
  return *read;
}

std::string standing(const char* fen, std::optional<int> dtw, int moves) {
  Answer answer;
  answer.dtw = dtw;
  answer.count = Count{moves, Color::black};
  return count_standing(position(fen), answer, 13);
}

Tablebase kings_against_one() {
  static const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  return set.open();
}

}  // namespace

// rules.md, "The counted draw": with d plies left the lone king to move makes d/2 moves if it loses, (d+1)/2 if it
// wins; with the other side to move (d-1)/2 and d/2. A win of the strong side must come before move 13, the lone king's
// with it.
TEST_CASE("the count in words says when the game ends and whether that is in time") {
  CHECK(standing(three_to_move, 25, 0) ==
        "Black's lone king has made 0 of 13 moves; the game is drawn when it has made 13 more. White wins in 25 plies, "
        "after the lone king's move 12: just in time.");
  CHECK(standing(three_to_move, 25, 1) ==
        "Black's lone king has made 1 of 13 moves; the game is drawn when it has made 12 more. Without the count White "
        "wins in 25 plies, after the lone king's move 13: too late by 1 move.");
  CHECK(standing(lone_to_move, 20, 1) ==
        "Black's lone king has made 1 of 13 moves; the game is drawn when it has made 12 more. White wins in 20 plies, "
        "after the lone king's move 11: in time by 1 move.");
  CHECK(standing(lone_to_move, 26, 0) ==
        "Black's lone king has made 0 of 13 moves; the game is drawn when it has made 13 more. Without the count White "
        "wins in 26 plies, after the lone king's move 13: too late by 1 move.");
}

TEST_CASE("the lone king's own last move may end the game") {
  CHECK(standing(lone_to_move, 3, 11) ==
        "Black's lone king has made 11 of 13 moves; the game is drawn when it has made 2 more. Black wins in 3 plies, "
        "with the lone king's move 13: just in time.");
  CHECK(standing(lone_to_move, 3, 12) ==
        "Black's lone king has made 12 of 13 moves; the game is drawn when it has made 1 more. Without the count Black "
        "wins in 3 plies, with the lone king's move 14: too late by 1 move.");
}

TEST_CASE("without a distance, and at the limit, the standing is all that is told") {
  CHECK(standing(three_to_move, std::nullopt, 5) ==
        "Black's lone king has made 5 of 13 moves; the game is drawn when it has made 8 more.");
  CHECK(standing(three_to_move, std::nullopt, 13) == "Black's lone king has made 13 of 13 moves; the game is drawn.");
}

TEST_CASE("the moves that keep the win within the count are those that probing says") {
  const Tablebase tablebase = kings_against_one();
  for (const char* fen : {three_to_move, lone_to_move, "W:WK5,K9,K27:BK2", "B:WK4,K7,K15:BK2"}) {
    for (int moves = 0; moves < 13; ++moves) {
      CAPTURE(fen, moves);
      CountRequest request;
      request.moves = moves;
      const Result<Probe> probe = tablebase.rank_moves(position(fen), request);
      REQUIRE(probe);
      const std::string text = count_choices(tablebase.rules(), position(fen), *probe, SquareNames::numeric);
      const bool decided = probe->answer.wdl != Wdl::draw && probe->answer.wdl != Wdl::loss;
      const bool choice = probe->moves.size() > 1;
      CHECK(text.empty() == !(decided && choice));
      CHECK((text.find("Moves that win in time: ") == 0) == (choice && probe->answer.wdl == Wdl::win));
      CHECK((text.find("No move wins in time") == 0) == (choice && probe->answer.wdl == Wdl::cursed_win));
      CHECK((text.find("Moves that last until the count has run out: ") == 0) ==
            (choice && probe->answer.wdl == Wdl::blessed_loss));
    }
  }
}

TEST_CASE("the moves are named with the lone king's move at which the game ends") {
  const Tablebase tablebase = kings_against_one();
  const Result<Probe> probe = tablebase.rank_moves(position(three_to_move));
  REQUIRE(probe);
  // values.tsv: 25 plies; the lone king makes 12 moves in the 24 that are left.
  CHECK(count_choices(tablebase.rules(), position(three_to_move), *probe, SquareNames::numeric) ==
        "Moves that win in time: 7-2 (move 12), 7-3 (move 12).");
}

TEST_CASE("a move that takes the last piece says at which move too") {
  const Tablebase tablebase = kings_against_one();
  const char* fen = "B:WK8:BK4";  // six squares to land on
  CountRequest request;
  request.moves = 12;
  request.lone = Color::white;
  const Result<Probe> probe = tablebase.rank_moves(position(fen), request);
  REQUIRE(probe);
  const std::string text = count_choices(tablebase.rules(), position(fen), *probe, SquareNames::numeric);
  CHECK(text.find("Moves that win in time: 4x") == 0);
  CHECK(text.find("(move 12)") != std::string::npos);
}

TEST_CASE("a line ends with the number of moves that the lone king made") {
  const Tablebase tablebase = kings_against_one();
  const Result<Line> won = tablebase.best_line(position(three_to_move));
  REQUIRE(won);
  CHECK(count_at_end(position(three_to_move), *won, 13) == "The lone king made 12 of its 13 moves");
  const Result<Line> taken = tablebase.best_line(position("B:WK4,K7,K15:BK2"));
  REQUIRE(taken);
  CHECK(count_at_end(position("B:WK4,K7,K15:BK2"), *taken, 13) == "The lone king made 2 of its 13 moves");
  Line uncounted;
  uncounted.start.wdl = Wdl::draw;
  CHECK(count_at_end(position("W:WK1:BK5"), uncounted, 13).empty());
}
