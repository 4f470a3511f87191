// What needs no tables: rulesets, moves, perft.

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;

namespace {

/// "41x43{9,12,19,38}" or "35-13", as moves.tsv writes a move.
std::string reference_form(const json& move) {
  std::string text = std::to_string(move.at("from").get<int>());
  const std::string to = std::to_string(move.at("to").get<int>());
  if (move.at("captures").empty()) return text.append("-").append(to);
  std::string captures;
  for (const json& square : move.at("captures")) {
    captures.append(captures.empty() ? "" : ",").append(std::to_string(square.get<int>()));
  }
  return text.append("x").append(to).append("{").append(captures).append("}");
}

std::multiset<std::string> expected_moves(const std::string& list) {
  std::multiset<std::string> moves;
  for (const std::string& move : split(list, ' ')) {
    if (move != "-" && !move.empty()) moves.insert(move);
  }
  return moves;
}

}  // namespace

TEST_CASE("rulesets lists the nine with their traits") {
  const json rulesets = succeed({"rulesets", "--json"}).document();
  REQUIRE(rulesets.is_array());
  std::map<std::string, json> by_name;
  for (const json& ruleset : rulesets) by_name[ruleset.at("name").get<std::string>()] = ruleset;
  // rules.md, the table of rulesets.
  REQUIRE(by_name.size() == 9);
  CHECK(by_name.at("traditional").at("board") == "8x8");
  CHECK(by_name.at("traditional").at("men_per_side") == 12);
  CHECK(by_name.at("traditional").at("capture") == "free");
  CHECK(by_name.at("traditional").at("no_move") == "draw-if-mutual");
  CHECK(by_name.at("traditional").at("count").at("strong_kings") == json::array({3}));
  CHECK(by_name.at("traditional").at("count").at("limit") == 13);
  CHECK(by_name.at("traditional").at("count").at("counts") == "lone-side-moves");
  CHECK(by_name.at("historical").at("board") == "10x10");
  CHECK(by_name.at("historical").at("men_per_side") == 20);
  CHECK(by_name.at("historical").at("capture") == "most-pieces-then-kings");
  CHECK(by_name.at("historical").at("count").at("limit") == 15);
  CHECK(by_name.at("international").at("capture") == "most-pieces");
  CHECK(by_name.at("international").at("no_move") == "loss");
  CHECK(by_name.at("international").at("count").is_null());
  CHECK(by_name.at("russian").at("promotion") == "during-capture");
  CHECK(by_name.at("pool").at("promotion") == "ends-on-far-row");

  const std::string text = succeed({"rulesets"}).out;
  for (const auto& [name, traits] : by_name) CHECK(text.find("\n" + name + " ") != std::string::npos);
  CHECK(text.find("13 moves of the lone king") != std::string::npos);
}

TEST_CASE("moves gives every row of moves.tsv") {
  for (const std::vector<std::string>& row : read_rows("moves.tsv")) {
    INFO(row[0] << " " << row[1]);
    const json document = succeed({"moves", "--rules", row[0], row[1], "--json"}).document();
    CHECK(document.at("fen") == row[1]);
    CHECK(document.at("rules") == row[0]);
    std::multiset<std::string> moves;
    for (const json& move : document.at("moves")) {
      moves.insert(reference_form(move));
      const json& captures = move.at("captures");
      CHECK(std::is_sorted(captures.begin(), captures.end()));
      CHECK(move.size() == 5);
    }
    CHECK(moves == expected_moves(row[3]));
  }
}

TEST_CASE("moves says which moves promote") {
  const json moves = succeed({"moves", "--rules", "pool", "W:W6,32:BK29", "--json"}).document().at("moves");
  std::map<std::string, bool> promotes;
  for (const json& move : moves) promotes[move.at("move").get<std::string>()] = move.at("promotes").get<bool>();
  const std::map<std::string, bool> expected{{"6-1", true}, {"6-2", true}, {"32-27", false}, {"32-28", false}};
  CHECK(promotes == expected);
}

TEST_CASE("moves reads and writes algebraic squares") {
  const Arguments arguments{"moves", "--rules", "traditional", "--squares", "algebraic", "--json"};
  const json document = succeed(arguments + Arguments{"W:WKa1:BKe5"}).document();
  CHECK(document.at("fen") == "W:WKa1:BKe5");
  const json& moves = document.at("moves");
  REQUIRE(!moves.empty());
  CHECK(moves[0].at("move").get<std::string>().find("a1") == 0);
  CHECK(moves[0].at("from") == 29);
  CHECK(moves[0].at("captures") == json::array({15}));
}

TEST_CASE("moves in text is one move a line") {
  const std::string text = succeed({"moves", "--rules", "international", "W:WK38:B18,19,32,33"}).out;
  CHECK(text.find("White to move: 5 moves\n") == 0);
  CHECK(std::count(text.begin(), text.end(), '\n') == 6);
  CHECK(text.find("takes 18, 19, 32, 33\n") != std::string::npos);
  CHECK(succeed({"moves", "--rules", "international", "W:W6:B1"}).out == "White to move: 0 moves\n");
  CHECK(succeed({"moves", "--rules", "pool", "W:W29:BK4"}).out.find("White to move: 1 move\n") == 0);
}

TEST_CASE("moves refuses what is no position, also with --json") {
  for (const std::string bad : {"", "W", "X:W31:B20", "W31:B20", "W:WB:B20", "W:W31:B20:", "W:W0:B1", "W:WK45,:B1"}) {
    INFO(bad);
    refuse({"moves", "--rules", "international", bad}, {"lunette moves: "});
    refuse({"moves", "--rules", "international", bad, "--json"}, {"lunette moves: "});
  }
  refuse({"moves", "--rules", "international", "?:W29:B4"}, {"lunette moves: ", "?:W29:B4"});
  refuse({"moves", "--rules", "international", "W:W4:B49"}, {"lunette moves: ", "promotion row"});
  refuse({"moves", "--rules", "international", "W:W31:BK31"}, {"lunette moves: "});
  refuse({"moves", "--rules", "international", "W:W31:B"}, {"lunette moves: ", "over"});
  refuse({"moves", "--rules", "traditional", "W:WK46:BK5"}, {"lunette moves: ", "46"});
}

TEST_CASE("perft gives the first depths of every row of perft.tsv") {
  constexpr std::uint64_t most_nodes = 200'000;  // deeper rows are the business of tests/rules
  for (const std::vector<std::string>& row : read_rows("perft.tsv")) {
    INFO(row[0] << " " << row[1]);
    std::vector<std::uint64_t> nodes;
    for (const std::string& count : split(row[2], ' ')) {
      if (std::stoull(count) <= most_nodes) nodes.push_back(std::stoull(count));
    }
    const std::vector<json> documents =
        succeed({"perft", "--rules", row[0], "--depth", std::to_string(nodes.size()), row[1], "--json"}).documents();
    REQUIRE(documents.size() == nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      CHECK(documents[i].at("depth") == i + 1);
      CHECK(documents[i].at("nodes") == nodes[i]);
      CHECK(documents[i].at("seconds").get<double>() >= 0);
      CHECK(documents[i].size() == 3);
    }
  }
}

TEST_CASE("perft starts from the starting position unless told otherwise") {
  const std::string text = succeed({"perft", "--rules", "international", "--depth", "4"}).out;
  CHECK(text.find(" 4,265 ") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 5);
  refuse({"perft", "--rules", "international", "--depth", "2", "begin"}, {"lunette perft: ", "begin"});
}
