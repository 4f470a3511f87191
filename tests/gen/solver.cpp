#include <algorithm>
#include <array>

#include "built_tables.hpp"
#include "catch.hpp"
#include "face_scan.hpp"
#include "finished_tables.hpp"
#include "whole_game.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

constexpr std::array<std::uint8_t, 1> two_kings{2};

/// The traditional game with a count so short that it changes much with three pieces on the board.
Ruleset with_short_count(int limit) {
  Ruleset rules = ruleset("traditional");
  rules.name = "short-count";
  rules.count = CountRule{two_kings, limit};
  return rules;
}

std::string describe(const WholeGame::Value& value) {
  const auto plies = [](std::optional<int> distance) { return distance ? std::to_string(*distance) : "-"; };
  return std::string(to_string(value.wdl)) + " dtc " + plies(value.dtc) + " dtw " + plies(value.dtw);
}

/// Every entry of every table, and every position of the game with colours exchanged.
void compare(const Ruleset& rules, const std::filesystem::path& directory) {
  const WholeGame game(rules);
  std::size_t entries = 0;
  std::size_t different = 0;
  std::string first;
  for (const Material& material : enumerate_materials(3)) {
    const Indexer indexer(rules.board, material);
    std::array<TableContents, 3> tables;
    for (const Metric metric : every_metric()) {
      tables[static_cast<std::size_t>(metric)] = read_table(table_path(directory, rules.name, material, metric));
    }
    for (int side = 0; side < material.stored_sides(); ++side) {
      const auto s = static_cast<std::size_t>(side);
      for (Index index = 0; index < indexer.size(); ++index) {
        Position position = indexer.unrank(index);
        position.side = static_cast<Color>(side);
        const WholeGame::Value stored{decode_wdl(tables[0].codes[s][index]), decode_plies(tables[1].codes[s][index]),
                                      decode_plies(tables[2].codes[s][index])};
        ++entries;
        if (stored == game.value(position) && stored == game.value(flip(rules.board, position))) continue;
        if (++different == 1) {
          first = write_fen(rules.board, position) + " stored " + describe(stored) + ", should be " +
                  describe(game.value(position));
        }
      }
    }
  }
  INFO(rules.name << ": " << first);
  CHECK(different == 0);
  CHECK(2 * entries >= game.size());
}

}  // namespace

TEST_CASE("every entry is what solving the whole game gives on 8x8", "[solver][long]") {
  for (const char* name : {"traditional", "german", "russian"}) compare(ruleset(name), built_tables(ruleset(name), 3));
}

TEST_CASE("every entry is what solving the whole game gives on 10x10", "[solver][long]") {
  for (const char* name : {"international", "historical"}) compare(ruleset(name), built_tables(ruleset(name), 3));
}

TEST_CASE("every entry is what playing out a short count gives", "[solver][count][long]") {
  for (const int limit : {1, 2, 3}) {
    const Ruleset rules = with_short_count(limit);
    const TemporaryDirectory directory;
    BuildOptions options;
    options.rules = &rules;
    options.directory = directory.path();
    options.pieces = 3;
    options.metrics = every_metric();
    REQUIRE(build(options));
    compare(rules, directory.path());
    const auto counts = [&](const char* name, Color side) {
      return open_table(directory.path(), rules, material(name), Metric::wdl)
          .header()
          .statistics[index_of(side)]
          .counts;
    };
    // The comparison is only worth something if the second phase has had work above the counted material.
    CHECK(counts("KKvK", Color::white)[encode_wdl(Wdl::cursed_win)] > 0);
    CHECK(counts("KMvK", Color::white)[encode_wdl(Wdl::cursed_win)] > 0);
    if (limit > 1) CHECK(counts("KMvK", Color::black)[encode_wdl(Wdl::blessed_loss)] > 0);
  }
}

TEST_CASE("a mutual blockade is a draw where the ruleset says so", "[solver]") {
  using Small = Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>;
  using Large = Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>;
  for (const char side : {'W', 'B'}) {
    const std::string small = side + std::string(":W17-24:B9-16");
    const std::string large = side + std::string(":W26-35:B16-25");
    const auto blocked = [](auto moves, const char* name, const std::string& fen) {
      const Ruleset& rules = ruleset(name);
      return gen::is_mutual_block<decltype(moves)>(rules, read(rules, fen));
    };
    CHECK(blocked(Small{}, "traditional", small));
    CHECK(blocked(Small{}, "minor", small));
    CHECK_FALSE(blocked(Small{}, "pool", small));
    CHECK_FALSE(blocked(Small{}, "brazilian", small));
    CHECK_FALSE(blocked(Small{}, "german", small));
    CHECK(blocked(Large{}, "polish", large));
    CHECK_FALSE(blocked(Large{}, "international", large));
    CHECK_FALSE(blocked(Large{}, "historical", large));
  }
  // Blocked on one side alone: lost everywhere.
  const Ruleset& polish = ruleset("polish");
  CHECK_FALSE(gen::is_mutual_block<Large>(polish, read(polish, "W:W6:B1")));
}
