// The rows of tests/data that brute-force tables cover: values that others published.

#include "catch.hpp"
#include "fixture.hpp"

using namespace lunette;

namespace {

struct ReferenceRow {
  std::string rules, fen, wdl, dtw;
};

/// Compares the rows up to 3 pieces; returns how many they were.
int compare(const std::vector<ReferenceRow>& rows) {
  int compared = 0;
  for (const ReferenceRow& row : rows) {
    const Position seen = position(ruleset(row.rules), row.fen);
    if (seen.piece_count() > 3) continue;
    CAPTURE(row.rules, row.fen);
    const auto answer = three_pieces(row.rules).open().probe(seen);
    REQUIRE(answer);
    CHECK(three_way(answer->wdl) == row.wdl);
    if (!row.dtw.empty()) CHECK((answer->dtw ? std::to_string(*answer->dtw) : "-") == row.dtw);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("values.tsv and longest.tsv: values and distances, to 3 pieces") {
  std::vector<ReferenceRow> rows;
  for (const char* file : {"values.tsv", "longest.tsv"}) {
    for (const auto& cells : rows_of(file)) rows.push_back({cells.at(0), cells.at(1), cells.at(2), cells.at(3)});
  }
  CHECK(compare(rows) >= 30);
}

TEST_CASE("kingsrow.tsv: values, to 3 pieces") {
  std::vector<ReferenceRow> rows;
  for (const auto& cells : rows_of("kingsrow.tsv")) rows.push_back({cells.at(0), cells.at(1), cells.at(2), {}});
  CHECK(compare(rows) >= 10);
}
