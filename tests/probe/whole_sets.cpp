// Tables of the generator, all classes to 4 pieces, asked as a user would. Slow: the tables are built first.

#include <random>

#include "built_tables.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "game.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;

namespace {

Tablebase open_built(const Ruleset& rules) {
  return *Tablebase::open(rules, {{testing::built_tables(rules, 4)}});
}

void compare_rows(const Tablebase& tables, std::string_view file, bool with_dtw) {
  const Ruleset& rules = tables.rules();
  for (const auto& cells : rows_of(file)) {
    if (cells.at(0) != rules.name) continue;
    const Position seen = position(rules, cells.at(1));
    if (seen.piece_count() > 4) continue;
    CAPTURE(file, rules.name, cells.at(1));
    const auto answer = tables.probe(seen);
    REQUIRE(answer);
    CHECK(three_way(answer->wdl) == cells.at(2));
    if (with_dtw) CHECK((answer->dtw ? std::to_string(*answer->dtw) : "-") == cells.at(3));
  }
}

/// Lines from random positions of every class end as promised, and in DTW plies where no count can be.
void follow_lines(const Tablebase& tables, int lines) {
  const Ruleset& rules = tables.rules();
  std::mt19937 random(81);
  for (const Material& material : tables.tables()) {
    const Indexer indexer(rules.board, material);
    for (int i = 0; i < lines; ++i) {
      Position start = indexer.unrank(random() % indexer.size());
      start.side = random() % 2 == 0 ? Color::white : Color::black;
      CAPTURE(rules.name, write_fen(rules.board, start));
      const auto line = tables.best_line(start);
      REQUIRE(line);
      const Wdl value = line->start.wdl;
      if (value == Wdl::win || value == Wdl::loss) CHECK(line->end == Line::End::game_over);
      if (value == Wdl::cursed_win || value == Wdl::blessed_loss) CHECK(line->end == Line::End::drawn_by_count);
      if (!rules.count && line->start.dtw) CHECK(static_cast<int>(line->steps.size()) == *line->start.dtw);
    }
  }
}

}  // namespace

TEST_CASE("all classes to 4 pieces: published values, lines, and games against random defences", "[.slow]") {
  for (const Ruleset& rules : all_rulesets()) {
    const Tablebase tables = open_built(rules);
    REQUIRE(tables.missing(4).empty());
    compare_rows(tables, "values.tsv", true);
    compare_rows(tables, "longest.tsv", true);
    compare_rows(tables, "kingsrow.tsv", false);
    follow_lines(tables, 40);
    play_games(tables, 1000);
  }
}
