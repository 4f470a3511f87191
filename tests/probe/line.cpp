// Best play for both sides: as long as promised, and ended for the reason that is given.

#include <algorithm>
#include <random>
#include <string_view>

#include "catch.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

/// Every step is a legal move from the position before it; returns the last position.
Position follow(const Ruleset& rules, const Position& start, const Line& line) {
  Position position = start;
  MoveList legal;
  for (const LineStep& step : line.steps) {
    generate_moves(rules, position, legal);
    if (std::find(legal.begin(), legal.end(), step.ranked.move) == legal.end()) FAIL_CHECK("a move that is not legal");
    position = apply(position, step.ranked.move);
    if (step.ranked.after != position) FAIL_CHECK("a wrong position after a move");
  }
  return position;
}

bool is_finished(const Ruleset& rules, const Position& position) {
  return position.pieces(position.side) == 0 || !has_move(rules, position);
}

void check_line(const Tablebase& tables, const Position& start) {
  const Ruleset& rules = tables.rules();
  CAPTURE(rules.name, write_fen(rules.board, start));
  const auto line = tables.best_line(start);
  REQUIRE(line);
  const Position last = follow(rules, start, *line);
  const auto plies = static_cast<int>(line->steps.size());
  for (std::size_t i = 1; i < line->steps.size(); ++i) {
    CHECK(line->steps[i].before.wdl == line->steps[i - 1].ranked.answer.wdl);
    CHECK(line->steps[i].before.wdl == -line->steps[i - 1].before.wdl);
  }
  switch (line->start.wdl) {
    case Wdl::win:
    case Wdl::loss:
      CHECK(line->end == Line::End::game_over);
      CHECK(is_finished(rules, last));
      CHECK((line->start.wdl == Wdl::win) == (last.side != start.side));
      if (!rules.count) CHECK(plies == line->start.dtw);
      break;
    case Wdl::cursed_win:
    case Wdl::blessed_loss:
      CHECK(line->end == Line::End::drawn_by_count);
      CHECK_FALSE(is_finished(rules, last));
      CHECK(line->steps.back().ranked.answer.count->moves == rules.count->limit);
      break;
    case Wdl::draw:
      if (line->end == Line::End::drawn) {
        const auto same = [&](const LineStep& step) { return step.ranked.after == last; };
        CHECK((std::count_if(line->steps.begin(), line->steps.end(), same) == 2 || start == last));
      } else if (line->end == Line::End::game_over) {
        CHECK(rules.no_move == NoMove::draw_if_mutual);  // both blocked
      } else {
        CHECK(line->end == Line::End::drawn_by_count);
      }
      break;
  }
  if (rules.count) {
    // Before a count starts, at most DTC plies to each conversion.
    int left = line->start.dtc.value_or(0);
    for (const LineStep& step : line->steps) {
      if (step.before.count || step.before.wdl == Wdl::draw) break;
      CHECK(--left >= 0);
      if (step.ranked.conversion) left = step.ranked.answer.dtc.value_or(0);
    }
  }
}

}  // namespace

TEST_CASE("lines of random positions of every class keep what they promise") {
  std::mt19937 random(41);
  for (const char* rules : {"traditional", "german", "minor", "pool", "russian"}) {
    const World& world = rules == std::string_view("traditional") ? four_pieces(rules) : three_pieces(rules);
    const Tablebase tables = world.open();
    for (const auto& [name, values] : world.truth.classes()) {
      for (int i = 0; i < 40; ++i) {
        Position start = values.indexer.unrank(random() % values.indexer.size());
        start.side = random() % 2 == 0 ? Color::white : Color::black;
        check_line(tables, start);
      }
    }
  }
}

TEST_CASE("lines of all 198 positions that the count of traditional decides end in a draw by it") {
  const World& world = four_pieces("traditional");
  const Tablebase tables = world.open();
  int decided = 0;
  for (const auto& [name, values] : world.truth.classes()) {
    for (Index index = 0; index < values.indexer.size(); ++index) {
      for (const Color side : {Color::white, Color::black}) {
        if (std::abs(values.wdl[index_of(side)][index]) != 1) continue;
        Position start = values.indexer.unrank(index);
        start.side = side;
        check_line(tables, start);
        ++decided;
      }
    }
  }
  CHECK(decided == 194 + 1 + 3);
}

TEST_CASE("a line under a running count carries it on") {
  const Tablebase tables = lone_king("german").open();
  const Position start = position(tables.rules(), "B:WK22,K25,K29:BK1");
  for (const int count : {0, 1}) {
    const auto line = tables.best_line(start, {count, {}, {}});
    REQUIRE(line);
    CHECK(line->end == Line::End::game_over);
    CHECK(line->steps.size() == 26);
    CHECK(line->steps[23].ranked.answer.count->moves == count + 12);
  }
  for (const int count : {2, 7, 14}) {
    const auto line = tables.best_line(start, {count, {}, {}});
    REQUIRE(line);
    CHECK(line->end == Line::End::drawn_by_count);
    CHECK(line->steps.back().ranked.answer.count->moves == 15);
    CHECK(static_cast<int>(line->steps.size()) == 2 * (15 - count) - 1);
  }
  // Another limit than the ruleset's.
  const auto longer = tables.best_line(start, {7, {}, 20});
  REQUIRE(longer);
  CHECK(longer->start.wdl == Wdl::blessed_loss);
  CHECK(tables.best_line(start, {6, {}, 20})->start.wdl == Wdl::loss);
  CHECK(tables.best_line(start, {6, {}, 20})->end == Line::End::game_over);
}

TEST_CASE("a line ends at the length asked for") {
  const Tablebase tables = lone_king("german").open();
  const Position start = position(tables.rules(), "B:WK22,K25,K29:BK1");
  CHECK(tables.best_line(start, {}, 5)->steps.size() == 5);
  CHECK(tables.best_line(start, {}, 5)->end == Line::End::length_limit);
  CHECK(tables.best_line(start, {}, 0)->steps.empty());
  CHECK(tables.best_line(start, {}, -1)->end == Line::End::length_limit);
  CHECK(tables.best_line(start, {}, 26)->end == Line::End::game_over);
}

TEST_CASE("a line of a finished game has no steps") {
  const Tablebase tables = three_pieces("brazilian").open();
  const auto line = tables.best_line(position(tables.rules(), "W:W:BK1"));
  REQUIRE(line);
  CHECK(line->steps.empty());
  CHECK(line->end == Line::End::game_over);
  CHECK(line->start.wdl == Wdl::loss);
}

TEST_CASE("with WDL alone a won line may run in circles but ends at the length asked for") {
  const World& world = three_pieces("brazilian");
  const TemporaryDirectory directory;
  brute::write_all(world.truth, directory.path(), {.metrics = {Metric::wdl}});
  const auto tables = Tablebase::open(world.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  const auto line = tables->best_line(position(world.truth.rules(), "W:WK1,K2:BK4"), {}, 60);
  REQUIRE(line);
  CHECK(line->steps.size() <= 60);
  for (const LineStep& step : line->steps) CHECK(step.ranked.answer.wdl == -step.before.wdl);
}
