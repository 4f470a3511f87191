// PDN as real files have it: one oddity a case.

#include <span>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/games/game_play.hpp"
#include "lunette/games/game_type.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

std::vector<ReadGame> read_all(const std::string& text) {
  PdnReader reader(text);
  std::vector<ReadGame> games;
  while (std::optional<ReadGame> game = reader.next()) games.push_back(*std::move(game));
  return games;
}

/// The only game of a text, read without a fault.
Game read_one(const std::string& text) {
  std::vector<ReadGame> games = read_all(text);
  INFO(text);
  REQUIRE(games.size() == 1);
  REQUIRE(games.front().faults.empty());
  return games.front().game;
}

std::string moves_of(const MoveLine& line) {
  std::string moves;
  for (const GameMove& move : line.moves) moves += (moves.empty() ? "" : " ") + move.text;
  return moves;
}

std::string moves_of(const std::string& text) {
  return moves_of(read_one(text).moves);
}

/// The first fault of a text's first game: "line: place: message".
std::string fault_of(const std::string& text) {
  const std::vector<ReadGame> games = read_all(text);
  INFO(text);
  REQUIRE(!games.empty());
  REQUIRE(!games.front().faults.empty());
  const GameFault& fault = games.front().faults.front();
  return std::to_string(fault.line) + ": " + fault.place + ": " + fault.message;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The position where a game starts, as a FEN, or the error's message.
std::string start(const std::string& rules, const std::string& text) {
  const Result<GameStart> started = start_of(read_one(text), ruleset(rules));
  return started ? write_fen(ruleset(rules).board, started->position) : started.error().message;
}

/// The position behind the last move of the main line, as a FEN, or the error's message.
std::string played(const std::string& rules, const std::string& text) {
  const Game game = read_one(text);
  const Result<GameStart> started = start_of(game, ruleset(rules));
  if (!started) return started.error().message;
  Position position = started->position;
  const std::span<const GameMove> moves(game.moves.moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Result<Move> move = play_move(ruleset(rules), started->squares, position, moves.subspan(i));
    if (!move) return move.error().message;
    position = apply(position, *move);
  }
  return write_fen(ruleset(rules).board, position);
}

}  // namespace

TEST_CASE("move numbers in every spelling") {
  for (const char* text :
       {"1. 32-28 19-23 2. 28x19 14x23 *", "1.32-28 19-23 2.28x19 14x23 *", "1 32-28 19-23 2 28x19 14x23 *",
        "1. 32-28 1... 19-23 2. 28x19 2... 14x23 *", "1. 32-28 1. ... 19-23 2. 28x19 2. ... 14x23 *",
        "32-28 19-23\n28x19 14x23\n*", "1. 32 - 28 19- 23 2. 28 x 19 14x 23 *",
        "1. 32\xE2\x80\x93"
        "28 19-23 2. 28\xC3\x97"
        "19 14x23. *"}) {
    INFO(text);
    CHECK(moves_of(text) == "32-28 19-23 28x19 14x23");
  }
  CHECK(read_one("34. 32-28 *").first_number == 34);
  CHECK(read_one("34... 19-23 *").first == Color::black);
  CHECK(read_one("34. ... 19-23 *").first == Color::black);
}

TEST_CASE("results of every kind, in tags and behind the moves") {
  const std::vector<std::pair<std::string, Outcome>> spellings{
      {"2-0", Outcome::white_wins},  {"1-0", Outcome::white_wins}, {"0-2", Outcome::black_wins},
      {"0-1", Outcome::black_wins},  {"1-1", Outcome::draw},       {"1/2-1/2", Outcome::draw},
      {"0-0", Outcome::both_lose},   {"*", Outcome::unknown},      {"\xC2\xBD-\xC2\xBD", Outcome::draw},
      {"2 - 0", Outcome::white_wins}};
  for (const auto& [spelling, outcome] : spellings) {
    INFO(spelling);
    CHECK(read_one("1. 32-28 " + spelling).outcome == outcome);
  }
  CHECK(read_one("[Result \"0-2\"]\n1. 32-28").outcome == Outcome::black_wins);
  CHECK(read_one("[Result \"0-2\"]\n1. 32-28 *").outcome == Outcome::unknown);
  CHECK(read_all("1. 32-28 2-0 1. 33-29 0-2").size() == 2);
}

