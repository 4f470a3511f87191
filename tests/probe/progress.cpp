// Following the first move for the winning side, against any defence, ends the game with the value that was given.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "fixture.hpp"
#include "game.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

std::vector<Position> positions_with(const brute::Solver& truth, std::string_view name, int value) {
  const brute::ClassValues& values = truth.classes().at(material(name));
  std::vector<Position> found;
  for (Index index = 0; index < values.indexer.size(); ++index) {
    for (const Color side : {Color::white, Color::black}) {
      if (values.wdl[index_of(side)][index] != value) continue;
      found.push_back(values.indexer.unrank(index));
      found.back().side = side;
    }
  }
  return found;
}

bool is_first_move_nearer(const Ruleset& rules, const Probe& probe) {
  const RankedMove& best = probe.moves.front();
  if (best.answer.wdl != -probe.answer.wdl) return false;
  if (!rules.count || probe.answer.count) return best.answer.dtw == *probe.answer.dtw - 1;
  return best.conversion || best.answer.dtc == *probe.answer.dtc - 1;
}

}  // namespace

TEST_CASE("won games are won against random defences, every class to 3 pieces") {
  for (const char* rules : {"traditional", "german", "minor", "pool", "russian"}) {
    play_games(three_pieces(rules).open(), 100);
  }
}

TEST_CASE("won games are won against random defences where a count decides") {
  play_games(four_pieces("traditional").open(), 300);
}

TEST_CASE("the first move of every won position comes nearer to the end that is promised") {
  std::uint64_t won = 0;
  std::uint64_t wrong = 0;
  for (const World* chosen : {&four_pieces("traditional"), &three_pieces("german")}) {
    const World& world = *chosen;
    const Ruleset& rules = world.truth.rules();
    const Tablebase tables = world.open();
    for (const auto& [material, values] : world.truth.classes()) {
      const Index stride = values.indexer.size() / 2'000 + 1;
      for (Index index = 0; index < values.indexer.size(); ++index) {
        for (const Color side : {Color::white, Color::black}) {
          const int value = values.wdl[index_of(side)][index];
          // All cursed wins, and every so many-th win.
          if (value <= 0 || (value == 2 && index % stride != 0)) continue;
          Position seen = values.indexer.unrank(index);
          seen.side = side;
          const auto probe = tables.rank_moves(seen);
          REQUIRE(probe);
          ++won;
          if (is_first_move_nearer(rules, *probe)) continue;
          if (++wrong < 5) UNSCOPED_INFO(rules.name << " " << write_fen(rules.board, seen));
        }
      }
    }
  }
  CHECK(won > 5'000);
  CHECK(wrong == 0);
}

TEST_CASE("a running count is never spoilt: every count, random defences, every class that it can run through") {
  std::mt19937 random(32);
  for (const char* name : {"traditional", "german"}) {
    const Ruleset& rules = ruleset(name);
    const Tablebase tables = lone_king(name).open();
    for (const char* kings : {"KvK", "KKvK", "KKKvK"}) {
      const Indexer indexer(rules.board, material(kings));
      for (int game = 0; game < 400;) {
        Position start = indexer.unrank(random() % indexer.size());
        start.side = random() % 2 == 0 ? Color::white : Color::black;
        const Count count{static_cast<int>(random() % static_cast<unsigned>(rules.count->limit)), Color::black};
        const auto value = tables.probe_wdl(start, {count.moves, count.lone, {}});
        REQUIRE(value);
        if (*value <= Wdl::draw) continue;
        ++game;
        const Outcome outcome = Game(tables, start, count, static_cast<unsigned>(random())).play();
        CAPTURE(name, write_fen(rules.board, start), count.moves, outcome.fault);
        CHECK(outcome.fault.empty());
        if (*value == Wdl::win) CHECK(outcome.won);
        if (*value == Wdl::cursed_win) CHECK((outcome.won || outcome.drawn_by_count));
      }
    }
  }
}

TEST_CASE("the one cursed win of KKMvK in traditional is drawn by the count, or won if the lone king errs") {
  const World& world = four_pieces("traditional");
  const Tablebase tables = world.open();
  const auto cursed = positions_with(world.truth, "KKMvK", 1);
  REQUIRE(cursed.size() == 1);
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Outcome outcome = Game(tables, cursed.front(), std::nullopt, seed).play();
    CAPTURE(seed, outcome.fault);
    CHECK(outcome.fault.empty());
    CHECK((outcome.won || outcome.drawn_by_count));
  }
  const auto line = tables.best_line(cursed.front());
  REQUIRE(line);
  CHECK(line->end == Line::End::drawn_by_count);
}

TEST_CASE("DTC alone makes progress, and so does DTW that some smaller tables lack") {
  const World& world = three_pieces("brazilian");
  const TemporaryDirectory dtc_only;
  brute::write_all(world.truth, dtc_only.path(), {.metrics = {Metric::wdl, Metric::dtc}});
  play_games(*Tablebase::open(world.truth.rules(), {{dtc_only.path()}}), 60);

  const TemporaryDirectory mixed;
  for (const auto& [name, values] : world.truth.classes()) {
    brute::FileOptions options;
    if (name == material("KKvK") || name == material("KvM")) options.metrics = {Metric::wdl, Metric::dtc};
    brute::write_class(world.truth, name, mixed.path(), options);
  }
  const auto tables = Tablebase::open(world.truth.rules(), {{mixed.path()}});
  REQUIRE(tables);
  // An unknown DTW may hide a longer way, never an endless one.
  play_games(*tables, 100, Length::any);
}
