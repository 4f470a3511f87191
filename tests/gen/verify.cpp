#include "lunette/gen/verify.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <tuple>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

VerifyOptions options_for(const BuiltSet& set, bool full) {
  VerifyOptions options;
  options.rules = &set.rules();
  options.directory = set.directory();
  options.full = full;
  options.threads = 2;
  return options;
}

VerifyReport verified(const VerifyOptions& options) {
  const Result<VerifyReport> report = verify(options);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *report;
}

VerifyReport verified(const BuiltSet& set, bool full) {
  return verified(options_for(set, full));
}

/// No finding; otherwise the first ones are shown.
void check_clean(const VerifyReport& report) {
  for (const Finding& finding : report.findings) {
    UNSCOPED_INFO(finding.table << " " << finding.fen << " " << finding.message);
  }
  CHECK(report.finding_count == 0);
}

bool names_fen(const VerifyReport& report, const std::string& table, const std::string& fen) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& finding) { return finding.table == table && finding.fen == fen; });
}

/// The messages of all findings about a file as a whole.
std::string file_messages(const VerifyReport& report, const std::string& table) {
  std::string messages;
  for (const Finding& finding : report.findings) {
    if (finding.table == table && finding.fen.empty()) messages += finding.message + "\n";
  }
  return messages;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

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

}  // namespace

TEST_CASE("every ruleset up to three pieces is verified in full without a finding") {
  for (const Ruleset& rules : all_rulesets()) {
    CAPTURE(rules.name);
    const BuiltSet set(rules.name, 3, every_metric());
    const VerifyReport report = verified(set, true);
    std::uint64_t entries = 0;
    const std::vector<Material> classes = enumerate_materials(3);
    for (const Material& canonical : classes) {
      entries += Indexer(rules.board, canonical).size() * static_cast<std::uint64_t>(canonical.stored_sides());
    }
    check_clean(report);
    CHECK(report.tables == 3 * classes.size());
    CHECK(report.entries == 3 * entries);
    CHECK(report.probed == entries);
  }
}

TEST_CASE("sets with fewer metrics are verified by what they hold") {
  const BuiltSet values_only("international", 3, {Metric::wdl});
  check_clean(verified(values_only, true));
  const BuiltSet conversions("international", 3, {Metric::wdl, Metric::dtc});
  check_clean(verified(conversions, true));
}