TEST_CASE("tags with odd spaces, escaped, stray and missing quotes") {
  const Game game = read_one(
      "\xEF\xBB\xBF[ White  \"A. \\\"B\\\" C\" ]\r\n[Black\"M\xFCller\"]\r\n[Event \"The \"Big\" one\"]\r\n"
      "[Path \"C:\\games\\\"]\r\n[Empty \"\"]\r\n\r\n1. 32-28 *\r\n");
  CHECK(game.tag("white") == "A. \"B\" C");
  CHECK(game.tag("Black") == "M\xFCller");
  CHECK(game.tag("EVENT") == "The \"Big\" one");
  CHECK(game.tag("Path") == "C:\\games\\");
  CHECK(game.tag("Empty") == "");
  CHECK_FALSE(game.tag("Site"));
  CHECK(holds(fault_of("[Event \"open]\n[Site \"x\"]\n1. 32-28 *"), "1: : found '[Event \"open]'"));
  CHECK(holds(fault_of("[Event plain]\n1. 32-28 *"), "1: : found '[Event plain]'"));
  CHECK(holds(fault_of("[Event \"e\"]\n[Site \"a\"]\n[Site \"b\"]\n*"), "3: : a second tag Site, 'b'"));
}

TEST_CASE("games without tags, without a result, without moves") {
  CHECK(read_all("").empty());
  CHECK(read_all(" \n\n{only a comment}\n").empty());
  const std::vector<ReadGame> games =
      read_all("[Event \"a\"]\n\n1. 32-28\n[Event \"b\"]\n[Event \"c\"]\n\n*\n1. 33-28 1-1 {late} 1. 31-27");
  REQUIRE(games.size() == 5);
  CHECK(moves_of(games[0].game.moves) == "32-28");
  CHECK(games[1].game.tag("Event") == "b");
  CHECK(games[1].game.moves.moves.empty());
  CHECK(games[2].line == 5);
  CHECK(games[3].game.moves.moves.front().comments_after == std::vector<std::string>{"late"});
  CHECK(moves_of(games[4].game.moves) == "31-27");
}

TEST_CASE("comments, glyphs and variations are kept where they belong") {
  const Game game = read_one(
      "{first} 1. 32-28! {a\n  b [%clock 0:10]} $13 (1. 33-28?! 18-23 (1... 19-23 $2)) {then} 19-23(?) ; to the } end\n"
      "% escaped 1. 1-1\n2. 28x19 () (2. 31-27 2-0) {last} 14x23 *");
  const std::vector<GameMove>& moves = game.moves.moves;
  REQUIRE(moves.size() == 4);
  CHECK(moves[0].comments_before == std::vector<std::string>{"first"});
  CHECK(moves[0].comments_after == std::vector<std::string>{"a b [%clock 0:10]"});
  CHECK(moves[0].nags == std::vector<int>{1, 13});
  REQUIRE(moves[0].variations.size() == 1);
  CHECK(moves_of(moves[0].variations[0]) == "33-28 18-23");
  CHECK(moves[0].variations[0].moves[0].nags == std::vector<int>{6});
  REQUIRE(moves[0].variations[0].moves[1].variations.size() == 1);
  CHECK(moves[1].comments_before == std::vector<std::string>{"then"});
  CHECK(moves[1].nags == std::vector<int>{2});
  CHECK(moves[1].comments_after == std::vector<std::string>{"to the } end"});
  REQUIRE(moves[2].variations.size() == 1);
  CHECK(moves[2].variations[0].moves[0].comments_after == std::vector<std::string>{"2-0"});
  CHECK(moves[3].comments_before == std::vector<std::string>{"last"});
}

TEST_CASE("faults name line, move and what was found, and the rest is read") {
  CHECK(fault_of("1. 32-28 19-23\n2. 28x19 ) 14x23 *") == "2: 2...: a parenthesis closes no variation");
  CHECK(fault_of("1. 32-28 \" 19-23 *") == "1: 1...: found '\"', which cannot stand between moves");
  CHECK(fault_of("1. 32-28 $ 19-23 *") == "1: 1...: found '$', which cannot stand between moves");
  CHECK(fault_of("1. 32-28 {c} -23 *") == "1: 1...: found '-23', which cannot stand between moves");
  CHECK(fault_of("1. 32-28 (1. 33-28 *") == "1: 1...: a variation is not closed");
  CHECK(fault_of("1. 32-28 {open") == "1: 1...: a comment is not closed");
  CHECK(fault_of("[Event \"a\"]\n1. 32-28 2-0 0-2") == "2: : a second result, '0-2', is skipped");
  const std::vector<ReadGame> games = read_all("1. 32-28 {open\n[Event \"next\"]\n1. 33-28 {closed} *");
  REQUIRE(games.size() == 2);
  CHECK(games[0].faults.size() == 1);
  CHECK(games[1].faults.empty());
  CHECK(games[1].game.tag("Event") == "next");
}

