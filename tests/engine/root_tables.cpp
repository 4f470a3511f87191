// Play from tables: the value, progress, resistance, and what the tables do not know.

#include "root_tables.hpp"

#include <algorithm>
#include <random>

#include "engine_setup.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

Tablebase open_tables(const Ruleset& rules, const std::filesystem::path& directory,
                      std::vector<Metric> metrics = {Metric::wdl, Metric::dtc, Metric::dtw}) {
  OpenOptions options;
  options.directories = {directory};
  options.metrics = std::move(metrics);
  auto opened = Tablebase::open(rules, options);
  REQUIRE(opened);
  return *std::move(opened);
}

/// Some legal positions of a class with a move, always the same.
std::vector<Position> some_positions(const Ruleset& rules, const char* name, int number) {
  const Indexer indexer(rules.board, *parse_material(name));
  std::mt19937_64 random(7);
  std::vector<Position> positions;
  while (std::cmp_less(positions.size(), number)) {
    Position at = indexer.unrank(random() % indexer.size());
    at.side = random() % 2 == 0 ? Color::white : Color::black;
    if (has_move(rules, at)) positions.push_back(at);
  }
  return positions;
}

const RankedMove& chosen(const TableChoice& choice) {
  return choice.probe.moves[choice.best];
}

/// The move back, where it is legal.
std::optional<Move> undoing(const RunningGame& game, const Move& move) {
  MoveList moves;
  generate_moves(game.rules(), game.position(), moves);
  const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& each) {
    return !each.converts() && each.from == move.to && each.to == move.from;
  });
  return found == moves.end() ? std::nullopt : std::optional<Move>(*found);
}

enum class Answers { same, different };

/// The game after two rounds of a quiet move, an answer, and both taken back, with the same answer in both rounds or a
/// different one; absent where that is not possible.
std::optional<RunningGame> shuffled(const RunningGame& start, const Move& move, Answers kind) {
  if (move.converts()) return std::nullopt;
  RunningGame moved = start;
  moved.play(move);
  MoveList answers;
  generate_moves(start.rules(), moved.position(), answers);
  RunningGame game = start;
  int rounds = 0;
  for (const Move& answer : answers) {
    if (answer.converts()) continue;
    RunningGame there = moved;
    there.play(answer);
    const auto back = undoing(there, move);
    if (!back) continue;
    there.play(*back);
    const auto answer_back = undoing(there, answer);
    if (!answer_back) continue;
    do {
      for (const Move& each : {move, answer, *back, *answer_back}) game.play(each);
      if (++rounds == 2) return game;
    } while (kind == Answers::same);
  }
  return std::nullopt;
}

std::ptrdiff_t wins(const Probe& probe) {
  return std::count_if(probe.moves.begin(), probe.moves.end(),
                       [](const RankedMove& move) { return move.answer.wdl == Wdl::loss; });
}

}  // namespace

TEST_CASE("the move chosen keeps the value, and a loss lasts as long as it can") {
  for (const char* name : {"traditional", "international", "russian"}) {
    const Ruleset& rules = ruleset(name);
    const Tablebase tables = open_tables(rules, built_tables(rules, 3));
    for (const char* material : {"KKvK", "KvMM", "KMvM", "MMvM"}) {
      for (const Position& at : some_positions(rules, material, 60)) {
        INFO(name << " " << write_fen(rules.board, at));
        const auto choice = ask_tables(tables, RunningGame(rules, at));
        REQUIRE(choice);
        CHECK(choice->decided);
        CHECK(chosen(*choice).answer.wdl == -choice->probe.answer.wdl);
        if (choice->probe.answer.wdl != Wdl::loss) continue;
        for (const RankedMove& other : choice->probe.moves) CHECK(*chosen(*choice).answer.dtw >= *other.answer.dtw);
      }
    }
  }
}

TEST_CASE("a win is not given away to a third repetition") {
  const BuiltSet lone_king("pool", {*parse_material("KKKvK")}, {Metric::wdl, Metric::dtc, Metric::dtw});
  const Ruleset& rules = lone_king.rules();
  const Tablebase tables = lone_king.open();
  int tried = 0;
  for (const Position& at : some_positions(rules, "KKKvK", 300)) {
    const auto first = ask_tables(tables, RunningGame(rules, at));
    if (first->probe.answer.wdl != Wdl::win || wins(first->probe) < 2) continue;
    // The players have had the position after the best move twice already.
    for (const Answers kind : {Answers::same, Answers::different}) {
      const auto played = shuffled(RunningGame(rules, at), chosen(*first).move, kind);
      if (!played) continue;
      INFO(write_fen(rules.board, at));
      const auto again = ask_tables(tables, *played);
      ++tried;
      CHECK(chosen(*again).answer.wdl == Wdl::loss);
      CHECK(played->occurrences(chosen(*again).after) < 2);
    }
  }
  CHECK(tried >= 10);
}

