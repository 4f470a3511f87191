#include "lunette/gen/pack.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "gen/verification.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

PackOptions options_for_packing(const BuiltSet& set, const TemporaryDirectory& to) {
  PackOptions options;
  options.rules = &set.rules();
  options.from = set.directory();
  options.directory = to.path();
  options.segment_entries = 1U << 9;
  return options;
}

PackReport packed(const PackOptions& options) {
  Result<PackReport> report = pack(options);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *std::move(report);
}

VerifyReport verified_in_full(const Ruleset& rules, const std::filesystem::path& directory) {
  VerifyOptions options;
  options.rules = &rules;
  options.directory = directory;
  options.full = true;
  Result<VerifyReport> report = verify(options);
  REQUIRE(report);
  return *std::move(report);
}

/// Every position of the class, both sides to move, through both sets.
void compare_answers(const Tablebase& built, const Tablebase& packed, const Material& material) {
  const Indexer indexer(built.rules().board, material);
  std::uint64_t differ = 0;
  for (Index i = 0; i < indexer.size(); ++i) {
    Position position = indexer.unrank(i);
    for (const Color side : {Color::white, Color::black}) {
      position.side = side;
      const auto before = built.probe(position);
      const auto after = packed.probe(position);
      if (!before || !after || before->wdl != after->wdl || before->dtc != after->dtc || before->dtw != after->dtw) {
        ++differ;
      }
    }
  }
  CAPTURE(material.name());
  CHECK(differ == 0);
}

/// All classes to three pieces, packed: verified in full, and asked by probe beside the set they were made of.
void check_packed_set(const Ruleset& rules) {
  CAPTURE(rules.name);
  const BuiltSet set(rules.name, 3, every_metric());
  const TemporaryDirectory to;
  const PackReport report = packed(options_for_packing(set, to));
  CHECK(report.tables.size() == 3 * enumerate_materials(3).size());
  check_clean(verified_in_full(rules, to.path()));
  if (rules.count && rules.count->counts != CountRule::Counts::lone_side_moves) return;
  const auto small = Tablebase::open(rules, {.directories = {to.path()}});
  REQUIRE(small);
  const Tablebase built = set.open();
  for (const Material& material : enumerate_materials(3)) compare_answers(built, *small, material);
}

}  // namespace

// A board, a count and a way to promote of each kind; the others have nothing that these do not.
TEST_CASE("packed sets give the same answers and verify in full", "[long]") {
  for (const std::string_view name : {"traditional", "russian", "international"})
    check_packed_set(**find_ruleset(name));
}

TEST_CASE("packed sets of every ruleset give the same answers and verify in full", "[.][slow]") {
  for (const Ruleset& rules : all_rulesets()) check_packed_set(rules);
}

TEST_CASE("a packed class with a count keeps its five values") {
  const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  const TemporaryDirectory to;
  const PackReport report = packed(options_for_packing(set, to));
  const auto five = std::find_if(report.tables.begin(), report.tables.end(), [](const PackedTable& table) {
    return table.material.name() == "KKKvK" && table.metric == Metric::wdl;
  });
  REQUIRE(five != report.tables.end());
  CHECK(five->form == Form::plain);
  CHECK(five->bytes < five->from_bytes);
  const auto small = Tablebase::open(set.rules(), {.directories = {to.path()}});
  REQUIRE(small);
  compare_answers(set.open(), *small, material("KKKvK"));
}

TEST_CASE("packing goes on where it stopped, and its bytes do not depend on threads") {
  const BuiltSet set("russian", 3, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory first;
  PackOptions options = options_for_packing(set, first);
  int asked = 0;
  options.stop = [&] { return ++asked > 5; };
  const auto stopped = pack(options);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::interrupted);
  options.stop = {};
  const PackReport report = packed(options);
  CHECK(std::count_if(report.tables.begin(), report.tables.end(), [](const auto& each) { return each.found; }) == 5);
  const PackReport again = packed(options);
  CHECK(std::all_of(again.tables.begin(), again.tables.end(), [](const auto& each) { return each.found; }));

  const TemporaryDirectory second;
  options.directory = second.path();
  options.threads = 1;
  packed(options);
  for (const PackedTable& each : report.tables) {
    CAPTURE(each.material.name(), to_string(each.metric));
    CHECK((read_file(table_path(first.path(), "russian", each.material, each.metric)) ==
           read_file(table_path(second.path(), "russian", each.material, each.metric))));
  }
  // A packed set can be packed again: with other segments, say.
  const TemporaryDirectory third;
  options.from = second.path();
  options.directory = third.path();
  options.segment_entries = 1U << 10;
  packed(options);
  check_clean(verified_in_full(set.rules(), third.path()));
}