TEST_CASE("what stands between games is no game") {
  const std::vector<ReadGame> games =
      read_all("1. 32-28 2-0\n2 -\n[Event \"e\"]\n[White \"open]\"\n[Black \"b\"]\n*\n*\n");
  REQUIRE(games.size() == 3);
  CHECK(games[0].faults.empty());
  CHECK(games[1].faults.size() == 2);
  CHECK(games[1].game.tag("Black") == "b");
  CHECK(games[2].game.tags.empty());
}

TEST_CASE("long lines are read in linear time") {
  for (const std::string& piece : {std::string("{}"), std::string("[]"), std::string("[A \"\"]"), std::string("("),
                                   std::string("1-"), std::string("\""), std::string("[A \"")}) {
    std::string text;
    while (text.size() < 1'000'000) text += piece;
    CHECK(!read_all("1. 32-28 " + text).empty());
  }
}

TEST_CASE("a text cannot nest too deep or be one game too long") {
  std::string deep = "1. 32-28 ";
  for (int i = 0; i < 100'000; ++i) deep += "(1. 33-28 ";
  CHECK(holds(fault_of(deep), "nested more than 100 deep"));
  std::string closed = deep;
  for (int i = 0; i < 100'000; ++i) closed += ')';
  const std::vector<ReadGame> nested = read_all(closed + " 19-23 *");
  REQUIRE(nested.size() == 1);
  CHECK(moves_of(nested.front().game.moves) == "32-28 19-23");
  std::string endless;
  for (int i = 0; i < 150'000; ++i) endless += "32-28 ";
  const std::vector<ReadGame> games = read_all(endless + "*\n[Event \"next\"]\n*");
  REQUIRE(games.size() == 2);
  CHECK(games[0].game.moves.moves.size() == 100'000);
  CHECK(games[0].faults.size() == 1);
}

TEST_CASE("the game type, short and full, gives the ruleset and checks the board") {
  const auto rules_of = [](const std::string& tags, const Ruleset* given = nullptr) {
    const Result<const Ruleset*> found = ruleset_of(read_one(tags + "*"), given);
    return found ? std::string((*found)->name) : found.error().message;
  };
  CHECK(rules_of("[GameType \"20\"]") == "international");
  CHECK(rules_of("[GameType \"23,B,8,8,N1,0\"]") == "pool");
  CHECK(rules_of("[GameType \" 25 , w , 8 , 8 , a0 , 0 \"]") == "russian");
  CHECK(rules_of("[GameType \"26\"]") == "brazilian");
  CHECK(rules_of("[GameType \"23\"][Ruleset \"traditional\"]") == "traditional");
  CHECK(rules_of("[GameType \"26\"]", &ruleset("german")) == "german");
  CHECK(holds(rules_of("[GameType \"20\"]", &ruleset("german")), "GameType 20 is played on 10x10"));
  CHECK(holds(rules_of("[GameType \"27,W,12,12,N2,0\"]", &ruleset("polish")), "12x12"));
  CHECK(holds(rules_of("[GameType \"21\"]"), "GameType 21 is none of the games"));
  CHECK(holds(rules_of("[GameType \"20\"][Ruleset \"chess\"]"), "unknown ruleset 'chess'"));
  CHECK(holds(rules_of(""), "neither a tag GameType nor a tag Ruleset"));
  for (const char* bad :
       {"", "x", "20,", "20,X", "20,W,10,10,Q2", "20,W,10,10,N4", "20,W,10,10,N2,2", "20,W,10,10,N2,0,0", "0", "100"}) {
    INFO(bad);
    CHECK(holds(rules_of("[GameType \"" + std::string(bad) + "\"]"), "bad GameType"));
  }
}

TEST_CASE("a game starts where its FEN says, with whoever can make the first move") {
  CHECK(start("international", "1. 32-28 *").starts_with("W:W31,"));
  CHECK(start("international", "[FEN \"B:W46.:B5\"]*") == "bad FEN: found '46.', expected a square from 1 to 50");
  CHECK(start("international", "[FEN \"B:WK46:B5,K12-14:H0:F1\"]*") == "B:WK46:B5,K12,K13,K14");
  CHECK(start("brazilian", "[SetUp \"1\"][FEN \"W:Wa3,Kc3:Bb8,Kd6.\"]*") == "W:W21,K22:B1,K10");
  CHECK(start("brazilian", "[FEN \"\"]*").starts_with("W:W21,"));
  CHECK(holds(start("brazilian", "[FEN \"B:W:B1\"]*"), "already over"));
  CHECK(start("pool", "[FEN \"?:W28:B9\"] 1. 9-13 *") == "B:W28:B9");
  CHECK(start("pool", "[FEN \"?:W28:B9\"] 1. 28-24 *") == "W:W28:B9");
  CHECK(start("pool", "[FEN \"?:W28:B9\"] 1... *") == "W:W28:B9");
  // Pool files whose short game type does not tell that Black begins.
  CHECK(start("pool", "[GameType \"23\"] 1. 11-15 23-18 *").starts_with("B:"));
  CHECK(start("pool", "[GameType \"23,B,8,8,N1,0\"] 1. 11-15 23-18 *").starts_with("B:"));
}

TEST_CASE("the notation digit is seen from the starting player's side") {
  // The same opening 32-28 19-23 28x19 14x23 with square 1 in each corner.
  const std::string usual = played("international", "1. 32-28 19-23 2. 28x19 14x23 *");
  for (const char* text : {"[GameType \"20,W,10,10,N2,0\"] 1. 32-28 19-23 2. 28x19 14x23 *",
                           "[GameType \"20,W,10,10,N1,0\"] 1. 19-23 32-28 2. 23x32 37x28 *",
                           "[GameType \"20,W,10,10,N0,0\"] 1. 17-23 34-28 2. 23x34 39x28 *",
                           "[GameType \"20,W,10,10,N3,0\"] 1. 34-28 17-23 2. 28x17 12x23 *"}) {
    INFO(text);
    CHECK(played("international", text) == usual);
  }
  CHECK(start("pool", "[GameType \"23,B,8,8,N1,0\"][FEN \"B:W32:B1\"]*") == "B:W32:B1");
  CHECK(start("pool", "[GameType \"23,W,8,8,N1,0\"][FEN \"W:W1-2,K5:BK32,29.\"]*") == "W:WK28,31,32:BK1,4");
  CHECK(start("russian", "[GameType \"25,B,8,8,A0,0\"][FEN \"W:WKa1:BKh8\"]*") == "W:WK4:BK29");
  CHECK(holds(start("russian", "[GameType \"25,W,8,8,A1,0\"]*"), "a1 where no square is"));
  CHECK(holds(start("russian", "[GameType \"25,W,8,8,A0,1\"]*"), "left hand"));
  CHECK(holds(start("international", "[GameType \"20,W,10,10,A0,0\"]*"), "8x8 only"));
}

TEST_CASE("captures in every spelling") {
  const std::string fen = "[FEN \"W:W32:B28,19,18,9\"]";
  const std::string once = played("international", fen + "1. 32x23x14x3 *");
  CHECK(once == "B:WK3:B18");
  for (const char* text : {"32x3", "32:3", "32-3", "32x23x3", "32:23:14:3", "32-23-14-3", "32X3"}) {
    INFO(text);
    CHECK(played("international", fen + "1. " + text + " *") == once);
  }
  CHECK(played("russian", "[FEN \"W:Wc3:Bd4\"] 1. c3:e5 *") == "B:W15:B");
  CHECK(played("russian", "[FEN \"W:Wc3:Bd4\"] 1. c3e5 *") == "B:W15:B");
  CHECK(played("russian", "[FEN \"W:WKa1:Bb8\"] 1. a1-h8 *") == "B:WK4:B1");
}

TEST_CASE("an ambiguous capture is the one after which the game can go on") {
  // tests/rules/notation.cpp: 7x12 is two captures.
  const std::string fen = "[FEN \"W:WK7:B10,18,19,22,27\"]";
  const Ruleset& rules = ruleset("traditional");
  const Position position = *read_position(rules, "W:WK7:B10,18,19,22,27");
  const Result<MoveList> meant = read_moves(rules, position, "7x12");
  REQUIRE(meant);
  REQUIRE(meant->size() == 2);
  CHECK(holds(played("traditional", fen + "1. 7x12 *"), "ambiguous"));
  int settled = 0;
  for (const Move& move : *meant) {
    const Position after = apply(position, move);
    MoveList replies;
    generate_moves(rules, after, replies);
    for (const Move& reply : replies) {
      const std::string text = write_move(rules, after, reply);
      const Position other = apply(position, move == meant->front() ? meant->back() : meant->front());
      const Result<MoveList> there = read_moves(rules, other, text);
      if (there && !there->empty()) continue;
      ++settled;
      CHECK(played("traditional", fen + "1. 7x12 " + text + " *") == write_fen(rules.board, apply(after, reply)));
    }
  }
  CHECK(settled > 0);
}
