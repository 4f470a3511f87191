// lunette probe: values against the reference files, the JSON contract, counts, and positions without an answer.

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "catch.hpp"
#include "lunette/rules/fen.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;

namespace {

Arguments probe(const std::string& rules) {
  return {"probe", "--rules", rules, "--tables", three_piece_tables(rules).string()};
}

bool has_at_most_three_pieces(const std::string& rules, const std::string& fen) {
  const Result<Position> position = read_position(ruleset(rules), fen);
  REQUIRE(position);
  return position->piece_count() <= 3;
}

/// The rows of a reference file for a ruleset, up to 3 pieces: FEN, value, and DTW where there is a column for it.
std::vector<std::vector<std::string>> small_rows(const std::string& name, const std::string& rules) {
  std::vector<std::vector<std::string>> rows;
  for (const std::vector<std::string>& row : read_rows(name)) {
    if (row[0] == rules && has_at_most_three_pieces(rules, row[1])) rows.push_back({row.begin() + 1, row.end()});
  }
  return rows;
}

std::vector<json> answers(const std::string& rules, const std::vector<std::vector<std::string>>& rows) {
  std::string input;
  for (const std::vector<std::string>& row : rows) input += row[0] + "\n";
  return succeed(probe(rules) + Arguments{"--json", "-"}, input).documents();
}

/// Tables of KKKvK and what it needs, built once for each test process.
const std::filesystem::path& counted_tables(const std::string& rules) {
  static std::map<std::string, std::unique_ptr<TemporaryDirectory>> built;
  std::unique_ptr<TemporaryDirectory>& directory = built[rules];
  if (!directory) {
    directory = std::make_unique<TemporaryDirectory>();
    const Finished finished =
        run({"build", "--rules", rules, "--material", "KKKvK", "--tables", directory->path().string()});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
  }
  return directory->path();
}

json counted(const std::string& rules, const std::string& fen, int count) {
  return succeed({"probe", "--rules", rules, "--tables", counted_tables(rules).string(), "--json", "--count",
                  std::to_string(count), fen})
      .document();
}

constexpr const char* lone_to_move = "B:WK22,K25,K29:BK1";
constexpr const char* three_to_move = "W:WK4,K7,K11:BK21";

}  // namespace

TEST_CASE("probe equals values.tsv up to 3 pieces") {
  int compared = 0;
  for (const std::string rules : {"minor", "brazilian", "pool", "russian"}) {
    const auto rows = small_rows("values.tsv", rules);
    const std::vector<json> found = answers(rules, rows);
    REQUIRE(found.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      INFO(rules << " " << rows[i][0]);
      CHECK(found[i].at("fen") == rows[i][0]);
      CHECK(found[i].at("wdl") == rows[i][1]);
      if (rows[i][2] == "-") {
        CHECK(found[i].at("dtw").is_null());
      } else {
        CHECK(found[i].at("dtw") == std::stoi(rows[i][2]));
      }
      ++compared;
    }
  }
  CHECK(compared >= 10);
}

TEST_CASE("probe equals kingsrow.tsv and longest.tsv up to 3 pieces") {
  const auto values = small_rows("kingsrow.tsv", "international");
  const std::vector<json> found = answers("international", values);
  REQUIRE(found.size() == values.size());
  REQUIRE(values.size() >= 10);
  for (std::size_t i = 0; i < values.size(); ++i) {
    INFO(values[i][0]);
    CHECK(found[i].at("wdl") == values[i][1]);
  }
  const auto longest = small_rows("longest.tsv", "international");
  const std::vector<json> wins = answers("international", longest);
  REQUIRE(longest.size() >= 8);
  for (std::size_t i = 0; i < longest.size(); ++i) {
    INFO(longest[i][0]);
    CHECK(wins[i].at("wdl") == "win");
    CHECK(wins[i].at("dtw") == std::stoi(longest[i][2]));
  }
}

TEST_CASE("the JSON of a position has the members of the contract") {
  const std::string fen = " b:WK12 , k1 : BK32. ";
  const json answer = succeed(probe("traditional") + Arguments{"--json", fen}).document();
  std::vector<std::string> names;
  for (const auto& [name, value] : answer.items()) names.push_back(name);
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"count", "dtc", "dtw", "fen", "moves", "rules", "wdl"});
  CHECK(answer.at("fen") == fen);
  CHECK(answer.at("rules") == "traditional");
  CHECK(answer.at("count").is_null());
  REQUIRE(!answer.at("moves").empty());
  for (const json& move : answer.at("moves")) {
    CHECK(move.size() == 10);
    CHECK(move.at("move").is_string());
    CHECK(move.at("from") == 32);
    CHECK(move.at("to").is_number_integer());
    CHECK(move.at("captures").is_array());
    CHECK(move.at("conversion") == !move.at("captures").empty());
    CHECK(move.at("count").is_null());
    const Result<Position> after = read_position(ruleset("traditional"), move.at("fen").get<std::string>());
    REQUIRE(after);
    CHECK(write_fen(Board::b8, *after) == move.at("fen"));
    CHECK(after->side == Color::white);
    const json there =
        succeed(probe("traditional") + Arguments{"--json", move.at("fen").get<std::string>()}).document();
    for (const std::string value : {"wdl", "dtc", "dtw"}) CHECK(there.at(value) == move.at(value));
  }
}

