// Which of the matches lunette query keeps, how it groups them, and what it refuses.

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/analysis/class_scan.hpp"
#include "lunette/analysis/query.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

const BuiltSet& russian_set() {
  static const BuiltSet set("russian", 3, every_metric());
  return set;
}

QueryRequest request_for(const char* name, const std::string& condition, QueryShow show) {
  Result<QueryExpression> expression = QueryExpression::parse_condition(Board::b8, condition);
  REQUIRE(expression);
  return {material(name), *std::move(expression), show};
}

QueryExpression value(const std::string& text) {
  Result<QueryExpression> expression = QueryExpression::parse_value(Board::b8, text);
  REQUIRE(expression);
  return *std::move(expression);
}

QueryResult found(const Tablebase& tablebase, const QueryRequest& request) {
  Result<QueryResult> result = run_query(tablebase, request);
  INFO((result ? "" : result.error().message));
  REQUIRE(result);
  return *std::move(result);
}

Error refused(const Tablebase& tablebase, const QueryRequest& request) {
  const Result<QueryResult> result = run_query(tablebase, request);
  REQUIRE_FALSE(result);
  return result.error();
}

using Place = std::pair<Index, Color>;

std::vector<Place> places(const QueryResult& result) {
  std::vector<Place> all;
  for (const QueryMatch& match : result.kept) all.emplace_back(match.index, match.side);
  return all;
}

int dtw_of(const Tablebase& tablebase, const Material& of, const QueryMatch& match) {
  const Result<std::optional<int>> dtw = tablebase.probe_dtw(position_of(Board::b8, of, match));
  REQUIRE(dtw);
  return dtw->value_or(-1);
}

}  // namespace

TEST_CASE("query: a list is in the order of the index, White to move first, and can be cut") {
  const Tablebase tablebase = russian_set().open();
  for (const char* name : {"KKvK", "KvKK", "MvM"}) {
    QueryRequest request = request_for(name, "wdl == win", QueryShow::first);
    const std::vector<Place> all = places(found(tablebase, request));
    CHECK(all.size() > 100);
    CHECK(std::is_sorted(all.begin(), all.end()));
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    request.limit = 77;
    const QueryResult cut = found(tablebase, request);
    CHECK(places(cut) == std::vector<Place>(all.begin(), all.begin() + 77));
    CHECK(cut.matches[0] + cut.matches[1] == all.size());
  }
}

TEST_CASE("query: a sample holds matches only, each once, the same for the same seed") {
  const Tablebase tablebase = russian_set().open();
  QueryRequest request = request_for("KMvK", "wdl == win && !capture", QueryShow::first);
  const std::vector<Place> all = places(found(tablebase, request));
  request.show = QueryShow::sample;
  request.limit = 1000;
  request.seed = 5;
  const std::vector<Place> sample = places(found(tablebase, request));
  CHECK(sample.size() == 1000);
  CHECK(std::is_sorted(sample.begin(), sample.end()));
  CHECK(std::includes(all.begin(), all.end(), sample.begin(), sample.end()));
  CHECK(std::adjacent_find(sample.begin(), sample.end()) == sample.end());
  CHECK(places(found(tablebase, request)) == sample);
  request.seed = 6;
  CHECK(places(found(tablebase, request)) != sample);
  request.limit = all.size() + 1;
  CHECK(places(found(tablebase, request)) == all);

  // Every tenth of the matches is met about as often: 100 expected, and 5 standard deviations are 48.
  std::vector<int> met(10, 0);
  for (const Place& place : sample) {
    const auto at = std::lower_bound(all.begin(), all.end(), place) - all.begin();
    ++met[static_cast<std::size_t>(at) * 10 / all.size()];
  }
  for (const int number : met) {
    CHECK(number > 52);
    CHECK(number < 148);
  }
}

