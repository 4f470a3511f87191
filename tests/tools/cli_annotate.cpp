// lunette annotate: what goes where, and what is refused.

#include <fstream>
#include <iterator>
#include <string>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette::testing;
using nlohmann::json;

namespace {

const std::string won =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Ruleset \"brazilian\"]\n[FEN \"W:W8:B1,3\"]\n\n*\n\n";
const std::string broken = "[GameType \"26\"]\n[FEN \"W:W8:B1,3\"]\n\n1. 8-5 *\n\n";

Arguments annotate(const Arguments& more) {
  return Arguments{"annotate", "--tables", three_piece_tables("brazilian").string()} + more;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("games go to standard output, or to --out with the summary in their place") {
  const std::string text = succeed(annotate({"-"}), won).out;
  CHECK(holds(text, "{table: White wins in 25 plies} *\n\n"));

  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "games.pdn";
  const std::filesystem::path out = directory.path() / "annotated.pdn";
  std::ofstream(file) << won;
  std::ofstream(out) << "what was there";
  std::filesystem::permissions(out, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const std::string summary = succeed(annotate({"--out", out.string(), file.string()})).out;
  CHECK(contents(out) == text);
  CHECK(std::filesystem::status(out).permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(holds(summary, "1 game, 1 position, 1 of them in the tables\n"));
  CHECK(succeed(annotate({"--summary", file.string()})).out == summary);
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 2);
}

TEST_CASE("the option --out never takes the place of the games, nor of anything if no game was read") {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "games.pdn").string();
  const std::string link = (directory.path() / "link.pdn").string();
  const std::string out = (directory.path() / "out.pdn").string();
  std::ofstream(file) << won;
  std::filesystem::create_symlink(file, link);
  std::ofstream(out) << "what was there";
  refuse(annotate({"--out", file, file}), {"--out: ", "a file of games to be read"});
  refuse(annotate({"--out", link, file}), {"--out: ", "a file of games to be read"});
  CHECK(contents(file) == won);
  refuse(annotate({"--out", out, "/nowhere/games.pdn"}), {"/nowhere/games.pdn"});
  refuse(annotate({"--out", out, "/dev/null"}), {"no game in it"});
  CHECK(contents(out) == "what was there");
  refuse(annotate({"--out", "/nowhere/out.pdn", file}), {"--out: /nowhere: "});
  refuse(annotate({"--out", directory.path().string(), file}), {"--out: ", "is a directory"});
  refuse(annotate({"--out", "", file}), {"--out", "expected a file"});
}

TEST_CASE("games are not judged without tables") {
  const TemporaryDirectory directory;
  refuse({"annotate", "--tables", directory.path().string(), "-"}, {"--tables: no tables in "});
  refuse({"annotate", "--rules", "pool", "--tables", directory.path().string(), "-"},
         {"--tables: no tables of pool in "});
}

TEST_CASE("digits that are no move number are a move that cannot be read") {
  const Finished finished = run(annotate({"-"}), "[GameType \"26\"]\n[FEN \"W:W8:B1,3\"]\n\n1. 84 *\n\n");
  CHECK(finished.status == 2);
  CHECK(holds(finished.err, "move 1.: bad move '84': "));
  CHECK(holds(finished.out, "1. 84 *"));
}

TEST_CASE("JSON has an object for each game and one with the summary") {
  const Finished finished = run(annotate({"--json", "-"}), won + broken);
  CHECK(finished.status == 2);
  CHECK(finished.err == "lunette annotate: 1 of 2 games have faults\n");
  const std::vector<json> documents = finished.documents();
  REQUIRE(documents.size() == 3);
  CHECK(documents[0].at("end").at("answer").at("dtw") == 25);
  CHECK(documents[0].at("faults").empty());
  CHECK(documents[1].at("game") == 2);
  CHECK(documents[1].at("faults").at(0).at("line") == 12);
  CHECK(documents[1].at("faults").at(0).at("move") == "1.");
  CHECK(documents[2].at("summary").at("games") == 2);
  CHECK(documents[2].at("summary").at("faulty") == 1);
}

TEST_CASE("a fault is told by file, game, line and move, and the other games are still done") {
  const Finished finished = run(annotate({"-"}), broken + won);
  CHECK(finished.status == 2);
  CHECK(finished.err.starts_with("lunette annotate: -: game 1, line 4, move 1.: bad move '8-5': "));
  CHECK(is_one_line(finished.err));
  CHECK(holds(finished.out, "{table: White wins in 25 plies} *\n"));
  CHECK(holds(finished.out, "1. 8-5 *"));
}

TEST_CASE("files that hold no games and games of another board are refused") {
  refuse(annotate({"/nowhere/games.pdn"}), {"lunette annotate: /nowhere/games.pdn: "});
  refuse(annotate({"/"}), {"lunette annotate: /: is a directory"});
  refuse(annotate({"/dev/null"}), {"/dev/null: no game in it"});
  refuse({"annotate", "--tables", "/nowhere", "-"}, {"--tables", "/nowhere"});
  refuse(annotate({}), {"FILE"});
  refuse(annotate({"--json", "--summary", "-"}), {"--summary"});
  const Finished other = run(annotate({"--rules", "brazilian", "-"}), "[GameType \"20\"]\n1. 32-28 *\n");
  CHECK(other.status == 2);
  CHECK(holds(other.err, "game 1, line 1: GameType 20 is played on 10x10, the ruleset brazilian on 8x8"));
  CHECK(holds(other.out, "1. 32-28 *"));
}

TEST_CASE("the sample's games are annotated; the one with the slip is told") {
  const std::string file = std::string(LUNETTE_TEST_DATA) + "/games.pdn";
  const Finished finished = run(annotate({"--json", file}));
  CHECK(finished.status == 2);
  const std::vector<json> documents = finished.documents();
  REQUIRE(documents.size() == 9);
  for (std::size_t game = 0; game < 8; ++game) {
    INFO(game);
    CHECK(documents[game].at("faults").size() == (game == 5 ? 1 : 0));
    CHECK(documents[game].at("positions") > 10);
  }
  CHECK(documents[5].at("faults").at(0).at("move") == "11.");
}