TEST_CASE("the count decides as the worked positions of rules.md say") {
  const json start = counted("traditional", lone_to_move, 0);
  CHECK(start.at("wdl") == "blessed-loss");
  CHECK(start.at("dtw") == 26);
  CHECK(start.at("count") == 0);
  for (const json& move : start.at("moves")) CHECK(move.at("count") == 1);
  CHECK(counted("german", lone_to_move, 0).at("wdl") == "loss");
  CHECK(counted("german", lone_to_move, 1).at("wdl") == "loss");
  CHECK(counted("german", lone_to_move, 2).at("wdl") == "blessed-loss");
  CHECK(counted("traditional", three_to_move, 0).at("wdl") == "win");
  CHECK(counted("traditional", three_to_move, 0).at("dtw") == 25);
  CHECK(counted("traditional", three_to_move, 1).at("wdl") == "cursed-win");
  CHECK(counted("traditional", "W:WK1,K2,K3:BK29", 0).at("wdl") == "draw");
}

TEST_CASE("the count is running in KKKvK unless another is given, and may have another limit") {
  const Arguments arguments{"probe", "--rules", "traditional", "--tables", counted_tables("traditional").string()};
  const json answer = succeed(arguments + Arguments{"--json", lone_to_move}).document();
  CHECK(answer.at("count") == 0);
  CHECK(answer.at("wdl") == "blessed-loss");
  const Arguments longer{"--count", "0", "--count-limit", "14", "--json", lone_to_move};
  CHECK(succeed(arguments + longer).document().at("wdl") == "loss");

  const std::string text = succeed(arguments + Arguments{lone_to_move}).out;
  CHECK(text.find("Black to move: blessed loss, a draw: the lone king can make 13 moves") != std::string::npos);
  CHECK(text.find("Count: Black's lone king has made 0 of 13 moves") != std::string::npos);
  const std::string cursed = succeed(arguments + Arguments{"--count", "1", three_to_move}).out;
  CHECK(cursed.find("won in 25 plies, but the lone king reaches move 13 first") != std::string::npos);
}

TEST_CASE("counts that cannot run are refused") {
  const Arguments arguments{"probe", "--rules", "traditional", "--tables", counted_tables("traditional").string()};
  refuse(arguments + Arguments{"--count", "13", lone_to_move}, {"lunette probe: ", lone_to_move});
  refuse(arguments + Arguments{"--count", "0", "W:WK29:BK4"}, {"lunette probe: "});
  refuse(arguments + Arguments{"--count", "0", "W:WK29,30:BK4"}, {"lunette probe: "});
  refuse(probe("brazilian") + Arguments{"--count", "0", "W:WK29,K30:BK4"}, {"lunette probe: "});
  const Finished as_json = run(arguments + Arguments{"--json", "--count", "13", lone_to_move});
  CHECK(as_json.status == 2);
  CHECK(as_json.document().at("error").at("code") == "bad_count");
  const Arguments kings{"--count", "3", "--lone", "black", "--json", "W:WK29:BK4"};
  CHECK(succeed(arguments + kings).document().at("count") == 3);
}

TEST_CASE("positions come from standard input too: blank lines skipped, CRLF and a missing last newline tolerated") {
  const std::string input = "W:WK29:BK4\r\n\n   \r\nB:WK29:BK3\n\nW:W32:B1";
  const std::vector<json> found = succeed(probe("pool") + Arguments{"--json", "W:WK1:BK3", "-"}, input).documents();
  std::vector<std::string> fens;
  for (const json& answer : found) fens.push_back(answer.at("fen").get<std::string>());
  CHECK(fens == std::vector<std::string>{"W:WK1:BK3", "W:WK29:BK4", "B:WK29:BK3", "W:W32:B1"});
  CHECK(succeed(probe("pool") + Arguments{"--json", "-"}, "").out.empty());
}

