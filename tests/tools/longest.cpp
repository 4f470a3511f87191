#include "lunette/analysis/longest.hpp"

#include <algorithm>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/games/longest_game.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

/// Counted once more by probing the positions after all moves.
OnlyMove expected_mark(const Tablebase& tablebase, const Position& before, const LineStep& step) {
  const bool wins = static_cast<int>(step.before.wdl) > 0;
  MoveList moves;
  generate_moves(tablebase.rules(), before, moves);
  if (!wins || moves.size() < 2) return OnlyMove::no;
  int keeping = 0;
  int as_fast = 0;
  for (const Move& move : moves) {
    const Result<Answer> answer = tablebase.probe(apply(before, move));
    REQUIRE(answer);
    if (-answer->wdl != step.before.wdl) continue;
    ++keeping;
    if (answer->dtw <= step.ranked.answer.dtw) ++as_fast;
  }
  if (keeping == 1) return OnlyMove::winning;
  return as_fast == 1 ? OnlyMove::fastest : OnlyMove::no;
}

}  // namespace

TEST_CASE("longest wins last as long as their tables say, and only moves are what probing says") {
  const BuiltSet set("international", 3, every_metric());
  const Tablebase tablebase = set.open();
  const Result<std::vector<LongestWin>> wins = collect_longest_wins(tablebase);
  REQUIRE(wins);
  CHECK(wins->size() > 8);
  for (const LongestWin& win : *wins) {
    CAPTURE(win.material.name(), static_cast<int>(win.position.side));
    CHECK(win.line.start.wdl == Wdl::win);
    REQUIRE(win.line.start.dtw);
    CHECK(win.line.steps.size() == static_cast<std::size_t>(*win.line.start.dtw));
    CHECK(win.line.end == Line::End::game_over);
    const Result<const TableFile*> table = tablebase.table(win.material, Metric::dtw);
    REQUIRE(table);
    CHECK(*win.line.start.dtw == (*table)->header().statistics[index_of(win.position.side)].max_win);
    REQUIRE(win.only.size() == win.line.steps.size());
    Position before = win.position;
    for (std::size_t i = 0; i < win.only.size(); ++i) {
      CHECK(win.only[i] == expected_mark(tablebase, before, win.line.steps[i]));
      before = win.line.steps[i].ranked.after;
    }
  }
}

// Best play by DTC, which a ruleset with a count ranks by, ends this win after 13 plies; DTW promises 47.
TEST_CASE("the line of a longest win goes by DTW where that keeps the value") {
  const BuiltSet set("traditional", {material("KKMvK")}, every_metric());
  const Result<std::vector<LongestWin>> wins = collect_longest_wins(set.open(), {material("KvKKM")});
  REQUIRE(wins);
  REQUIRE(wins->size() == 2);
  CHECK((*wins)[0].line.start.dtw == 47);
  CHECK((*wins)[0].line.steps.size() == 47);
  CHECK((*wins)[1].position.side == Color::black);
}

TEST_CASE("only moves are marked in the game of a longest win") {
  const BuiltSet set("traditional", {material("KKvM")}, every_metric());
  const Tablebase tablebase = set.open();
  const Result<std::vector<LongestWin>> wins = collect_longest_wins(tablebase, {material("KKvM")});
  REQUIRE(wins);
  for (const LongestWin& win : *wins) {
    const Game game = game_of_longest_win(tablebase.rules(), win, SquareNames::numeric);
    REQUIRE(game.moves.moves.size() == win.only.size());
    for (std::size_t i = 0; i < win.only.size(); ++i) {
      const GameMove& move = game.moves.moves[i];
      const bool marked = std::count(move.nags.begin(), move.nags.end(), nag::only_move) > 0;
      CHECK(marked == (win.only[i] == OnlyMove::winning));
      CHECK(move.comments_after.empty() == (win.only[i] == OnlyMove::no));
    }
    CHECK(write_pdn(game).find("to move: win in ") != std::string::npos);
  }
}

TEST_CASE("where a class has no DTW, no move is called the fastest without knowing the others") {
  const BuiltSet set("russian", 3, every_metric());
  for (const char* name : {"KvM", "KKvK", "MMvK"}) {
    std::filesystem::remove(table_path(set.directory(), "russian", material(name), Metric::dtw));
  }
  const Tablebase tablebase = set.open();
  const Result<std::vector<LongestWin>> wins = collect_longest_wins(tablebase);
  REQUIRE(wins);
  for (const LongestWin& win : *wins) {
    CAPTURE(win.material.name());
    Position before = win.position;
    for (std::size_t i = 0; i < win.only.size(); ++i) {
      if (win.only[i] == OnlyMove::fastest) {
        const Result<Probe> probe = tablebase.rank_moves(before);
        REQUIRE(probe);
        for (const RankedMove& ranked : probe->moves) {
          if (-ranked.answer.wdl == probe->answer.wdl) CHECK(ranked.answer.dtw);
        }
      }
      before = win.line.steps[i].ranked.after;
    }
  }
}

TEST_CASE("without distances there is no longest win") {
  const BuiltSet set("pool", 2, {Metric::wdl});
  const Result<std::vector<LongestWin>> wins = collect_longest_wins(set.open());
  REQUIRE(wins);
  CHECK(wins->empty());
}
