#include "lunette/report/words.hpp"

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

Position position(const Ruleset& rules, std::string_view fen) {
  const Result<Position> read = read_position(rules, fen);
  REQUIRE(read);
  return *read;
}

std::string words(std::string_view fen, const Answer& answer, int limit = 13) {
  const Ruleset& rules = ruleset("traditional");
  return value_in_words(rules, position(rules, fen), answer, limit);
}

constexpr const char* three_to_move = "W:WK4,K7,K11:BK21";
constexpr const char* lone_to_move = "B:WK22,K25,K29:BK1";
const Count at_start{0, Color::black};
const Count at_five{5, Color::black};

}  // namespace

TEST_CASE("amounts agree with their number") {
  CHECK(amount(0, "ply", "plies") == "0 plies");
  CHECK(amount(1, "ply", "plies") == "1 ply");
  CHECK(amount(26, "ply", "plies") == "26 plies");
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1613387095) == "1,613,387,095");
  CHECK(grouped(18446744073709551615U) == "18,446,744,073,709,551,615");
}

TEST_CASE("wins and losses count plies and the winner's moves") {
  CHECK(words(three_to_move, {Wdl::win, 7, 25, at_start}) == "win in 25 plies (13 moves)");
  CHECK(words(three_to_move, {Wdl::win, 1, 1, {}}) == "win in 1 ply (1 move)");
  CHECK(words(lone_to_move, {Wdl::loss, 8, 24, at_start}) == "loss in 24 plies (12 moves)");
  CHECK(words(lone_to_move, {Wdl::loss, 2, 2, {}}) == "loss in 2 plies (1 move)");
}

TEST_CASE("without DTW the next conversion is told, without DTC the value alone") {
  CHECK(words(three_to_move, {Wdl::win, 7, {}, {}}) == "win, 7 plies to the next conversion");
  CHECK(words(three_to_move, {Wdl::win, 1, {}, {}}) == "win, 1 ply to the next conversion");
  CHECK(words(three_to_move, {Wdl::win, {}, {}, {}}) == "win");
  CHECK(words(lone_to_move, {Wdl::loss, {}, {}, {}}) == "loss");
}

TEST_CASE("a lost game says why it is over") {
  CHECK(words("B:W21:B", {Wdl::loss, 0, 0, {}}) == "loss: no pieces left");
  CHECK(words("B:WK22,K18,26:B17", {Wdl::loss, 4, 4, {}}) == "loss in 4 plies (2 moves)");
  CHECK(words("W:W5:B1,K32", {Wdl::loss, 0, 0, {}}) == "loss: no move left");
}

TEST_CASE("the count is told in words") {
  CHECK(words(lone_to_move, {Wdl::blessed_loss, 26, 26, at_start}) ==
        "blessed loss, a draw: the lone king can make 13 moves; without the count lost in 26 plies");
  CHECK(words(lone_to_move, {Wdl::blessed_loss, 26, 26, at_five}) ==
        "blessed loss, a draw: the lone king can make the 8 moves left of 13; without the count lost in 26 plies");
  CHECK(words(lone_to_move, {Wdl::blessed_loss, 2, 2, Count{12, Color::black}}) ==
        "blessed loss, a draw: the lone king can make the 1 move left of 13; without the count lost in 2 plies");
  CHECK(words(three_to_move, {Wdl::cursed_win, 25, 25, Count{1, Color::black}}) ==
        "cursed win, a draw: won in 25 plies, but the lone king reaches move 13 first");
  CHECK(words(three_to_move, {Wdl::blessed_loss, 4, 4, Count{12, Color::black}}) ==
        "blessed loss, a draw: lost in 4 plies, but the lone king reaches move 13 first");
  CHECK(words("W:WK4,K7,11:BK21", {Wdl::cursed_win, 3, {}, {}}) == "cursed win, a draw by the count; without it won");
  CHECK(count_in_words(at_five, 13) == "Black's lone king has made 5 of 13 moves");
}

TEST_CASE("draws say what kind they are where there is one") {
  CHECK(words(three_to_move, {Wdl::draw, {}, {}, {}}) == "draw");
  CHECK(words(three_to_move, {Wdl::draw, {}, {}, at_five}) == "draw");
  CHECK(words("W:W17-24:B9-16", {Wdl::draw, {}, {}, {}}) == "draw: neither side can move");
  CHECK(words(three_to_move, {Wdl::draw, {}, {}, Count{13, Color::black}}) == "draw: the lone king has made 13 moves");
}

TEST_CASE("a line's end is told") {
  const Ruleset& rules = ruleset("traditional");
  Line line;
  line.start = {Wdl::loss, 0, 0, {}};
  CHECK(end_in_words(position(rules, "B:W21:B"), line, 0) == "White wins after 0 plies: Black has no pieces left");
  CHECK(end_in_words(position(rules, "W:W5:B1,K32"), line, 0) == "Black wins after 0 plies: White has no move left");
  line.start = {Wdl::draw, {}, {}, {}};
  CHECK(end_in_words(position(rules, "W:W17-24:B9-16"), line, 0) == "Drawn after 0 plies: neither side can move");
  line.end = Line::End::drawn;
  line.steps.resize(1);
  CHECK(end_in_words(position(rules, three_to_move), line, 0) ==
        "Drawn: neither side can make progress, stopped after 1 ply");
  line.end = Line::End::drawn_by_count;
  CHECK(end_in_words(position(rules, three_to_move), line, 13) == "Drawn after 1 ply: the lone king has made 13 moves");
  line.end = Line::End::length_limit;
  line.steps.resize(1000);
  CHECK(end_in_words(position(rules, three_to_move), line, 13) == "Stopped after 1,000 plies");
}
