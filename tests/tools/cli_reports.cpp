// stats, diagonal, claims and info on tables that the program built.

#include <map>
#include <string>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;

namespace {

Arguments with_tables(const std::string& subcommand, const std::string& rules) {
  return {subcommand, "--rules", rules, "--tables", three_piece_tables(rules).string()};
}

/// results.tsv: a number, "-" for none, "?" for not known.
void check_column(const json& row, const std::string& name, const std::string& expected) {
  if (expected == "?") return;
  INFO(name);
  if (expected == "-") {
    CHECK(row.at(name).is_null());
  } else {
    CHECK(row.at(name) == std::stoll(expected));
  }
}

int pieces_of(const std::string& material) {
  return static_cast<int>(material.size()) - 1;
}

/// The rows of results.tsv up to 3 pieces against stats; the number of rows compared.
int compare_results(const std::string& rules) {
  std::map<std::pair<std::string, std::string>, json> found;
  const json statistics = succeed(with_tables("stats", rules) + Arguments{"--json"}).document();
  for (const json& row : statistics.at("tables")) {
    CHECK(row.size() == 14);
    found[{row.at("material").get<std::string>(), row.at("side").get<std::string>()}] = row;
  }
  const std::vector<std::string> columns{"win",         "cursed-win",   "draw",        "blessed-loss", "loss",
                                         "max_dtw_win", "max_dtw_loss", "max_dtc_win", "max_dtc_loss"};
  int compared = 0;
  for (const std::vector<std::string>& row : read_rows("results.tsv")) {
    if (row[0] != rules || pieces_of(row[1]) > 3) continue;
    INFO(rules << " " << row[1] << " " << row[2]);
    const auto position = found.find({row[1], row[2]});
    REQUIRE(position != found.end());
    for (std::size_t i = 0; i < columns.size(); ++i) check_column(position->second, columns[i], row[3 + i]);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("stats --json equals results.tsv up to 3 pieces") {
  for (const std::string rules : {"traditional", "minor", "german", "brazilian", "pool", "russian"}) {
    INFO(rules);
    CHECK(compare_results(rules) >= 10);
  }
}

TEST_CASE("stats in text groups digits and shows the longest win") {
  const std::string text = succeed(with_tables("stats", "brazilian") + Arguments{"KvKK", "KMvK"}).out;
  // results.tsv: brazilian KKvK white and KMvK black.
  CHECK(text.find("9,252") != std::string::npos);
  CHECK(text.find("21,729") != std::string::npos);
  CHECK(text.find("KKvK") != std::string::npos);
  CHECK(text.find("KvM") == std::string::npos);
  CHECK(text.find("cursed") == std::string::npos);
  CHECK(succeed(with_tables("stats", "traditional")).out.find("cursed") != std::string::npos);
}

TEST_CASE("stats names a table that is not there") {
  refuse(with_tables("stats", "traditional") + Arguments{"KKKvK"}, {"lunette stats: ", "KKKvK"});
  const TemporaryDirectory empty;
  refuse({"stats", "--rules", "traditional", "--tables", empty.path().string()}, {"lunette stats: ", "traditional"});
  const std::string missing = (empty.path() / "none").string();
  for (const std::string subcommand : {"stats", "diagonal", "verify"}) {
    refuse({subcommand, "--rules", "traditional", "--tables", missing}, {"lunette " + subcommand + ": ", missing});
  }
}

TEST_CASE("diagonal counts every position once and the count's 194") {
  const TemporaryDirectory directory;
  const std::string tables = directory.path().string();
  REQUIRE(run({"build", "--rules", "traditional", "--material", "KKKvK", "--tables", tables}).status == 0);
  const json report = succeed({"diagonal", "--rules", "traditional", "--tables", tables, "--json"}).document();
  CHECK(report.at("rules") == "traditional");
  CHECK(!report.at("verdict").get<std::string>().empty());
  std::map<std::string, std::uint64_t> positions;
  std::map<std::string, std::uint64_t> cursed;
  for (const json& row : report.at("rows")) {
    CHECK(row.size() == 9);
    CHECK(row.at("capture").is_boolean());
    const std::string key = row.at("material").get<std::string>() + " " + row.at("side").get<std::string>();
    for (const std::string count : {"strong_wins", "cursed", "draws", "lone_wins"}) {
      positions[key] += row.at(count).get<std::uint64_t>();
    }
    cursed[key] += row.at("cursed").get<std::uint64_t>();
  }
  // counts.tsv; rules.md: exactly 194 blessed losses in KKKvK, with the lone king to move.
  const std::map<std::string, std::uint64_t> expected{
      {"KKvK lone", 14880}, {"KKvK strong", 14880}, {"KKKvK lone", 143840}, {"KKKvK strong", 143840}};
  CHECK(positions == expected);
  CHECK(cursed["KKKvK lone"] == 194);
  CHECK(cursed["KKKvK strong"] == 0);
  CHECK(cursed["KKvK lone"] == 0);

  const std::string text = succeed({"diagonal", "--rules", "traditional", "--tables", tables}).out;
  CHECK(text.find("The main diagonal in traditional\n") == 0);
  CHECK(text.find("KKKvK") != std::string::npos);
}

TEST_CASE("diagonal names the table that it misses") {
  refuse(with_tables("diagonal", "traditional"), {"lunette diagonal: ", "KKKvK"});
}

TEST_CASE("claims on the command line: text, Markdown and JSON, the same for any number of threads") {
  const BuiltSet set("german", {material("KKvK"), material("KKKvK")}, every_metric());
  const Arguments command{"claims", "--rules", "german", "--tables", set.directory().string()};
  const auto output = [&](const Arguments& more) {
    const Finished finished = run(command + more);
    REQUIRE(finished.status == 0);
    return finished.out;
  };
  const std::string text = output({"--threads", "1"});
  CHECK(text == output({"--threads", "2"}));
  CHECK(text.starts_with("What the sources claim, in german\n"));
  CHECK(text.find("Not examined: KKKvKK.wdl, KKKvKM.wdl not there.") != std::string::npos);
  const std::string markdown = output({"--markdown"});
  CHECK(markdown.starts_with("## german\n"));
  CHECK(markdown.find("\n### king-and-man\n") != std::string::npos);

  const json report = json::parse(output({"--json"}));
  CHECK(report.at("rules") == "german");
  std::vector<std::string> names;
  for (const json& claim : report.at("claims")) {
    CHECK(claim.size() == 10);
    names.push_back(claim.at("claim"));
    CHECK(claim.at("verdict").is_null() == claim.at("missing").is_string());
    for (const json& table : claim.at("tables")) {
      for (const json& row : table.at("rows")) CHECK(row.size() == table.at("columns").size());
    }
  }
  CHECK(names == std::vector<std::string>{"main-line", "correct-play", "trap", "off-the-line", "limits", "possession",
                                          "king-and-man", "crowning", "king-for-men"});
  refuse(command + Arguments{"--json", "--markdown"}, {"lunette claims: ", "--markdown"});
  refuse({"claims", "--rules", "german", "--tables", three_piece_tables("german").string()}, {"KKKvK.wdl"});
}

TEST_CASE("info tells a header in words and in JSON") {
  const std::string directory = (three_piece_tables("traditional") / "traditional").string();
  const std::string wdl = directory + "/KKvK.wdl";
  const std::string dtw = directory + "/MMvM.dtw";
  const std::vector<json> documents = succeed({"info", wdl, dtw, "--json"}).documents();
  REQUIRE(documents.size() == 2);
  CHECK(documents[0].at("file") == wdl);
  CHECK(documents[0].at("ruleset") == "traditional");
  CHECK(documents[0].at("board") == "8x8");
  CHECK(documents[0].at("material") == "KKvK");
  CHECK(documents[0].at("metric") == "wdl");
  CHECK(documents[0].at("count_limit") == 13);
  CHECK(documents[0].at("entries") == 14880);
  CHECK(documents[0].at("sides") == 2);
  CHECK(documents[0].at("bytes") == std::filesystem::file_size(wdl));
  CHECK(documents[0].at("file_checksum").get<std::string>().size() == 16);
  CHECK(documents[1].at("metric") == "dtw");

  const std::string text = succeed({"info", wdl, dtw}).out;
  for (const std::string words : {"KKvK", "traditional (8x8)", "14,880 for each side to move", "WDL", "DTW"}) {
    INFO(words);
    CHECK(text.find(words) != std::string::npos);
  }
}

TEST_CASE("info names each file that is none, and tells the others") {
  const TemporaryDirectory directory;
  const std::string bad = (directory.path() / "KvK.wdl").string();
  const std::string good = (three_piece_tables("traditional") / "traditional" / "KvK.wdl").string();
  write_file(bad, std::vector<char>(4096, 'x'));
  refuse({"info", bad}, {"lunette info: ", bad});
  refuse({"info", directory.path().string()}, {"lunette info: ", directory.path().string()});
  refuse({"info", bad + ".gone"}, {"lunette info: ", bad + ".gone"});

  const Finished mixed = run({"info", "--json", bad, good});
  CHECK(mixed.status == 2);
  CHECK(is_one_line(mixed.err));
  const std::vector<json> documents = mixed.documents();
  REQUIRE(documents.size() == 2);
  CHECK(documents[0].at("file") == bad);
  CHECK(documents[0].at("error").at("code") == "corrupt_file");
  CHECK(documents[1].at("material") == "KvK");
}