TEST_CASE("query: top and bottom are the extremes of all matches") {
  const Tablebase tablebase = russian_set().open();
  QueryRequest request = request_for("KvKM", "wdl != draw", QueryShow::first);
  std::vector<std::pair<int, Place>> rising;
  for (const QueryMatch& match : found(tablebase, request).kept) {
    rising.emplace_back(dtw_of(tablebase, request.material, match), Place{match.index, match.side});
  }
  std::sort(rising.begin(), rising.end());
  std::vector<std::pair<int, Place>> falling = rising;
  std::stable_sort(falling.begin(), falling.end(), [](const auto& a, const auto& b) { return a.first > b.first; });

  request.by = value("dtw");
  request.limit = 300;
  for (const QueryShow show : {QueryShow::top, QueryShow::bottom}) {
    request.show = show;
    const QueryResult result = found(tablebase, request);
    REQUIRE(result.kept.size() == 300);
    const auto& expected = show == QueryShow::top ? falling : rising;
    for (std::size_t i = 0; i < result.kept.size(); ++i) {
      CHECK(result.kept[i].by == expected[i].first);
      CHECK((Place{result.kept[i].index, result.kept[i].side} == expected[i].second));
    }
  }
  // Draws have no distance to go by.
  request = request_for("KvKM", "wdl == draw", QueryShow::top);
  request.by = value("dtw");
  CHECK(found(tablebase, request).kept.empty());
}

TEST_CASE("query: groups count the matches by value") {
  const Tablebase tablebase = russian_set().open();
  const Material of = material("KMvK");
  QueryRequest request = request_for("KMvK", "!capture", QueryShow::first);
  std::map<int, CountBySide> expected;
  for (const QueryMatch& match : found(tablebase, request).kept) {
    ++expected[dtw_of(tablebase, of, match)][index_of(match.side)];
  }
  request.show = QueryShow::none;
  request.group = value("dtw");
  const QueryResult result = found(tablebase, request);
  CHECK(result.kept.empty());
  REQUIRE(result.groups.size() == expected.size());
  CHECK_FALSE(result.groups.back().value);  // the draws come last
  for (const QueryGroup& group : result.groups) CHECK(group.matches == expected[group.value.value_or(-1)]);
  for (std::size_t i = 2; i < result.groups.size(); ++i) CHECK(result.groups[i - 2].value < result.groups[i - 1].value);

  request.group = value("side");
  const QueryResult by_side = found(tablebase, request);
  REQUIRE(by_side.groups.size() == 2);
  CHECK(by_side.groups[0].matches == CountBySide{by_side.matches[0], 0});
  CHECK(by_side.groups[1].matches == CountBySide{0, by_side.matches[1]});
  for (const char* text : {"wdl", "on(K, edge)", "moves"}) {
    request.group = value(text);
    CountBySide sum{};
    for (const QueryGroup& group : found(tablebase, request).groups) {
      for (std::size_t side = 0; side < 2; ++side) sum[side] += group.matches[side];
    }
    CHECK(sum == by_side.matches);
  }
}

TEST_CASE("query: the outcome does not depend on threads") {
  const BuiltSet set("brazilian", {material("KKKvK")}, {Metric::wdl, Metric::dtw});  // three blocks
  const Tablebase tablebase = set.open();
  for (const QueryShow show : {QueryShow::first, QueryShow::sample, QueryShow::top, QueryShow::bottom}) {
    QueryRequest request = request_for("KKKvK", "wdl == win && on(white K, edge)", show);
    request.by = value("dtw");
    request.group = value("dtw");
    request.limit = 500;
    request.threads = 1;
    const QueryResult one = found(tablebase, request);
    for (const int threads : {2, 5}) {
      request.threads = threads;
      const QueryResult many = found(tablebase, request);
      CHECK(many.matches == one.matches);
      CHECK(places(many) == places(one));
      REQUIRE(many.groups.size() == one.groups.size());
      for (std::size_t i = 0; i < one.groups.size(); ++i) CHECK(many.groups[i].matches == one.groups[i].matches);
    }
  }
}