TEST_CASE("counted material is verified with its count") {
  const BuiltSet set("traditional", {material("KKKvK")}, {Metric::wdl, Metric::dtc});
  VerifyOptions options = options_for(set, true);
  const VerifyReport all = verified(options);
  check_clean(all);

  // The three ways to get the boundary wrong: a longest loss that is not taken away by the 13 moves.
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

TEST_CASE("one changed value of an entry without a capture is named, whatever the checksums say") {
  const BuiltSet traditional("traditional", 3, every_metric());
  for (const Metric metric : every_metric()) expect_forgeries_found(traditional, material("KMvK"), metric, 20, 1);
  const BuiltSet counted("historical", {material("KKvK"), material("MMvM")}, every_metric());
  for (const Metric metric : every_metric()) {
    expect_forgeries_found(counted, material("KKvK"), metric, 3, 2);
    expect_forgeries_found(counted, material("MMvM"), metric, 3, 3);
  }
  const BuiltSet own_flip("russian", {material("KMvKM")}, every_metric());
  for (const Metric metric : every_metric()) expect_forgeries_found(own_flip, material("KMvKM"), metric, 2, 4);
}

TEST_CASE("a circle of wins that agree with each other is found by its distances") {
  // KvK without captures, all of it turned into wins and losses by the colour of the side to move alone, would be
  // impossible in a class that is its own flip; so a draw is turned into a win with a distance that looks right.
  const BuiltSet set("brazilian", 2, every_metric());
  const Material canonical = material("KvK");
  TableContents wdl = read_table(set.path(canonical, Metric::wdl));
  TableContents dtw = read_table(set.path(canonical, Metric::dtw));
  const auto draw = std::find(wdl.codes[0].begin(), wdl.codes[0].end(), encode_wdl(Wdl::draw));
  REQUIRE(draw != wdl.codes[0].end());
  const auto index = static_cast<std::size_t>(draw - wdl.codes[0].begin());
  wdl.codes[0][index] = encode_wdl(Wdl::win);
  dtw.codes[0][index] = encode_plies(3);
  recompute_header(wdl, wdl);
  recompute_header(dtw, wdl);
  write_contents(set.path(canonical, Metric::wdl), wdl);
  write_contents(set.path(canonical, Metric::dtw), dtw);
  Position position = Indexer(Board::b8, canonical).unrank(index);
  VerifyOptions options = options_for(set, true);
  options.materials = {canonical};
  const VerifyReport report = verified(options);
  CHECK(names_fen(report, "KvK.wdl", write_fen(Board::b8, position)));
  CHECK(names_fen(report, "KvK.dtw", write_fen(Board::b8, position)));
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

TEST_CASE("a class cannot be recomputed without what it leads to") {
  const BuiltSet set("minor", {material("KKvK")}, every_metric());
  std::filesystem::remove(set.path(material("KvK"), Metric::dtw));
  VerifyOptions options = options_for(set, true);
  options.materials = {material("KKvK")};
  const Result<VerifyReport> without_distance = verify(options);
  REQUIRE_FALSE(without_distance);
  CHECK(without_distance.error().code == ErrorCode::missing_table);
  CHECK(contains(without_distance.error().message, "KvK.dtw"));

  std::filesystem::remove(set.path(material("KvK"), Metric::wdl));
  const Result<VerifyReport> without_values = verify(options);
  REQUIRE_FALSE(without_values);
  CHECK(without_values.error().code == ErrorCode::missing_table);
  CHECK(contains(without_values.error().message, "KvK.wdl"));

  options.full = false;  // the file by itself is sound
  check_clean(verified(options));
}

TEST_CASE("nothing to verify is an error") {
  const TemporaryDirectory empty;
  VerifyOptions options;
  options.rules = &ruleset("polish");
  options.directory = empty.path();
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::io_error);
  std::filesystem::create_directories(empty.path() / "polish");
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::missing_table);

  const BuiltSet set("polish", 2, {Metric::wdl});
  VerifyOptions of_set = options_for(set, false);
  of_set.materials = {material("KKvK")};
  REQUIRE_FALSE(verify(of_set));
  CHECK(contains(verify(of_set).error().message, "KKvK"));
  of_set.materials = {Material{9, 0, 1, 0}};
  REQUIRE_FALSE(verify(of_set));
  CHECK(verify(of_set).error().code == ErrorCode::bad_material);
  of_set.materials = {material("MvK")};  // the other name of KvM
  CHECK(verified(of_set).tables == 1);
  of_set.rules = nullptr;
  REQUIRE_FALSE(verify(of_set));
  CHECK(verify(of_set).error().code == ErrorCode::bad_argument);
}

TEST_CASE("every damaged byte of a table file is a finding of that file") {
  const BuiltSet set("traditional", 3, {Metric::wdl, Metric::dtc});
  const std::filesystem::path path = set.path(material("KMvM"), Metric::dtc);
  TableContents contents = read_table(path);
  contents.header.block_entries = 1024;  // many blocks
  write_contents(path, contents);
  REQUIRE(write_manifest(set.directory(), set.rules()));
  const std::vector<char> original = read_file(path);
  VerifyOptions options = options_for(set, false);
  options.materials = {material("KMvM")};
  check_clean(verified(options));

  bool block_named = false;
  const std::size_t step = std::max<std::size_t>(1, original.size() / 200);
  for (std::size_t at = 0; at < original.size(); at += step) {
    std::vector<char> damaged = original;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write_file(path, damaged);
    const VerifyReport report = verified(options);
    CAPTURE(at, original.size());
    const std::string messages = file_messages(report, "KMvM.dtc");
    CHECK_FALSE(messages.empty());
    block_named = block_named || contains(messages, "block");
  }
  CHECK(block_named);

  // With full, what cannot be read is said of every class that would need it, and the others are verified.
  std::vector<char> damaged = original;
  damaged[original.size() / 2] = static_cast<char>(damaged[original.size() / 2] ^ 0x10);
  write_file(path, damaged);
  const VerifyReport full = verified(set, true);
  CHECK(contains(file_messages(full, "KMvM.wdl"), "not recomputed"));
  CHECK(contains(file_messages(full, "KMvM.dtc"), "block"));
  CHECK(file_messages(full, "KKvM.wdl").empty());
  CHECK(full.entries > 0);

  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, original.size() / 2, original.size() - 1}) {
    write_file(path, {original.begin(), original.begin() + static_cast<std::ptrdiff_t>(size)});
    CHECK_FALSE(file_messages(verified(options), "KMvM.dtc").empty());
  }
}

