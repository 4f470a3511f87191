// Tables with wrong values and right checksums: that `verify --full` can fail.

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "gen/verification.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

/// Makes statistics and value checksum agree with the codes again, as someone who forges a table would.
void recompute_header(TableContents& contents, const TableContents& wdl) {
  const Metric metric = contents.header.metric;
  contents.header.statistics = {};
  for (std::size_t side = 0; side < contents.codes.size(); ++side) {
    SideStatistics& statistics = contents.header.statistics[side];
    for (std::size_t index = 0; index < contents.codes[side].size(); ++index) {
      const ValueCode code = contents.codes[side][index];
      if (metric == Metric::wdl) {
        ++statistics.counts[code];
        continue;
      }
      const int plies = static_cast<int>(code) - 1;
      const Wdl value = decode_wdl(wdl.codes[side][index]);
      if (value == Wdl::win && plies > statistics.max_win) {
        statistics.max_win = plies;
        statistics.longest_win = index;
      }
      if (value == Wdl::loss && plies > statistics.max_loss) {
        statistics.max_loss = plies;
        statistics.longest_loss = index;
      }
    }
  }
  const ValueSource source = [&contents](int side, std::uint64_t first, std::span<ValueCode> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = contents.codes[static_cast<std::size_t>(side)][first + i];
  };
  contents.header.value_checksum = value_checksum(source, contents.header.sides, contents.header.entries);
}

/// Another code than the one given that the metric knows.
ValueCode another_code(Metric metric, ValueCode code, std::mt19937& random) {
  if (metric == Metric::wdl) return static_cast<ValueCode>((code + 1 + random() % 4) % 5);
  if (code <= 1) return static_cast<ValueCode>(code + 1 + random() % 4);
  return static_cast<ValueCode>(random() % 2 == 0 ? code - 1 : code + 1);
}

/// Changes one value of an entry without a capture at random, recomputes all checksums, and expects the
/// verification to name the position; then puts the file back. `times` times.
void expect_forgeries_found(const BuiltSet& set, const Material& canonical, Metric metric, int times, unsigned seed) {
  const std::filesystem::path path = set.path(canonical, metric);
  const std::vector<char> original = read_file(path);
  const TableContents contents = read_table(path);
  const Indexer indexer(set.rules().board, canonical);
  VerifyOptions options = options_for(set, true);
  options.materials = {canonical};
  std::mt19937 random(seed);
  for (int done = 0; done < times;) {
    const std::size_t side = random() % contents.codes.size();
    const Index index = random() % indexer.size();
    Position position = indexer.unrank(index);
    position.side = static_cast<Color>(side);
    if (has_capture(set.rules(), position)) continue;

    TableContents forged = contents;
    ValueCode& code = forged.codes[side][index];
    code = another_code(metric, code, random);
    recompute_header(forged, metric == Metric::wdl ? forged : read_table(set.path(canonical, Metric::wdl)));
    write_contents(path, forged);
    REQUIRE(write_manifest(set.directory(), set.rules()));

    const std::string fen = write_fen(set.rules().board, position);
    const VerifyReport report = verified(options);
    INFO(path.filename() << " at " << fen << ": " << contents.codes[side][index] << " -> " << code);
    CHECK(names_fen(report, path.filename().string(), fen));
    // A value in a wdl file decides over which distances the statistics of the others run; otherwise the forgery is
    // perfect but for the value itself.
    CHECK(file_messages(report, path.filename().string()).empty());
    ++done;
  }
  write_file(path, original);
  REQUIRE(write_manifest(set.directory(), set.rules()));
  check_clean(verified(options));
}

/// Turns draws of a class of two strong kings into wins and losses that agree with all their successors: White avoids
/// for ever what would be Black's draw, and calls that winning. Returns how many.
std::size_t close_circle(const Ruleset& rules, const Material& canonical, TableContents& wdl) {
  const Indexer indexer(rules.board, canonical);
  std::array<std::vector<bool>, 2> circle;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const ValueCode code : wdl.codes[side]) circle[side].push_back(code == encode_wdl(Wdl::draw));
  }
  const auto stays = [&](std::size_t side, Index index) {
    Position position = indexer.unrank(index);
    position.side = static_cast<Color>(side);
    if (has_capture(rules, position)) return false;
    MoveList moves;
    generate_moves(rules, position, moves);
    const auto into_circle = [&](const Move& move) {
      const Index after = indexer.rank(apply(position, move));
      if (circle[1 - side][after]) return true;
      return side == 1 && wdl.codes[0][after] == encode_wdl(Wdl::win);
    };
    return side == 0 ? std::any_of(moves.begin(), moves.end(), into_circle)
                     : std::all_of(moves.begin(), moves.end(), into_circle);
  };
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (std::size_t side = 0; side < 2; ++side) {
      for (Index index = 0; index < indexer.size(); ++index) {
        if (!circle[side][index] || stays(side, index)) continue;
        circle[side][index] = false;
        shrinks = true;
      }
    }
  }
  std::size_t closed = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    for (Index index = 0; index < indexer.size(); ++index) {
      if (!circle[side][index]) continue;
      wdl.codes[side][index] = encode_wdl(side == 0 ? Wdl::win : Wdl::loss);
      ++closed;
    }
  }
  return closed;
}

}  // namespace

