#include "lunette/analysis/statistics.hpp"

#include <array>
#include <map>
#include <string>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

/// One class and side counted position by position through probe().
struct Counted {
  std::map<Wdl, std::uint64_t> values;
  std::optional<int> dtc_win, dtc_loss, dtw_win, dtw_loss;
  std::string longest_win, longest_loss;
};

void raise(std::optional<int>& longest, std::optional<int> plies) {
  if (plies && (!longest || *plies > *longest)) longest = plies;
}

Counted count_by_probe(const Tablebase& tablebase, const Material& material, Color side) {
  Counted counted;
  const Indexer indexer(tablebase.rules().board, material);
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = side;
    const Result<Answer> answer = tablebase.probe(position);
    if (!answer) FAIL(answer.error().message);  // not one assertion for each position: it takes its time
    ++counted.values[answer->wdl];
    const std::string fen = write_fen(tablebase.rules().board, position);
    if (answer->wdl == Wdl::win) {
      if (answer->dtw > counted.dtw_win) counted.longest_win = fen;
      raise(counted.dtc_win, answer->dtc);
      raise(counted.dtw_win, answer->dtw);
    } else if (answer->wdl == Wdl::loss) {
      if (answer->dtw > counted.dtw_loss) counted.longest_loss = fen;
      raise(counted.dtc_loss, answer->dtc);
      raise(counted.dtw_loss, answer->dtw);
    }
  }
  return counted;
}

void check_class(const Tablebase& tablebase, const ClassStatistics& statistics) {
  CAPTURE(tablebase.rules().name, statistics.material.name(), static_cast<int>(statistics.side));
  Counted counted = count_by_probe(tablebase, statistics.material, statistics.side);
  CHECK(statistics.entries == Indexer(tablebase.rules().board, statistics.material).size());
  CHECK(statistics.win == counted.values[Wdl::win]);
  CHECK(statistics.cursed_win == counted.values[Wdl::cursed_win]);
  CHECK(statistics.draw == counted.values[Wdl::draw]);
  CHECK(statistics.blessed_loss == counted.values[Wdl::blessed_loss]);
  CHECK(statistics.loss == counted.values[Wdl::loss]);
  CHECK(statistics.max_dtc_win == counted.dtc_win);
  CHECK(statistics.max_dtc_loss == counted.dtc_loss);
  CHECK(statistics.max_dtw_win == counted.dtw_win);
  CHECK(statistics.max_dtw_loss == counted.dtw_loss);
  CHECK(statistics.longest_win_fen.value_or("") == counted.longest_win);
  CHECK(statistics.longest_loss_fen.value_or("") == counted.longest_loss);
}

}  // namespace

TEST_CASE("statistics agree with a count of every position through probe") {
  for (const char* rules : {"traditional", "russian", "historical"}) {
    const BuiltSet set(rules, 3, every_metric());
    const Tablebase tablebase = set.open();
    const Result<std::vector<ClassStatistics>> collected = collect_statistics(tablebase);
    REQUIRE(collected);
    std::size_t expected = 0;
    for (const Material& canonical : enumerate_materials(3)) {
      expected += static_cast<std::size_t>(canonical.stored_sides());
    }
    CHECK(collected->size() == expected);
    for (const ClassStatistics& statistics : *collected) check_class(tablebase, statistics);
  }
}

TEST_CASE("the wins that the count takes away are counted apart") {
  const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  const Tablebase tablebase = set.open();
  const Result<std::vector<ClassStatistics>> collected = collect_statistics(tablebase, {material("KvKKK")});
  REQUIRE(collected);
  REQUIRE(collected->size() == 2);
  CHECK((*collected)[0].side == Color::white);
  CHECK((*collected)[1].side == Color::black);
  CHECK((*collected)[1].blessed_loss == 194);
  CHECK((*collected)[1].max_dtw_loss == 24);  // 26 plies are 13 moves of the lone king: a draw
  for (const ClassStatistics& statistics : *collected) check_class(tablebase, statistics);
}

TEST_CASE("named classes come once, in solving order, under their stored name") {
  const BuiltSet set("pool", 3, {Metric::wdl, Metric::dtc});
  const Tablebase tablebase = set.open();
  const Result<std::vector<ClassStatistics>> collected =
      collect_statistics(tablebase, {material("KKvM"), material("MvKK"), material("KvK")});
  REQUIRE(collected);
  REQUIRE(collected->size() == 3);
  CHECK((*collected)[0].material == material("KvK"));
  CHECK((*collected)[0].side == Color::white);
  CHECK((*collected)[1].material == material("KKvM"));
  CHECK((*collected)[2].material == material("KKvM"));
  CHECK((*collected)[2].side == Color::black);

  // Without DTW the longest positions are those of DTC.
  const ClassStatistics& statistics = (*collected)[2];
  CHECK_FALSE(statistics.max_dtw_loss);
  REQUIRE(statistics.longest_loss_fen);
  const Result<Position> longest = read_position(set.rules(), *statistics.longest_loss_fen);
  REQUIRE(longest);
  const Result<std::optional<int>> dtc = tablebase.probe_dtc(*longest);
  REQUIRE(dtc);
  CHECK(*dtc == statistics.max_dtc_loss);
}

TEST_CASE("statistics of a class that is not there") {
  const BuiltSet set("pool", 2, {Metric::wdl});
  const Tablebase tablebase = set.open();
  const Result<std::vector<ClassStatistics>> collected = collect_statistics(tablebase, {material("KKvK")});
  REQUIRE_FALSE(collected);
  CHECK(collected.error().code == ErrorCode::missing_table);
  CHECK(collected.error().message.find("KKvK") != std::string::npos);

  const Result<std::vector<ClassStatistics>> values = collect_statistics(tablebase);
  REQUIRE(values);
  for (const ClassStatistics& statistics : *values) {
    CHECK_FALSE(statistics.max_dtc_win);
    CHECK_FALSE(statistics.max_dtw_win);
    CHECK_FALSE(statistics.longest_win_fen);
  }
}