TEST_CASE("a file under another file's name is a finding") {
  const BuiltSet set("brazilian", 2, every_metric());
  const BuiltSet other("traditional", 2, every_metric());
  const auto expect = [&set](const std::filesystem::path& from, const std::filesystem::path& to,
                             const std::string& message) {
    const std::vector<char> original = read_file(to);
    write_file(to, read_file(from));
    const VerifyReport report = verified(set, false);
    const std::string messages = file_messages(report, to.filename().string());
    CAPTURE(messages);
    CHECK(contains(messages, message));
    write_file(to, original);
  };
  const Material kings = material("KvK");
  expect(set.path(kings, Metric::dtc), set.path(kings, Metric::dtw), "metric");
  expect(set.path(material("KvM"), Metric::wdl), set.path(kings, Metric::wdl), "material");
  expect(other.path(kings, Metric::wdl), set.path(kings, Metric::wdl), "ruleset");
  expect(other.path(kings, Metric::wdl), set.path(kings, Metric::wdl), "count limit");
  check_clean(verified(set, false));

  const std::filesystem::path stray = set.directory() / "brazilian" / "MvK.wdl";
  write_file(stray, read_file(set.path(material("KvM"), Metric::wdl)));
  CHECK(contains(file_messages(verified(set, false), "MvK.wdl"), "name"));
}

TEST_CASE("findings past the limit are counted, and the order does not depend on threads") {
  const BuiltSet set("german", 2, every_metric());
  TableContents contents = read_table(set.path(material("KvM"), Metric::dtw));
  for (auto& side : contents.codes) {
    for (ValueCode& code : side) code = static_cast<ValueCode>(code + 1);
  }
  write_contents(set.path(material("KvM"), Metric::dtw), contents);
  VerifyOptions options = options_for(set, true);
  options.max_findings = 5;
  options.threads = 1;
  const VerifyReport one = verified(options);
  options.threads = 2;
  const VerifyReport two = verified(options);
  CHECK(one.finding_count == two.finding_count);
  CHECK(one.finding_count > 500);
  const auto of_table = std::count_if(one.findings.begin(), one.findings.end(),
                                      [](const Finding& finding) { return finding.table == "KvM.dtw"; });
  CHECK(of_table == 5);
  REQUIRE(one.findings.size() == two.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    CHECK(std::tie(one.findings[i].table, one.findings[i].fen, one.findings[i].message) ==
          std::tie(two.findings[i].table, two.findings[i].fen, two.findings[i].message));
  }
}

TEST_CASE("a verification reports its progress and can be stopped") {
  const BuiltSet set("international", 2, every_metric());
  VerifyOptions options = options_for(set, true);
  std::vector<ProgressEvent> events;
  options.progress = [&events](const ProgressEvent& event) { events.push_back(event); };
  verified(options);
  REQUIRE_FALSE(events.empty());
  std::uint64_t done = 0;
  for (const ProgressEvent& event : events) {
    CHECK(event.done >= done);
    CHECK(event.total == events.front().total);
    done = event.done;
  }
  CHECK(done == events.front().total);

  options.stop = [] { return true; };
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::interrupted);
  int asked = 0;
  options.stop = [&asked] { return ++asked > 2; };
  CHECK_FALSE(verify(options));
}