TEST_CASE("query: only the metrics that an expression names are needed") {
  const BuiltSet set("pool", 2, {Metric::wdl});
  const Tablebase tablebase = set.open();
  CHECK(found(tablebase, request_for("KvM", "wdl == win && keeping_moves == 1", QueryShow::none)).matches[0] > 0);
  const Error dtw = refused(tablebase, request_for("MvK", "wdl == win && dtw > 3", QueryShow::none));
  CHECK(dtw.code == ErrorCode::missing_metric);
  CHECK(dtw.message.find("pool/KvM.dtw") != std::string::npos);
  QueryRequest request = request_for("KvM", "wdl == win", QueryShow::none);
  request.group = value("dtc");
  CHECK(refused(tablebase, request).message.find("pool/KvM.dtc") != std::string::npos);
  // Nothing of this can match, and so nothing is read.
  CHECK(found(tablebase, request_for("KvM", "dtw > 3 && false", QueryShow::none)).matches == CountBySide{0, 0});
  const Error missing = refused(tablebase, request_for("KKvM", "true", QueryShow::none));
  CHECK(missing.code == ErrorCode::missing_table);
  CHECK(missing.message.find("pool/KKvM.wdl") != std::string::npos);
}

TEST_CASE("query: tables that moves lead to are named where they are missing") {
  const BuiltSet set("pool", 3, {Metric::wdl});
  std::filesystem::remove(set.path(material("KvK"), Metric::wdl));
  const Tablebase tablebase = set.open();
  CHECK(found(tablebase, request_for("KKvK", "wdl == win && capture", QueryShow::none)).matches[0] > 0);
  const Error error = refused(tablebase, request_for("KKvK", "winning_moves == 1", QueryShow::none));
  CHECK(error.code == ErrorCode::missing_table);
  CHECK(error.message.find("pool/KvK.wdl") != std::string::npos);
}

TEST_CASE("query: requests that make no sense are refused") {
  const Tablebase tablebase = russian_set().open();
  CHECK(refused(tablebase, request_for("KvK", "true", QueryShow::top)).code == ErrorCode::bad_argument);
  QueryRequest request = request_for("KvK", "true", QueryShow::none);
  request.material.black_kings = 0;
  CHECK(refused(tablebase, request).code == ErrorCode::bad_argument);
}

TEST_CASE("scan: the values of blocks are those of the class, in order, whatever the threads") {
  const BuiltSet set("brazilian", {material("KKKvK")}, {Metric::wdl});
  const Tablebase tablebase = set.open();
  const Material of = material("KKKvK");
  for (const Color side : {Color::white, Color::black}) {
    const Result<std::vector<ValueCode>> expected = tablebase.read_values(of, Metric::wdl, side);
    REQUIRE(expected);
    for (const int threads : {1, 3}) {
      std::vector<ValueCode> codes;
      ScanOptions options;
      options.threads = threads;
      const Result<void> scanned = scan_class(
          tablebase, of, options,
          [side](ScanBlock& block) -> Result<std::vector<ValueCode>> {
            const auto values = block.values(side, Metric::wdl);
            if (!values) return values.error();
            return std::vector<ValueCode>(values->begin(), values->end());
          },
          [&codes](const std::vector<ValueCode>& part) {
            codes.insert(codes.end(), part.begin(), part.end());
            return true;
          });
      REQUIRE(scanned);
      CHECK(codes == *expected);
    }
  }
}

TEST_CASE("scan: it ends where it is told to, and the error is that of the lowest block") {
  const BuiltSet set("brazilian", {material("KKKvK")}, {Metric::wdl});
  const Tablebase tablebase = set.open();
  int merged = 0;
  const auto first = [](ScanBlock& block) -> Result<Index> { return block.first(); };
  const auto once = [&merged](Index) {
    ++merged;
    return false;
  };
  REQUIRE(scan_class(tablebase, material("KKKvK"), {}, first, once));
  CHECK(merged == 1);
  const auto fails = [](ScanBlock& block) -> Result<Index> {
    return Error{ErrorCode::io_error, "block at " + std::to_string(block.first())};
  };
  const Result<void> failed = scan_class(tablebase, material("KKKvK"), {}, fails, once);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "block at 0");
  const Result<void> flipped = scan_class(tablebase, material("KvKKK"), {}, first, once);
  REQUIRE_FALSE(flipped);
  CHECK(flipped.error().code == ErrorCode::bad_argument);
}