TEST_CASE("a loser takes the draw that a third repetition gives") {
  int tried = 0;
  const Ruleset& rules = ruleset("pool");
  const Tablebase tables = open_tables(rules, built_tables(rules, 3));
  for (const Position& at : some_positions(rules, "KKvK", 2000)) {
    const auto first = ask_tables(tables, RunningGame(rules, at));
    if (first->probe.answer.wdl != Wdl::loss || chosen(*first).conversion) continue;
    const auto played = shuffled(RunningGame(rules, at), chosen(*first).move, Answers::same);
    if (!played) continue;
    INFO(write_fen(rules.board, at));
    const auto again = ask_tables(tables, *played);
    ++tried;
    CHECK(played->occurrences(chosen(*again).after) == 2);
  }
  CHECK(tried >= 3);
}

TEST_CASE("with values alone a search finds the way, and tables that do not reach so far are no trouble") {
  const Ruleset& rules = ruleset("pool");
  const std::filesystem::path directory = built_tables(rules, 3);
  CHECK_FALSE(ask_tables(open_tables(rules, directory, {Metric::wdl}), game(rules, "W:WK1,K2,K3:BK30")));
  const auto choice = ask_tables(open_tables(rules, directory, {Metric::wdl}), game(rules, "W:W14,K19:B18"));
  REQUIRE(choice);
  CHECK_FALSE(choice->decided);
  for (const Move& move : moves_of_best_value(choice->probe)) {
    const auto kept = std::find_if(choice->probe.moves.begin(), choice->probe.moves.end(),
                                   [&](const RankedMove& ranked) { return ranked.move == move; });
    CHECK(kept->answer.wdl == choice->probe.moves.front().answer.wdl);
  }
}

TEST_CASE("the engine plays from tables at once, and searches towards them with their values") {
  const Ruleset& rules = ruleset("pool");
  EngineParameters set = parameters(rules);
  set.tables = {built_tables(rules, 3)};
  Engine engine = open_engine(set);
  const Searched held = search(engine, game(rules, "W:W8:BK29"), Level(), SearchMode::think);
  REQUIRE(held.infos.size() == 1);
  CHECK(held.infos[0].score == won_game - 3);  // tests/data/values.tsv
  CHECK(held.verdicts.empty());
  const Searched listed = search(engine, game(rules, "W:W8:BK29"), to_depth(1), SearchMode::analyze);
  REQUIRE(listed.verdicts.size() == 1);
  CHECK(listed.verdicts[0].moves.size() == 2);
}

TEST_CASE("a result that lies in the tables is seen from outside of them, as far away as it is") {
  const Ruleset& rules = ruleset("brazilian");
  const std::filesystem::path directory = built_tables(rules, 3);
  const Tablebase tables = open_tables(rules, directory);
  EngineParameters set = parameters(rules);
  set.tables = {directory};
  Engine engine = open_engine(set);
  int seen = 0;
  for (const Position& at : some_positions(rules, "MMvMM", 40)) {
    INFO(write_fen(rules.board, at));
    const Searched searched = search(engine, RunningGame(rules, at), to_depth(6));
    CHECK(searched.troubles.empty());
    const SearchInfo& last = searched.infos.back();
    if (!is_sure(last.score) || std::abs(last.score) > won_table) continue;
    ++seen;
    const int plies = won_table - std::abs(last.score);
    REQUIRE(std::cmp_greater_equal(last.line.size(), plies));
    Position entered = at;
    for (int ply = 0; ply < plies; ++ply) entered = apply(entered, last.line[static_cast<std::size_t>(ply)]);
    const auto value = tables.probe_wdl(entered);
    REQUIRE(value);
    CHECK(*value == ((last.score > 0) == (entered.side == at.side) ? Wdl::win : Wdl::loss));
  }
  CHECK(seen >= 10);
}