TEST_CASE("distances are packed after the WDL that tells their draws") {
  const BuiltSet set("russian", 3, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory to;
  PackOptions options = options_for_packing(set, to);
  options.metrics = {Metric::dtc};
  const auto alone = pack(options);
  REQUIRE_FALSE(alone);
  CHECK(alone.error().code == ErrorCode::missing_table);
  CHECK(contains(alone.error().message, "KvK.wdl: not there; packed distances are read with the WDL"));
  options.metrics = {Metric::wdl};
  packed(options);
  options.metrics = {Metric::dtc};
  packed(options);
  check_clean(verified_in_full(set.rules(), to.path()));
  const auto file = TableFile::open(table_path(to.path(), "russian", material("KKvM"), Metric::dtc));
  REQUIRE(file);
  CHECK(file->form() == Form::coded);
}

TEST_CASE("packed distances find their WDL in another directory, and again when it was repaired") {
  const BuiltSet set("russian", 3, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory to;
  packed(options_for_packing(set, to));
  const TemporaryDirectory elsewhere;
  std::filesystem::create_directories(elsewhere.path() / "russian");
  for (const Material& each : enumerate_materials(3)) {
    std::filesystem::rename(table_path(to.path(), "russian", each, Metric::dtc),
                            table_path(elsewhere.path(), "russian", each, Metric::dtc));
  }
  const std::vector<std::filesystem::path> directories{elsewhere.path(), to.path()};
  const auto split = Tablebase::open(set.rules(), {.directories = directories});
  REQUIRE(split);
  compare_answers(set.open(), *split, material("KKvM"));

  const std::filesystem::path wdl = table_path(to.path(), "russian", material("KKvM"), Metric::wdl);
  const std::vector<char> whole = read_file(wdl);
  write_file(wdl, std::vector<char>(whole.begin(), whole.end() - 1));
  const auto damaged = Tablebase::open(set.rules(), {.directories = directories});
  REQUIRE(damaged);
  const Position quiet = *read_position(set.rules(), "W:WK31,K32:B12");
  for (int i = 0; i < 2; ++i) {
    const auto answer = damaged->probe_dtc(quiet);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ErrorCode::corrupt_file);
    CHECK(contains(answer.error().message, "KKvM.wdl"));
  }
  write_file(wdl, whole);
  CHECK(damaged->probe_dtc(quiet));
}

TEST_CASE("packing over WDL of other values is told, and leaves no distances that cannot be read") {
  const BuiltSet set("russian", 3, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory to;
  PackOptions options = options_for_packing(set, to);
  packed(options);
  options.materials = {material("KKvM")};

  // WDL that says it holds other values, and distances that were packed with it.
  const auto path = [&](Metric metric) { return table_path(to.path(), "russian", material("KKvM"), metric); };
  const auto rewrite = [&](Metric metric, std::uint64_t value_checksum, const WriteOptions& written) {
    const auto original = TableFile::open(set.path(material("KKvM"), metric));
    REQUIRE(original);
    TableHeader header = original->header();
    header.captures = CaptureEntries::filler;
    header.value_checksum = value_checksum;
    const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
      REQUIRE(original->read_range(side, first, out));
    };
    REQUIRE(write_table(path(metric), header, values, written));
  };
  const std::uint64_t other = TableFile::open(path(Metric::wdl))->header().value_checksum + 1;
  rewrite(Metric::wdl, other, {});
  options.metrics = {Metric::dtc};
  const auto refused = pack(options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::corrupt_file);
  CHECK(contains(refused.error().message, path(Metric::wdl).string() + ": other values than"));

  WriteOptions with_other;
  with_other.form = Form::coded;
  with_other.wdl_checksum = other;
  with_other.wdl = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    REQUIRE(TableFile::open(path(Metric::wdl))->read_range(side, first, out));
  };
  rewrite(Metric::dtc, 1, with_other);
  options.metrics = {Metric::wdl};
  packed(options);
  CHECK_FALSE(std::filesystem::exists(path(Metric::dtc)));
  options.metrics = {Metric::wdl, Metric::dtc};
  packed(options);
  check_clean(verified_in_full(set.rules(), to.path()));
}

TEST_CASE("nothing is built on packed tables") {
  const BuiltSet set("minor", 2, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory to;
  packed(options_for_packing(set, to));
  BuildOptions options;
  options.rules = &set.rules();
  options.directory = to.path();
  options.pieces = 3;
  const auto built = build(options);
  REQUIRE_FALSE(built);
  CHECK(built.error().code == ErrorCode::bad_argument);
  CHECK(contains(built.error().message, "KvK.wdl: a packed table"));
}

TEST_CASE("what cannot be packed is said by name") {
  const BuiltSet set("minor", 2, {Metric::wdl});
  const TemporaryDirectory to;
  PackOptions options = options_for_packing(set, to);
  const auto refusal = [&] {
    const auto report = pack(options);
    REQUIRE_FALSE(report);
    return report.error();
  };
  options.materials = {material("KKvK")};
  CHECK(refusal().code == ErrorCode::missing_table);
  options.materials = {};
  options.directory = set.directory();
  CHECK(refusal().code == ErrorCode::bad_argument);
  options.directory = to.path();
  options.from = to.path() / "nowhere";
  CHECK(refusal().code == ErrorCode::io_error);
  options.from = set.directory();
  options.segment_entries = 100;
  CHECK(refusal().code == ErrorCode::bad_argument);
  options.segment_entries = default_segment_entries;

  std::vector<char> bytes = read_file(set.path(material("KvM"), Metric::wdl));
  bytes[bytes.size() - 20] = static_cast<char>(bytes[bytes.size() - 20] ^ 1);
  write_file(set.path(material("KvM"), Metric::wdl), bytes);
  const Error damaged = refusal();
  CHECK(damaged.code == ErrorCode::corrupt_file);
  CHECK(contains(damaged.message, "KvM.wdl"));
  CHECK_FALSE(std::filesystem::exists(table_path(to.path(), "minor", material("KvM"), Metric::wdl)));
}
