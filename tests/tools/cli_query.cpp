// lunette query as a user runs it.

#include <string>
#include <vector>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;

namespace {

Arguments query(const std::string& rules, const Arguments& rest) {
  return Arguments{"query", "--rules", rules, "--tables", three_piece_tables(rules).string()} + rest;
}

/// The column of results.tsv.
long long known(const std::string& rules, const std::string& material, const std::string& side, std::size_t column) {
  for (const std::vector<std::string>& row : read_rows("results.tsv")) {
    if (row[0] == rules && row[1] == material && row[2] == side) return std::stoll(row[column]);
  }
  FAIL(rules << " " << material << " " << side);
  return 0;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace

TEST_CASE("query counts what results.tsv counts") {
  const long long white = known("brazilian", "KKvK", "white", 3);
  const long long black = known("brazilian", "KKvK", "black", 3);
  const json document = succeed(query("brazilian", {"KKvK", "wdl == win", "--json"})).document();
  CHECK(document.size() == 7);
  CHECK(document.at("rules") == "brazilian");
  CHECK(document.at("material") == "KKvK");
  CHECK(document.at("expression") == "wdl == win");
  CHECK(document.at("positions") == 2 * 14880);  // 32 * 31 * 30 / 2, either side to move
  CHECK(document.at("matches") == white + black);
  CHECK(document.at("white").at("matches") == white);
  CHECK(document.at("black").at("matches") == black);
  CHECK(document.at("black").at("positions") == 14880);
  const json flipped = succeed(query("brazilian", {"KvKK", "wdl == win", "--json"})).document();
  CHECK(flipped.at("material") == "KvKK");
  CHECK(flipped.at("white").at("matches") == black);
  CHECK(flipped.at("black").at("matches") == white);
  const std::string text = succeed(query("brazilian", {"KKvK", "wdl == win", "--count"})).out;
  CHECK(text.find("of 29,760 positions") != std::string::npos);
  CHECK(text.find("White to move: ") != std::string::npos);
}

TEST_CASE("query lists positions that probe agrees with") {
  const std::string expression = "wdl == win && dtw >= 5 && !capture && side == black";
  const json document = succeed(query("russian", {"KvKM", expression, "--list", "--limit", "20", "--json"})).document();
  CHECK(document.at("list").size() == 20);
  const std::vector<std::string> lines =
      lines_of(succeed(query("russian", {"KvKM", expression, "--list", "--limit", "20"})).out);
  REQUIRE(lines.size() == 20);
  Arguments probe{"probe", "--rules", "russian", "--tables", three_piece_tables("russian").string(), "--json"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const json& entry = document.at("list").at(i);
    CHECK(entry.size() == 4);
    const std::string fen = entry.at("fen").get<std::string>();
    const std::vector<std::string> cells = split(lines[i], '\t');
    CHECK(cells[0] == fen);
    CHECK(cells[1] == "win");
    CHECK(cells[3] == "dtw " + std::to_string(entry.at("dtw").get<int>()));
    probe.push_back(fen);
  }
  std::size_t next = 0;
  for (const json& answer : succeed(probe).documents()) {
    const json& entry = document.at("list").at(next++);
    for (const char* name : {"fen", "wdl", "dtc", "dtw"}) CHECK(answer.at(name) == entry.at(name));
    CHECK(answer.at("dtw") >= 5);
  }
  CHECK(next == 20);
}

TEST_CASE("query samples, ranks and groups") {
  const Arguments sample = query("russian", {"KMvK", "wdl == draw", "--sample", "5", "--seed", "3"});
  CHECK(lines_of(succeed(sample).out).size() == 5);
  CHECK(succeed(sample).out == succeed(sample + Arguments{"--threads", "1"}).out);
  CHECK(succeed(sample).out != succeed(query("russian", {"KMvK", "wdl == draw", "--sample", "5"})).out);

  const json top = succeed(query("russian", {"KMvK", "wdl == win", "--top", "3", "--json"})).document();
  CHECK(top.at("by") == "dtw");
  const long long longest = std::max(known("russian", "KMvK", "white", 8), known("russian", "KMvK", "black", 8));
  CHECK(top.at("list").at(0).at("value") == longest);
  CHECK(top.at("list").at(0).at("dtw") == longest);
  const std::vector<std::string> most =
      lines_of(succeed(query("russian", {"KKvK", "!capture", "--top", "2", "--by", "moves"})).out);
  REQUIRE(most.size() == 2);
  CHECK(most[0].find("\tmoves ") != std::string::npos);
  const json least = succeed(query("russian", {"KKvK", "true", "--bottom", "1", "--by", "wdl", "--json"})).document();
  CHECK(least.at("list").at(0).at("value") == "loss");

  const json groups = succeed(query("russian", {"KKvK", "true", "--group-by", "wdl", "--json"})).document();
  CHECK(groups.at("group_by") == "wdl");
  CHECK(groups.at("groups").at(0).at("value") == "loss");
  CHECK(groups.at("groups").at(0).at("white") == known("russian", "KKvK", "white", 7));
  const std::string text = succeed(query("russian", {"KKvK", "true", "--group-by", "dtw"})).out;
  CHECK(text.find("KKvK dtw") == 0);
  CHECK(text.find("\nnone ") != std::string::npos);
}

TEST_CASE("query takes several classes, or all") {
  const std::vector<json> two = succeed(query("russian", {"KvM,KKvK", "true", "--json"})).documents();
  REQUIRE(two.size() == 2);
  CHECK(two[0].at("material") == "KvM");
  CHECK(two[1].at("material") == "KKvK");
  CHECK(succeed(query("russian", {"all", "capture", "--json"})).documents().size() == 9);  // 3 of 2 pieces, 6 of 3
}

TEST_CASE("query refuses in one line") {
  refuse(query("russian", {"KKvK", "on(K, diagnal)"}), {"column 7", "found 'diagnal'", "a region"});
  refuse(query("russian", {"KKvK", "true", "--group-by", "dtw +"}), {"--group-by: column 5", "found '+'"});
  refuse(query("russian", {"KKvK", "true", "--top", "3", "--by", "("}), {"--by: column 2"});
  refuse(query("russian", {"KKvX", "true"}), {"KKvX"});
  refuse(query("russian", {"KKvK,", "true"}), {"lunette query: "});
  refuse(query("russian", {"KKKvK", "true"}), {"russian/KKKvK.wdl"});
  refuse(query("russian", {"KKvK"}), {"EXPRESSION"});
  refuse(query("russian", {"KKvK", "true", "--list", "--count"}), {"--list", "--count"});
  refuse(query("russian", {"KKvK", "true", "--list", "--top", "3"}), {"--list", "--top", "expected one of them"});
  refuse(query("russian", {"KKvK", "true", "--sample", "0"}), {"--sample", "at least 1"});
  refuse(query("russian", {"KKvK", "true", "--seed", "1"}), {"--seed", "--sample"});
  refuse(query("russian", {"KKvK", "true", "--limit", "1"}), {"--limit", "--list"});
  refuse(query("russian", {"KKvK", "true", "--by", "dtw"}), {"--by", "--top"});
}
