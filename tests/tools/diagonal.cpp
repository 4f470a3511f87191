#include "lunette/analysis/diagonal.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

using RowKey = std::tuple<std::string, std::string, std::string, bool>;  // material, side, diagonal, capture

/// Counted once more, square by square, each position asked through probe().
struct Expected {
  std::array<std::uint64_t, 4> counts{};
  std::array<int, 4> longest{-1, -1, -1, -1};
};

bool on_main_diagonal(Board board, int number) {
  const std::vector<int> b8{4, 8, 11, 15, 18, 22, 25, 29};
  const std::vector<int> b10{5, 10, 14, 19, 23, 28, 32, 37, 41, 46};
  const std::vector<int>& line = board == Board::b8 ? b8 : b10;
  return std::find(line.begin(), line.end(), number) != line.end();
}

bool any_on_main_diagonal(Board board, Bitboard kings) {
  bool any = false;
  for_each_bit(kings, [&](int bit) { any = any || on_main_diagonal(board, square_at(board, bit).number()); });
  return any;
}

std::string holder_name(Board board, const Position& position) {
  if (any_on_main_diagonal(board, position.kings[1])) return "lone";
  return any_on_main_diagonal(board, position.kings[0]) ? "strong" : "empty";
}

/// 0 strong win, 1 cursed, 2 draw, 3 lone win.
std::size_t result_number(Wdl wdl, bool strong_to_move) {
  switch (static_cast<int>(strong_to_move ? wdl : -wdl)) {
    case 2: return 0;
    case 1: return 1;
    case -2: return 3;
    default: return 2;
  }
}

std::map<RowKey, Expected> brute_force(const Tablebase& tablebase, const Material& material) {
  const Board board = tablebase.rules().board;
  const Indexer indexer(board, material);
  std::map<RowKey, Expected> rows;
  for (Index index = 0; index < indexer.size(); ++index) {
    for (const Color side : {Color::white, Color::black}) {
      Position position = indexer.unrank(index);
      position.side = side;
      const Result<Answer> answer = tablebase.probe(position);
      if (!answer) FAIL(answer.error().message);  // an assertion for each of millions of positions takes its time
      const bool strong = side == Color::white;
      MoveList moves;
      generate_moves(tablebase.rules(), position, moves);
      const bool capture = !moves.empty() && moves.front().is_capture();
      Expected& row = rows[{material.name(), strong ? "strong" : "lone", holder_name(board, position), capture}];
      const std::size_t result = result_number(answer->wdl, strong);
      ++row.counts[result];
      row.longest[result] = std::max(row.longest[result], answer->dtw.value_or(0));
    }
  }
  return rows;
}

void check_row(const Tablebase& tablebase, const DiagonalRow& row, const Expected& expected) {
  CHECK(row.strong_wins == expected.counts[0]);
  CHECK(row.cursed == expected.counts[1]);
  CHECK(row.draws == expected.counts[2]);
  CHECK(row.lone_wins == expected.counts[3]);
  if (row.positions() == 0) {
    CHECK(row.example_fen.empty());
    return;
  }
  const std::size_t shown = static_cast<std::size_t>(row.example_result);
  for (std::size_t result = 0; result < 4; ++result) {
    CHECK((expected.counts[result] == 0 || expected.counts[result] >= expected.counts[shown]));
  }
  const Result<Position> example = read_position(tablebase.rules(), row.example_fen);
  REQUIRE(example);
  CHECK(material_of(*example) == row.material);
  CHECK((example->side == Color::white) == (row.side == EndingSide::strong));
  CHECK(holder_name(tablebase.rules().board, *example) == to_string(row.diagonal));
  CHECK(has_capture(tablebase.rules(), *example) == row.capture);
  const Result<Answer> answer = tablebase.probe(*example);
  REQUIRE(answer);
  CHECK(result_number(answer->wdl, row.side == EndingSide::strong) == shown);
  CHECK(answer->dtw.value_or(0) == expected.longest[shown]);
}

DiagonalReport checked_report(const BuiltSet& set, const std::vector<Material>& materials) {
  const Tablebase tablebase = set.open();
  const Result<DiagonalReport> report = report_diagonal(tablebase);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  CHECK(report->rules == set.rules().name);
  REQUIRE(report->rows.size() == 12 * materials.size());
  std::size_t next = 0;
  for (const Material& material : materials) {
    std::map<RowKey, Expected> expected = brute_force(tablebase, material);
    for (const char* side : {"lone", "strong"}) {
      for (const char* diagonal : {"lone", "strong", "empty"}) {
        for (const bool capture : {false, true}) {
          const DiagonalRow& row = report->rows[next++];
          CAPTURE(set.rules().name, material.name(), side, diagonal, capture);
          CHECK(row.material == material);
          CHECK(to_string(row.side) == side);
          CHECK(to_string(row.diagonal) == diagonal);
          CHECK(row.capture == capture);
          check_row(tablebase, row, expected[{material.name(), side, diagonal, capture}]);
        }
      }
    }
  }
  return *report;
}

std::uint64_t total(const DiagonalReport& report, const Material& material, EndingSide side,
                    std::uint64_t DiagonalRow::*field) {
  std::uint64_t sum = 0;
  for (const DiagonalRow& row : report.rows) {
    if (row.material == material && row.side == side) sum += row.*field;
  }
  return sum;
}

/// "1234567" as "1,234,567".
std::string with_commas(std::uint64_t number) {
  if (number < 1000) return std::to_string(number);
  const std::string rest = std::to_string(1000 + number % 1000);
  return with_commas(number / 1000) + "," + rest.substr(1);
}

