// The search against what is known: the independent solver's distances, draws by rule, and its own limits.

#include <fstream>
#include <random>
#include <sstream>

#include "engine_setup.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

struct Known {
  std::string rules;
  std::string fen;
  std::string wdl;
  int dtw = 0;
};

/// Decided positions of tests/data/values.tsv that end within so many plies.
std::vector<Known> decided(int most_plies) {
  std::ifstream file(LUNETTE_TEST_DATA "/values.tsv");
  std::vector<Known> all;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Known known;
    std::string dtw;
    std::getline(cells, known.rules, '\t');
    std::getline(cells, known.fen, '\t');
    std::getline(cells, known.wdl, '\t');
    std::getline(cells, dtw, '\t');
    if (dtw == "-") continue;
    known.dtw = std::stoi(dtw);
    if (known.dtw <= most_plies && known.dtw > 0) all.push_back(known);
  }
  return all;
}

/// One of the quiet moves after which the opponent cannot capture, if there is one.
std::optional<Move> safe_move(const RunningGame& game, std::mt19937& random) {
  MoveList moves;
  generate_moves(game.rules(), game.position(), moves);
  std::erase_if(moves, [&](const Move& move) {
    return move.is_capture() || has_capture(game.rules(), apply(game.position(), move));
  });
  if (moves.empty()) return std::nullopt;
  return moves[random() % moves.size()];
}

}  // namespace

TEST_CASE("without tables the search finds the ends that the independent solver knows, and when they come") {
  const std::vector<Known> all = decided(7);
  REQUIRE(all.size() >= 15);
  for (const Known& known : all) {
    INFO(known.rules << " " << known.fen);
    const Ruleset& rules = ruleset(known.rules);
    Engine engine = open_engine(parameters(rules));
    // Late moves are searched less deep at first, so that the end may be seen some plies late.
    const Searched searched = search(engine, game(rules, known.fen), to_depth(known.dtw + 4));
    const Score expected = known.wdl == "win" ? won_game - known.dtw : known.dtw - won_game;
    CHECK(searched.infos.back().score == expected);
    CHECK(searched.outcome.best == searched.infos.back().line.front());
  }
}

TEST_CASE("a capture is searched to the end of the exchange even at depth 1") {
  // 32-28 would lose a man for nothing at 23x32 but for 37x28.
  const Ruleset& rules = ruleset("international");
  Engine engine = open_engine(parameters(rules));
  const Searched even = search(engine, game(rules, "W:W32,37:B23,13"), to_depth(1));
  CHECK(std::abs(even.infos.back().score) < 60);
  const Searched won = search(engine, game(rules, "W:W28,37:B23,3"), to_depth(1));
  CHECK(won.infos.back().score > 60);
}

TEST_CASE("mutual blockade is drawn or lost as the ruleset says") {
  // rules.md: either side to move of W:W17-24:B9-16 is blocked. One ply before it White can only play 28-24.
  for (const auto& [name, drawn] :
       {std::pair{"traditional", true}, {"minor", true}, {"pool", false}, {"german", false}}) {
    INFO(name);
    const Ruleset& rules = ruleset(name);
    Engine engine = open_engine(parameters(rules));
    const Searched searched = search(engine, game(rules, "W:W17-23,28:B9-16"), to_depth(2));
    CHECK(searched.infos.back().score == (drawn ? 0 : won_game - 1));
  }
}

