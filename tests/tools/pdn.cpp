#include "lunette/games/line_game.hpp"

#include <regex>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

Position position(const Ruleset& rules, std::string_view fen) {
  const Result<Position> read = read_position(rules, fen);
  REQUIRE(read);
  return *read;
}

/// A line of the given moves; no tables are asked.
Line played(const Ruleset& rules, Position before, const std::vector<std::string>& moves, Line::End end, Wdl last) {
  Line line;
  line.end = end;
  line.start.wdl = last;
  for (const std::string& text : moves) {
    const Result<Move> move = read_move(rules, before, text);
    INFO(text);
    REQUIRE(move);
    LineStep step;
    step.ranked.move = *move;
    step.ranked.after = apply(before, *move);
    step.ranked.answer.wdl = last;
    before = step.ranked.after;
    line.steps.push_back(step);
  }
  return line;
}

std::string tag(const std::string& pdn, const std::string& name) {
  std::smatch match;
  REQUIRE(std::regex_search(pdn, match, std::regex("\\[" + name + " \"([^\"]*)\"\\]\n")));
  return match[1];
}

std::string movetext(const std::string& pdn) {
  const std::size_t blank = pdn.find("\n\n");
  REQUIRE(blank != std::string::npos);
  return pdn.substr(blank + 2);
}

}  // namespace

TEST_CASE("each ruleset has a game type of its board, the notation digit seen by White") {
  // interfaces.md, "PDN": the official numbers; square 1 is at White's upper left.
  const std::vector<std::pair<std::string, std::string>> expected{
      {"international", "20,W,10,10,N2,0"}, {"polish", "20,W,10,10,N2,0"},
      {"historical", "20,W,10,10,N2,0"},    {"pool", "23,W,8,8,N2,0"},
      {"traditional", "23,W,8,8,N2,0"},     {"russian", "25,W,8,8,N2,0"},
      {"brazilian", "26,W,8,8,N2,0"},       {"minor", "26,W,8,8,N2,0"},
      {"german", "26,W,8,8,N2,0"}};
  for (const auto& [name, type] : expected) {
    INFO(name);
    const Ruleset& rules = ruleset(name);
    const Position start = position(rules, "W:WK29:BK4");
    const std::string pdn =
        write_pdn(rules, start, played(rules, start, {}, Line::End::drawn, Wdl::draw), SquareNames::numeric);
    CHECK(tag(pdn, "GameType") == type);
    CHECK(tag(pdn, "Ruleset") == name);
    CHECK(tag(pdn, "SetUp") == "1");
    CHECK(tag(pdn, "FEN") == "W:WK29:BK4");
  }
}

TEST_CASE("a game is numbered from whoever begins, and ends with its result") {
  const Ruleset& rules = ruleset("international");
  const Position white = position(rules, "W:W32:B2");
  const Line line = played(rules, white, {"32-28", "2-7", "28-23"}, Line::End::drawn, Wdl::draw);
  CHECK(movetext(write_pdn(rules, white, line, SquareNames::numeric)) == "1. 32-28 2-7 2. 28-23 1-1\n\n");
  CHECK(tag(write_pdn(rules, white, line, SquareNames::numeric), "Result") == "1-1");

  const Position black = position(rules, "B:W32:B2");
  const Line reply = played(rules, black, {"2-7", "32-28", "7-11"}, Line::End::drawn, Wdl::draw);
  CHECK(movetext(write_pdn(rules, black, reply, SquareNames::numeric)) == "1... 2-7 2. 32-28 7-11 1-1\n\n");
}

TEST_CASE("results are written as the game type writes them") {
  const auto result = [](std::string_view name, std::string_view fen, const std::vector<std::string>& moves,
                         Line::End end, Wdl last) {
    const Ruleset& rules = ruleset(name);
    const Position start = position(rules, fen);
    return tag(write_pdn(rules, start, played(rules, start, moves, end, last), SquareNames::numeric), "Result");
  };
  CHECK(result("international", "W:WK46:B41", {"46x37"}, Line::End::game_over, Wdl::loss) == "2-0");
  CHECK(result("international", "B:W46:BK41", {}, Line::End::length_limit, Wdl::win) == "*");
  CHECK(result("pool", "W:WK29:B25", {"29x22"}, Line::End::game_over, Wdl::loss) == "1-0");
  CHECK(result("pool", "B:B8,K32:WK27", {"32x23"}, Line::End::game_over, Wdl::loss) == "0-1");
  CHECK(result("traditional", "W:WK29:BK4", {}, Line::End::drawn_by_count, Wdl::draw) == "1/2-1/2");
  CHECK(result("traditional", "W:W17-24:B9-16", {}, Line::End::game_over, Wdl::draw) == "1/2-1/2");
  CHECK(result("brazilian", "W:W17-24:B9-16", {}, Line::End::game_over, Wdl::loss) == "0-1");
}

TEST_CASE("long games are broken into lines of less than 80 characters") {
  const Ruleset& rules = ruleset("international");
  const Position start = position(rules, "W:WK46:BK1");
  std::vector<std::string> moves;
  for (int i = 0; i < 30; ++i) moves.insert(moves.end(), {"46-41", "1-6", "41-46", "6-1"});
  const std::string pdn =
      write_pdn(rules, start, played(rules, start, moves, Line::End::drawn, Wdl::draw), SquareNames::numeric);
  std::istringstream lines(pdn);
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    CHECK(line.size() < 80);
    CHECK((line.empty() || line.back() != ' '));
    joined += line + " ";
  }
  CHECK(joined.find("60. 41-46 6-1 1-1") != std::string::npos);
}

TEST_CASE("moves stay unambiguous under the rules that the game type names") {
  // moves.tsv: historical allows 26x8 alone, international 26x28 too; and two captures from 1 to 10 ...
  const Ruleset& rules = ruleset("german");
  const Ruleset& reader = ruleset("brazilian");
  for (const std::string_view fen : {"W:WK29:B14,K15,22,23", "W:WK1:B6,K7,14,K15", "W:WK4:B8,K11,K23,22,14"}) {
    const Position start = position(rules, fen);
    MoveList legal;
    generate_moves(rules, start, legal);
    for (const Move& move : legal) {
      Line line;
      LineStep step;
      step.ranked.move = move;
      step.ranked.after = apply(start, move);
      line.steps.push_back(step);
      line.end = Line::End::length_limit;
      const std::string text = movetext(write_pdn(rules, start, line, SquareNames::numeric));
      const std::string written = text.substr(3, text.find(" *") - 3);
      INFO(fen << " " << written);
      const Result<Move> read = read_move(reader, start, written);
      REQUIRE(read);
      CHECK(*read == move);
    }
  }
}

TEST_CASE("algebraic squares on 8x8 name the notation A0") {
  const Ruleset& rules = ruleset("russian");
  const Position start = position(rules, "W:WKa1:Bb8");
  const Line line = played(rules, start, {"a1-b2"}, Line::End::length_limit, Wdl::win);
  const std::string pdn = write_pdn(rules, start, line, SquareNames::algebraic);
  CHECK(tag(pdn, "GameType") == "25,W,8,8,A0,0");
  CHECK(tag(pdn, "FEN") == "W:WKa1:Bb8");
  CHECK(movetext(pdn) == "1. a1-b2 *\n\n");
}