/// Lone king on the line, on move, no capture: all positions, and those that it loses.
struct Defence {
  std::uint64_t positions = 0;
  std::uint64_t lost = 0;
};

Defence count_defence(const Tablebase& tablebase, const Material& material, bool shared) {
  const Board board = tablebase.rules().board;
  const Indexer indexer(board, material);
  Defence defence;
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = Color::black;
    if (!any_on_main_diagonal(board, position.kings[1]) || has_capture(tablebase.rules(), position)) continue;
    if (any_on_main_diagonal(board, position.kings[0]) != shared) continue;
    const Result<Wdl> wdl = tablebase.probe_wdl(position);
    if (!wdl) FAIL(wdl.error().message);
    ++defence.positions;
    if (*wdl == Wdl::loss) ++defence.lost;
  }
  return defence;
}

}  // namespace

TEST_CASE("the diagonal report agrees with a count of every position through probe") {
  const std::vector<Material> both{material("KKvK"), material("KKKvK")};
  for (const char* rules : {"traditional", "german", "brazilian"}) {
    const BuiltSet set(rules, both, every_metric());
    checked_report(set, both);
  }
}

TEST_CASE("on 10x10 too") {
  const std::vector<Material> both{material("KKvK"), material("KKKvK")};
  const BuiltSet set("international", both, every_metric());
  const DiagonalReport report = checked_report(set, both);
  CHECK(report.verdict.substr(0, 9) == "On 10x10 ");
  CHECK(report.verdict.find("The count") == std::string::npos);
}

TEST_CASE("the totals of the diagonal report are those of the reference results") {
  // results.tsv, brazilian: KKKvK black 1854 0 85468 0 56518, white 132240 0 11600 0 0; KKvK black 754 0 13852 0 274.
  const Material three = material("KKKvK");
  const Material two = material("KKvK");
  const BuiltSet brazilian("brazilian", {three}, every_metric());
  const Result<DiagonalReport> report = report_diagonal(brazilian.open());
  REQUIRE(report);
  CHECK(total(*report, three, EndingSide::lone, &DiagonalRow::lone_wins) == 1854);
  CHECK(total(*report, three, EndingSide::lone, &DiagonalRow::draws) == 85468);
  CHECK(total(*report, three, EndingSide::lone, &DiagonalRow::strong_wins) == 56518);
  CHECK(total(*report, three, EndingSide::strong, &DiagonalRow::strong_wins) == 132240);
  CHECK(total(*report, three, EndingSide::strong, &DiagonalRow::draws) == 11600);
  CHECK(total(*report, two, EndingSide::lone, &DiagonalRow::strong_wins) == 274);
  CHECK(total(*report, two, EndingSide::strong, &DiagonalRow::strong_wins) == 5628);

  // rules.md: in traditional 194 longest losses of KKKvK are draws by the count, otherwise it is the same game.
  const BuiltSet traditional("traditional", {three}, every_metric());
  const Result<DiagonalReport> counted = report_diagonal(traditional.open());
  REQUIRE(counted);
  CHECK(total(*counted, three, EndingSide::lone, &DiagonalRow::cursed) == 194);
  CHECK(total(*counted, three, EndingSide::lone, &DiagonalRow::strong_wins) == 56518 - 194);
  CHECK(total(*counted, three, EndingSide::strong, &DiagonalRow::cursed) == 0);
  CHECK(counted->verdict.find("The count of 13 moves takes 194 wins away") != std::string::npos);
}

TEST_CASE("the verdict says in how many positions the lone king's defence fails") {
  const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  const Tablebase tablebase = set.open();
  const Result<DiagonalReport> report = report_diagonal(tablebase);
  REQUIRE(report);
  INFO(report->verdict);
  CHECK(report->verdict.substr(0, 7) == "On 8x8 ");
  CHECK(report->verdict.back() == '.');
  for (const auto& [name, kings] : {std::pair{"KKvK", "two"}, std::pair{"KKKvK", "three"}}) {
    for (const bool shared : {false, true}) {
      const Defence defence = count_defence(tablebase, material(name), shared);
      std::string expected = std::string("against ") + kings + " kings in all ";
      if (defence.lost > 0) expected += "but " + with_commas(defence.lost) + " of ";
      expected += with_commas(defence.positions) + " positions";
      CAPTURE(expected);
      CHECK(report->verdict.find(expected) != std::string::npos);
    }
  }
}

TEST_CASE("the report works without distances") {
  const BuiltSet set("pool", {material("KKKvK")}, {Metric::wdl});
  const Result<DiagonalReport> report = report_diagonal(set.open());
  REQUIRE(report);
  for (const DiagonalRow& row : report->rows) CHECK(row.example_fen.empty() == (row.positions() == 0));
}

TEST_CASE("missing tables are named") {
  const BuiltSet two("minor", {material("KKvK")}, {Metric::wdl});
  const Result<DiagonalReport> without_three = report_diagonal(two.open());
  REQUIRE_FALSE(without_three);
  CHECK(without_three.error().code == ErrorCode::missing_table);
  CHECK(without_three.error().message.find("KKKvK.wdl") != std::string::npos);

  const BuiltSet none("minor", 2, {Metric::wdl});
  const Result<DiagonalReport> without_both = report_diagonal(none.open());
  REQUIRE_FALSE(without_both);
  CHECK(without_both.error().message.find("KKvK.wdl, KKKvK.wdl") != std::string::npos);
}