TEST_CASE("a position without an answer stands in its place, and the others are answered") {
  const Arguments arguments =
      probe("pool") + Arguments{"--json",   "W:WK29:BK4", "nonsense", "?:WK29:BK4", "W:WK29,K30,K31:BK4",
                                "W:W3:BK9", "W:W29:BK4",  "W:W31:B"};
  const Finished finished = run(arguments);
  CHECK(finished.status == 2);
  CHECK(is_one_line(finished.err));
  CHECK(finished.err.find("5 of 7") != std::string::npos);
  const std::vector<json> found = finished.documents();
  REQUIRE(found.size() == 7);
  const std::vector<std::string> codes{"", "bad_fen",         "unknown_side", "missing_table", "illegal_position",
                                       "", "illegal_position"};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    CHECK(found[i].at("fen") == arguments[6 + i]);
    if (codes[i].empty()) {
      CHECK(found[i].contains("wdl"));
      continue;
    }
    CHECK(found[i].size() == 2);
    CHECK(found[i].at("error").at("code") == codes[i]);
    CHECK(!found[i].at("error").at("message").get<std::string>().empty());
  }
  CHECK(found[3].at("error").at("message").get<std::string>().find("KKKvK") != std::string::npos);

  const Finished text = run(probe("pool") + Arguments{"nonsense", "W:WK29:BK4", "?:WK29:BK4"});
  CHECK(text.status == 2);
  CHECK(text.out.find("White to move: ") != std::string::npos);
  CHECK(std::count(text.err.begin(), text.err.end(), '\n') == 2);
}

TEST_CASE("a single position without an answer gives one line and nothing on standard output") {
  refuse(probe("pool") + Arguments{"nonsense"}, {"lunette probe: ", "nonsense"});
  refuse(probe("pool") + Arguments{""}, {"lunette probe: "});
  refuse(probe("pool") + Arguments{"?:WK29:BK4"}, {"lunette probe: ", "?:WK29:BK4"});
  refuse(probe("pool") + Arguments{"W:WK29,K30:BK4,K5"}, {"lunette probe: ", "KKvKK"});
  refuse(probe("pool") + Arguments{"W:W21-28:B1-8"}, {"lunette probe: ", "W:W21-28:B1-8"});
  refuse({"probe", "--rules", "pool", "--tables", "/nowhere/at/all", "W:WK29:BK4"}, {"--tables", "/nowhere/at/all"});
}

TEST_CASE("a FEN that is no UTF-8 still gives JSON") {
  const Finished finished = run(probe("pool") + Arguments{"--json", "W:WK29\xff:BK4"});
  CHECK(finished.status == 2);
  CHECK(finished.document().contains("error"));
}

TEST_CASE("probe draws the board and ranks the moves") {
  const std::string text = succeed(probe("pool") + Arguments{"W:W8:B1,3"}).out;
  CHECK(text.find("W:W8:B1,3 (pool)\n") == 0);
  CHECK(text.find("White to move: win in 25 plies (13 moves)\n") != std::string::npos);  // values.tsv
  CHECK(text.find("Moves, best first") != std::string::npos);
  for (const std::string& line : split(text, '\n')) CHECK((line.empty() || line.back() != ' '));
  CHECK(succeed(probe("pool") + Arguments{"B:W21:B"}).out.find("loss: no pieces left") != std::string::npos);
}

TEST_CASE("probe says where progress is not guaranteed") {
  const TemporaryDirectory directory;
  const std::string tables = directory.path().string();
  REQUIRE(run({"build", "--rules", "pool", "--pieces", "2", "--metrics", "wdl", "--tables", tables}).status == 0);
  const Arguments arguments{"probe", "--rules", "pool", "--tables", tables};
  CHECK(succeed(arguments + Arguments{"W:W32:BK29"}).out.find("not sure to make progress") != std::string::npos);
  const json answer = succeed(arguments + Arguments{"--json", "W:W32:BK29"}).document();
  CHECK(answer.at("dtc").is_null());
  CHECK(answer.at("dtw").is_null());
}

TEST_CASE("tables may stand in several directories") {
  const TemporaryDirectory directory;
  const std::string two = directory.path().string();
  REQUIRE(run({"build", "--rules", "pool", "--pieces", "2", "--tables", two}).status == 0);
  const Arguments arguments{
      "probe", "--rules", "pool", "--tables", two, "--tables", three_piece_tables("pool").string(), "--json"};
  const std::vector<json> found = succeed(arguments + Arguments{"W:WK29:BK4", "W:WK29,K30:BK4"}).documents();
  CHECK(found.size() == 2);
}

TEST_CASE("squares may be written in algebraic names") {
  const json answer = succeed(probe("pool") + Arguments{"--squares", "algebraic", "--json", "W:Wf6:Be7,b6"}).document();
  CHECK(answer.at("wdl") == "win");
  CHECK(answer.at("dtw") == 7);  // values.tsv
  const json& best = answer.at("moves").at(0);
  CHECK(best.at("move").get<std::string>().substr(0, 2) == "f6");
  CHECK(best.at("from") == 11);
  CHECK(best.at("fen").get<std::string>().find("W") != std::string::npos);
  CHECK(best.at("fen").get<std::string>().find("d8") != std::string::npos);
}
