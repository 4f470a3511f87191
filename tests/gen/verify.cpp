#include "lunette/gen/verify.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "gen/verification.hpp"

using namespace lunette;
using namespace lunette::testing;

TEST_CASE("every ruleset up to three pieces is verified in full without a finding", "[long]") {
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
  const BuiltSet values_only("international", 2, {Metric::wdl});
  check_clean(verified(values_only, true));
  const BuiltSet conversions("minor", 3, {Metric::wdl, Metric::dtc});
  check_clean(verified(conversions, true));
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