TEST_CASE("counted material is verified with its count") {
  const BuiltSet set("traditional", {material("KKKvK")}, {Metric::wdl, Metric::dtc});
  VerifyOptions options = options_for(set, true);
  const VerifyReport all = verified(options);
  check_clean(all);

  // A longest loss, 13 moves of the lone king: blessed by the count, and nothing else.
  const Material canonical = material("KKKvK");
  const TableContents contents = read_table(set.path(canonical, Metric::wdl));
  const auto& black = contents.codes[1];
  const auto blessed = std::find(black.begin(), black.end(), encode_wdl(Wdl::blessed_loss));
  REQUIRE(blessed != black.end());
  CHECK(std::count(black.begin(), black.end(), encode_wdl(Wdl::blessed_loss)) == 194);
  const Index index = static_cast<Index>(blessed - black.begin());
  for (const Wdl wrong : {Wdl::loss, Wdl::draw, Wdl::win}) {
    TableContents forged = contents;
    forged.codes[1][index] = encode_wdl(wrong);
    recompute_header(forged, forged);
    write_contents(set.path(canonical, Metric::wdl), forged);
    Position position = Indexer(Board::b8, canonical).unrank(index);
    position.side = Color::black;
    options.materials = {canonical};
    const VerifyReport report = verified(options);
    CHECK(names_fen(report, "KKKvK.wdl", write_fen(Board::b8, position)));
  }
}

TEST_CASE("one changed value of an entry without a capture is named, whatever the checksums say", "[long]") {
  const BuiltSet men("traditional", 3, every_metric());
  const BuiltSet counted("german", {material("KKvK")}, every_metric());
  const BuiltSet own_flip("russian", {material("KMvKM")}, every_metric());
  for (const Metric metric : every_metric()) {
    expect_forgeries_found(men, material("MMvM"), metric, 20, 1);
    expect_forgeries_found(men, material("KMvK"), metric, 3, 2);
    expect_forgeries_found(counted, material("KKvK"), metric, 3, 3);
    expect_forgeries_found(own_flip, material("KMvKM"), metric, 1, 4);
  }
}

TEST_CASE("a circle of wins that lead to each other is found where a distance is stored") {
  const Material canonical = material("KKvK");
  const BuiltSet values_only("brazilian", {canonical}, {Metric::wdl});
  const BuiltSet with_distance("brazilian", {canonical}, {Metric::wdl, Metric::dtc});
  TableContents forged = read_table(values_only.path(canonical, Metric::wdl));
  REQUIRE(close_circle(values_only.rules(), canonical, forged) > 1000);
  recompute_header(forged, forged);
  for (const BuiltSet* set : {&values_only, &with_distance}) {
    write_contents(set->path(canonical, Metric::wdl), forged);
    REQUIRE(write_manifest(set->directory(), set->rules()));
  }
  check_clean(verified(values_only, true));  // the limit that verify.hpp owns up to
  CHECK(verified(with_distance, true).finding_count > 1000);
}

TEST_CASE("wrong statistics and a wrong value checksum are findings") {
  const BuiltSet set("pool", 2, every_metric());
  const auto expect = [&set](Metric metric, const auto& change, const std::string& message) {
    const std::filesystem::path path = set.path(material("KvM"), metric);
    const std::vector<char> original = read_file(path);
    TableContents contents = read_table(path);
    change(contents.header);
    write_contents(path, contents);
    REQUIRE(write_manifest(set.directory(), set.rules()));
    const VerifyReport report = verified(set, true);
    CHECK(report.finding_count == 1);
    INFO(file_messages(report, path.filename().string()));
    CHECK(contains(file_messages(report, path.filename().string()), message));
    check_clean(verified(set, false));  // only the values can tell
    write_file(path, original);
    REQUIRE(write_manifest(set.directory(), set.rules()));
  };
  expect(
      Metric::wdl, [](TableHeader& header) { ++header.statistics[1].counts[2]; }, "black to move");
  expect(
      Metric::dtc, [](TableHeader& header) { ++header.statistics[0].max_win; }, "longest win");
  expect(
      Metric::dtw, [](TableHeader& header) { ++header.statistics[1].max_loss; }, "longest loss");
  expect(
      Metric::dtw, [](TableHeader& header) { ++header.statistics[1].longest_loss; }, "first index");
  expect(
      Metric::dtw, [](TableHeader& header) { header.value_checksum ^= 1; }, "value checksum");
  check_clean(verified(set, true));
}