TEST_CASE("a count that is about to run out makes a draw of a win") {
  // rules.md: after its thirteenth move the lone king has drawn. Games of random moves in which it has made twelve;
  // where the stronger side wins in three plies without the moves before, it is too late with them.
  const Ruleset& rules = ruleset("traditional");
  Engine engine = open_engine(parameters(rules));
  std::mt19937 random(1);
  int late = 0;
  for (int i = 0; i < 1500 && late < 5; ++i) {
    RunningGame played = game(rules, "B:WK1,K2,K3:BK30");
    while (played.count()->moves < 12) {
      const std::optional<Move> safe = safe_move(played, random);
      if (!safe) break;
      played.play(*safe);
    }
    if (played.count()->moves < 12 || played.position().side != Color::white) continue;
    engine.forget();
    const RunningGame fresh(rules, played.position());
    if (search(engine, fresh, to_depth(4)).infos.back().score != won_game - 3) continue;
    ++late;
    INFO(write_fen(rules.board, played.position()));
    CHECK_FALSE(is_sure(search(engine, played, to_depth(4)).infos.back().score));
  }
  CHECK(late == 5);
}

TEST_CASE("who can bring a position about again reckons with a draw") {
  // Three kings and a man against a king: nothing better than to go to and fro.
  const Ruleset& rules = ruleset("international");
  Engine engine = open_engine(parameters(rules));
  const char* start = "B:WK1,K6,K16,45:BK46";
  CHECK(search(engine, game(rules, start), to_depth(1)).infos.back().score < 0);
  const RunningGame repeated = game(rules, start, {"46-5", "1-7", "5-46", "7-1"});
  for (int depth = 1; depth <= 3; ++depth) {
    const Searched searched = search(engine, repeated, to_depth(depth));
    CHECK(searched.infos.back().score == 0);
    CHECK(searched.infos.back().line.size() == 1);
    engine.forget();
  }
}

TEST_CASE("limits of depth and nodes hold, and the same search gives the same answer") {
  for (const char* name : {"pool", "international"}) {
    const Ruleset& rules = ruleset(name);
    const RunningGame start(rules, start_position(rules.board));
    std::vector<std::vector<std::uint64_t>> nodes;
    for (int run = 0; run < 2; ++run) {
      Engine engine = open_engine(parameters(rules));
      const Searched searched = search(engine, start, to_depth(6));
      REQUIRE(searched.infos.size() == 6);
      nodes.emplace_back();
      for (const SearchInfo& info : searched.infos) nodes.back().push_back(info.nodes);
    }
    CHECK(nodes[0] == nodes[1]);
    Engine engine = open_engine(parameters(rules));
    Level level;
    level.nodes = 2000;
    const Searched searched = search(engine, start, level);
    REQUIRE_FALSE(searched.infos.empty());
    CHECK(searched.infos.back().nodes <= 2000);
    level.nodes = 1;
    CHECK_NOTHROW(search(engine, start, level));  // and there is a move all the same
  }
}

TEST_CASE("a line of play is a sequence of legal moves") {
  for (const Ruleset& rules : all_rulesets()) {
    INFO(rules.name);
    Engine engine = open_engine(parameters(rules));
    const Searched searched = search(engine, RunningGame(rules, start_position(rules.board)), to_depth(7));
    Position at = start_position(rules.board);
    MoveList legal;
    for (const Move& move : searched.infos.back().line) {
      generate_moves(rules, at, legal);
      REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
      at = apply(at, move);
    }
    CHECK(searched.outcome.ponder == searched.infos.back().line.at(1));
  }
}

TEST_CASE("several threads find the same end") {
  EngineParameters chosen = parameters(ruleset("brazilian"));
  chosen.threads = 3;
  Engine engine = open_engine(chosen);
  const RunningGame start = game(*chosen.rules, "W:W14,K19,23:B18");
  for (int run = 0; run < 5; ++run) {
    CHECK(search(engine, start, to_depth(10)).infos.back().score == won_game - 7);
    engine.forget();
  }
}

TEST_CASE("sizes beyond the machine's memory and directories that are none are refused") {
  EngineParameters chosen = parameters(ruleset("pool"));
  chosen.hash = 1 << 20;
  const auto large = Engine::open(chosen);
  REQUIRE_FALSE(large);
  CHECK(large.error().code == ErrorCode::out_of_memory);
  chosen.hash = 1;
  chosen.tables = {"/nonexistent/tables"};
  CHECK_FALSE(Engine::open(chosen));
}
