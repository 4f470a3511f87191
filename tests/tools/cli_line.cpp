// lunette line: best play to the end, as text, JSON and PDN.

#include <regex>
#include <string>

#include "catch.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;

namespace {

Arguments line(const std::string& rules) {
  return {"line", "--rules", rules, "--tables", three_piece_tables(rules).string()};
}

/// Plays the moves of a line from its FEN; each must be legal and lead to the position that it says.
Position play(const Ruleset& rules, const json& line) {
  Result<Position> position = read_position(rules, line.at("fen").get<std::string>());
  REQUIRE(position);
  for (const json& move : line.at("moves")) {
    INFO(move.dump());
    const Result<Move> read = read_move(rules, *position, move.at("move").get<std::string>());
    REQUIRE(read);
    *position = apply(*position, *read);
    REQUIRE(write_fen(rules.board, *position) == move.at("fen"));
  }
  return *position;
}

}  // namespace

TEST_CASE("a won line without a count lasts DTW plies and ends the game") {
  for (const std::vector<std::string>& row : read_rows("values.tsv")) {
    if (row[0] != "pool" && row[0] != "brazilian" && row[0] != "russian") continue;
    const Ruleset& rules = ruleset(row[0]);
    const Result<Position> position = read_position(rules, row[1]);
    REQUIRE(position);
    if (row[3] == "-" || position->piece_count() > 3) continue;
    INFO(row[0] << " " << row[1]);
    const json best = succeed(line(row[0]) + Arguments{"--json", row[1]}).document();
    CHECK(best.at("wdl") == row[2]);
    CHECK(best.at("dtw") == std::stoi(row[3]));
    CHECK(best.at("end") == "game-over");
    CHECK(best.at("moves").size() == std::stoul(row[3]));
    const Position last = play(rules, best);
    CHECK(!has_move(rules, last));
  }
}

TEST_CASE("the JSON of a line has the members of the contract") {
  const json best = succeed(line("pool") + Arguments{"--json", "W:WK29:BK4"}).document();
  std::vector<std::string> names;
  for (const auto& [name, value] : best.items()) names.push_back(name);
  CHECK(names == std::vector<std::string>{"count", "dtc", "dtw", "end", "fen", "moves", "rules", "wdl"});
  CHECK(best.at("count").is_null());
  const json lost = succeed(line("pool") + Arguments{"--json", "W:W8:B1,3"}).document();
  for (const json& move : lost.at("moves")) {
    CHECK(move.size() == 10);
  }
}

TEST_CASE("drawn and finished lines say so") {
  const json drawn = succeed(line("pool") + Arguments{"--json", "W:WK29:BK1,K5"}).document();
  CHECK(drawn.at("wdl") == "draw");
  CHECK(drawn.at("end") == "drawn");
  const json over = succeed(line("pool") + Arguments{"--json", "B:W21:B"}).document();
  CHECK(over.at("wdl") == "loss");
  CHECK(over.at("dtw") == 0);
  CHECK(over.at("moves").empty());
  CHECK(over.at("end") == "game-over");
}

TEST_CASE("a line that the count draws ends with the lone king's last move") {
  const TemporaryDirectory directory;
  const std::string tables = directory.path().string();
  REQUIRE(run({"build", "--rules", "traditional", "--material", "KKKvK", "--tables", tables}).status == 0);
  const Arguments arguments{"line", "--rules", "traditional", "--tables", tables};
  const json drawn = succeed(arguments + Arguments{"--json", "B:WK22,K25,K29:BK1"}).document();
  CHECK(drawn.at("wdl") == "blessed-loss");
  CHECK(drawn.at("count") == 0);
  CHECK(drawn.at("end") == "drawn-by-count");
  CHECK(drawn.at("moves").back().at("count") == 13);
  play(ruleset("traditional"), drawn);
  const std::string text = succeed(arguments + Arguments{"B:WK22,K25,K29:BK1"}).out;
  CHECK(text.find("the lone king has made 13 moves") != std::string::npos);
  CHECK(text.find("   1. ...") != std::string::npos);

  const json won = succeed(arguments + Arguments{"--json", "W:WK4,K7,K11:BK21"}).document();
  CHECK(won.at("end") == "game-over");
  CHECK(won.at("moves").size() == 25);
  CHECK(succeed(arguments + Arguments{"--pdn", "B:WK22,K25,K29:BK1"}).out.find("[Result \"1/2-1/2\"]") !=
        std::string::npos);
}

TEST_CASE("a line in text is numbered and tells its end") {
  const std::string text = succeed(line("pool") + Arguments{"W:W8:B1,3"}).out;
  CHECK(text.find("White to move: win in 25 plies (13 moves)\n") != std::string::npos);
  CHECK(text.find("\n   1. ") != std::string::npos);
  CHECK(text.find("\n  13. ") != std::string::npos);
  CHECK(text.find("White wins after 25 plies: Black has no ") != std::string::npos);
  for (const std::string& row : split(text, '\n')) CHECK((row.empty() || row.back() != ' '));
}

TEST_CASE("a line as PDN can be played by its moves") {
  const std::string fen = "W:W8:B1,3";
  const std::string pdn = succeed(line("brazilian") + Arguments{"--pdn", fen}).out;
  CHECK(pdn.find("[GameType \"26,W,8,8,N2,0\"]\n") != std::string::npos);
  CHECK(pdn.find("[SetUp \"1\"]\n[FEN \"W:W8:B1,3\"]\n\n1. ") != std::string::npos);
  const Ruleset& rules = ruleset("brazilian");
  Position position = *read_position(rules, fen);
  std::string movetext = pdn.substr(pdn.find("\n\n") + 2);
  const std::regex token("[^\\s]+");
  std::string last;
  int plies = 0;
  for (std::sregex_iterator it(movetext.begin(), movetext.end(), token), end; it != end; ++it) {
    last = it->str();
    if (last.back() == '.' || last == "1-0") continue;
    INFO(last);
    const Result<Move> move = read_move(rules, position, last);
    REQUIRE(move);
    position = apply(position, *move);
    ++plies;
  }
  CHECK(last == "1-0");
  CHECK(plies == 25);  // values.tsv
  CHECK(!has_move(rules, position));
}

TEST_CASE("a line that cannot be played is refused in one line, also with --json and --pdn") {
  for (const Arguments& how : {Arguments{}, Arguments{"--json"}, Arguments{"--pdn"}}) {
    refuse(line("pool") + how + Arguments{"W:WK29,K30,K31:BK4"}, {"lunette line: ", "KKKvK"});
    refuse(line("pool") + how + Arguments{"?:WK29:BK4"}, {"lunette line: ", "?:WK29:BK4"});
    refuse(line("pool") + how + Arguments{"--count", "1", "W:WK29:BK4"}, {"lunette line: "});
  }
}
