#include "built_tables.hpp"
#include "catch.hpp"
#include "finished_tables.hpp"
#include "rules/table.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

constexpr int pieces = 3;

/// "?" is not known, "-" is none.
void check_column(const std::string& expected, std::int64_t found) {
  if (expected == "?") return;
  CHECK((expected == "-" ? -1 : std::stoll(expected)) == found);
}

void check_row(const table::Row& row, const Ruleset& rules, const std::filesystem::path& directory) {
  const Material named = material(row[1]);
  const Color named_side = row[2] == "white" ? Color::white : Color::black;
  const Color side = named.is_canonical() ? named_side : opposite(named_side);
  const auto statistics = [&](Metric metric) {
    return open_table(directory, rules, named, metric).header().statistics[index_of(side)];
  };
  const SideStatistics wdl = statistics(Metric::wdl);
  for (int value = 2; value >= -2; --value) {
    check_column(row[static_cast<std::size_t>(5 - value)],
                 static_cast<std::int64_t>(wdl.counts[encode_wdl(static_cast<Wdl>(value))]));
  }
  check_column(row[8], statistics(Metric::dtw).max_win);
  check_column(row[9], statistics(Metric::dtw).max_loss);
  check_column(row[10], statistics(Metric::dtc).max_win);
  check_column(row[11], statistics(Metric::dtc).max_loss);
}

}  // namespace

TEST_CASE("the tables of all rulesets agree with the independent solver", "[reference][long]") {
  for (const Ruleset& rules : all_rulesets()) {
    const auto directory = built_tables(rules, pieces);
    int compared = 0;
    for (table::Row row : table::rows("results.tsv")) {
      if (row[0] != rules.name || material(row[1]).pieces() > pieces) continue;
      row.resize(12, "?");
      INFO(row[0] + " " + row[1] + " " + row[2]);
      check_row(row, rules, directory);
      ++compared;
    }
    INFO(rules.name);
    CHECK(compared >= 16);
  }
}

TEST_CASE("single positions have the values that other programs give", "[reference]") {
  for (const char* name : {"values.tsv", "longest.tsv", "kingsrow.tsv"}) {
    int compared = 0;
    for (const table::Row& row : table::rows(name)) {
      const Ruleset& rules = ruleset(row[0]);
      const Position position = read(rules, row[1]);
      if (position.piece_count() > pieces) continue;
      const auto directory = built_tables(rules, pieces);
      INFO(std::string(name) + " " + row[0] + " " + row[1]);
      CHECK(to_string(stored_wdl(directory, rules, position)) == row[2]);
      // The fourth column is the DTW, but in kingsrow.tsv, where it is the number of pieces.
      if (std::string_view(name) != "kingsrow.tsv") {
        check_column(row[3], stored_plies(directory, rules, position, Metric::dtw).value_or(-1));
      }
      ++compared;
    }
    INFO(name);
    CHECK(compared >= 10);
  }
}

TEST_CASE("the count of the traditional rules takes away what it must", "[reference][count][long]") {
  const BuiltSet set("traditional", {material("KKMvK")}, every_metric());
  const auto counts = [&](const char* name, Color side) {
    return open_table(set.directory(), set.rules(), material(name), Metric::wdl)
        .header()
        .statistics[index_of(side)]
        .counts;
  };
  const auto cursed = encode_wdl(Wdl::cursed_win);
  const auto blessed = encode_wdl(Wdl::blessed_loss);
  CHECK(counts("KKKvK", Color::white)[cursed] == 0);
  CHECK(counts("KKKvK", Color::black)[blessed] == 194);
  CHECK(counts("KKMvK", Color::white)[cursed] == 1);
  CHECK(counts("KKMvK", Color::black)[blessed] == 3);
  for (const Color side : {Color::white, Color::black}) {
    for (const char* name : {"KKKvK", "KKMvK", "KKvK", "KMvK"}) {
      INFO(name);
      CHECK(counts(name, side)[side == Color::white ? blessed : cursed] == 0);
    }
    CHECK(counts("KKvK", side)[cursed] + counts("KKvK", side)[blessed] == 0);
    CHECK(counts("KMvK", side)[cursed] + counts("KMvK", side)[blessed] == 0);
  }
  const auto value = [&](const char* fen) { return stored_wdl(set.directory(), set.rules(), read(set.rules(), fen)); };
  const auto dtw = [&](const char* fen) {
    return stored_plies(set.directory(), set.rules(), read(set.rules(), fen), Metric::dtw);
  };
  CHECK(value("B:WK22,K25,K29:BK1") == Wdl::blessed_loss);
  CHECK(dtw("B:WK22,K25,K29:BK1") == 26);
  CHECK(value("W:WK4,K7,K11:BK21") == Wdl::win);
  CHECK(dtw("W:WK4,K7,K11:BK21") == 25);
  CHECK(value("W:WK1,K2,K3:BK29") == Wdl::draw);
}
