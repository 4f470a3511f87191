// A downloaded or copied set beside the manifest that was published with it: whole, in part, packed, damaged.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "gen/verification.hpp"
#include "lunette/gen/pack.hpp"
#include "lunette/gen/verify.hpp"

using namespace lunette;
using namespace lunette::testing;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

/// What somebody publishes: all classes of up to 3 pieces of traditional, 27 tables.
const BuiltSet& published() {
  static const BuiltSet set("traditional", 3, every_metric());
  return set;
}
constexpr std::uint64_t published_tables = 27;

/// What somebody else has of it, in a place of its own; the manifest lies elsewhere.
class Download {
 public:
  Download() {
    fs::create_directories(path(""));
    for (const auto& entry : fs::directory_iterator(published().manifest().parent_path())) {
      if (entry.path().extension() != ".json") fs::copy_file(entry.path(), path(entry.path().filename()));
    }
    fs::copy_file(published().manifest(), manifest());
  }

  fs::path path(const fs::path& name) const { return directory_.path() / "tables" / "traditional" / name; }
  fs::path manifest() const { return directory_.path() / "published.json"; }

  void keep_only(const Names& names) const {
    for (const std::string& name : files()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) fs::remove(path(name));
    }
  }
  Names files() const {
    Names names;
    for (const auto& entry : fs::directory_iterator(path(""))) names.push_back(entry.path().filename().string());
    return names;
  }

  VerifyOptions options() const {
    VerifyOptions options;
    options.rules = &published().rules();
    options.directory = directory_.path() / "tables";
    options.against = manifest();
    return options;
  }
  VerifyReport part(std::vector<Material> materials = {}) const {
    VerifyOptions asked = options();
    asked.partial = true;
    asked.materials = std::move(materials);
    return verified(asked);
  }

 private:
  TemporaryDirectory directory_;
};

const Comparison& comparison_of(const VerifyReport& report) {
  REQUIRE(report.comparison);
  return *report.comparison;
}

void check_counts(const VerifyReport& report, std::uint64_t same_bytes, std::uint64_t same_values) {
  CHECK(comparison_of(report).same_bytes == same_bytes);
  CHECK(comparison_of(report).same_values == same_values);
}

}  // namespace

TEST_CASE("a whole copy is what was published, without a manifest of its own") {
  const Download download;
  const VerifyReport report = verified(download.options());
  check_clean(report);
  check_counts(report, published_tables, 0);
  CHECK(comparison_of(report).listed == published_tables);
  CHECK(comparison_of(report).different.empty());
  CHECK(comparison_of(report).missing.empty());
  CHECK(comparison_of(report).extra.empty());

  VerifyOptions without = download.options();
  without.against.clear();
  CHECK(contains(file_messages(verified(without), "manifest.json"), "cannot be read"));
  CHECK_FALSE(verified(without).comparison);
}

TEST_CASE("what is missing is named, and no fault of a part") {
  const Download download;
  download.keep_only({"KvK.wdl", "KKvK.wdl", "KKvK.dtc"});
  const VerifyReport whole = verified(download.options());
  CHECK(whole.finding_count == published_tables - 3);
  CHECK(contains(file_messages(whole, "KMvM.dtw"), "not here"));
  CHECK(file_messages(whole, "KKvK.wdl").empty());

  const VerifyReport part = download.part();
  check_clean(part);
  check_counts(part, 3, 0);
  const Names& missing = comparison_of(part).missing;
  CHECK(missing.size() == published_tables - 3);
  CHECK(std::is_sorted(missing.begin(), missing.end()));
  CHECK(std::find(missing.begin(), missing.end(), "KKvK.dtw") != missing.end());

  // The published manifest may lie where it lay, and be the one to compare with.
  fs::copy_file(download.manifest(), download.path("manifest.json"));
  check_clean(download.part());
  VerifyOptions in_place = download.options();
  in_place.against = download.path("manifest.json");
  CHECK(verified(in_place).finding_count == published_tables - 3);
  in_place.against.clear();
  CHECK(verified(in_place).finding_count == published_tables - 3);
  in_place.partial = true;
  check_clean(verified(in_place));
}

TEST_CASE("only the classes asked for are compared") {
  const Download download;
  download.keep_only({"KvK.wdl", "KvK.dtc", "KvK.dtw", "KvM.wdl"});
  VerifyOptions options = download.options();
  options.materials = {material("KvK")};
  const VerifyReport kings = verified(options);
  check_clean(kings);
  CHECK(comparison_of(kings).listed == 3);

  options.materials = {material("MvK")};
  const VerifyReport some = verified(options);
  CHECK(some.finding_count == 2);
  CHECK(comparison_of(some).missing == Names{"KvM.dtc", "KvM.dtw"});
  check_clean(download.part({material("KvM")}));

  options.materials = {material("KKvK")};
  CHECK(comparison_of(verified(options)).missing == Names{"KKvK.dtc", "KKvK.dtw", "KKvK.wdl"});
  CHECK(verified(options).finding_count == 3);
  // Comparing nothing must not look like success.
  CHECK(contains(file_messages(download.part({material("KKvK")}), "manifest.json"), "no table in common"));
}

TEST_CASE("damage is found in a copy, whole or in part") {
  const Download download;
  download.keep_only({"KKvK.wdl", "KKvK.dtc", "KMvK.wdl"});
  const std::vector<char> sound = read_file(download.path("KKvK.dtc"));

  SECTION("any flipped byte") {
    for (std::size_t at = 0; at < sound.size(); at += 1 + sound.size() / 61) {
      CAPTURE(at);
      std::vector<char> bytes = sound;
      bytes[at] = static_cast<char>(bytes[at] ^ 0x04);
      write_file(download.path("KKvK.dtc"), bytes);
      const VerifyReport report = download.part();
      CHECK(report.finding_count >= 1);
      CHECK(!file_messages(report, "KKvK.dtc").empty());
      CHECK(comparison_of(report).different == Names{"KKvK.dtc"});
      check_counts(report, 2, 0);
    }
  }
  SECTION("any length") {
    for (std::size_t length = 0; length < sound.size(); length += 1 + sound.size() / 61) {
      CAPTURE(length);
      write_file(download.path("KKvK.dtc"), {sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(length)});
      const VerifyReport report = download.part();
      CHECK(report.finding_count == 1);
      CHECK(comparison_of(report).different == Names{"KKvK.dtc"});
    }
  }
}

TEST_CASE("files under each other's names are found") {
  const Download download;
  fs::copy_file(download.path("KKvK.wdl"), download.path("KMvK.wdl"), fs::copy_options::overwrite_existing);
  VerifyReport report = verified(download.options());
  CHECK(contains(file_messages(report, "KMvK.wdl"), "material is KKvK, expected KMvK"));
  CHECK(comparison_of(report).different == Names{"KMvK.wdl"});

  // Under a name that nobody published.
  fs::copy_file(download.path("KKvK.wdl"), download.path("KKKvK.wdl"));
  report = verified(download.options());
  CHECK(contains(file_messages(report, "KKKvK.wdl"), "material is KKvK, expected KKKvK"));
  CHECK(comparison_of(report).extra == Names{"KKKvK.wdl"});
}

TEST_CASE("sound tables of other values are found") {
  const Download download;
  // A table of the same rules, material and size whose values are others: DTW of the class as its DTC.
  TableContents contents = read_table(download.path("KKvK.dtw"));
  contents.header.metric = Metric::dtc;
  contents.header.tool_version.clear();
  write_contents(download.path("KKvK.dtc"), contents);
  const VerifyReport report = verified(download.options());
  CHECK(contains(file_messages(report, "KKvK.dtc"), "value_checksum is "));
  CHECK(comparison_of(report).different == Names{"KKvK.dtc"});
  check_counts(report, published_tables - 1, 0);
}

TEST_CASE("a stale manifest is found, and tables that it does not list are no fault") {
  const Download download;
  const std::vector<char> text = read_file(download.manifest());
  nlohmann::json stale = nlohmann::json::parse(text);
  stale.at("tables").at(0).at("value_checksum") = "0123456789abcdef";
  stale.at("tables").erase(stale.at("tables").size() - 1);
  const std::string name = nlohmann::json::parse(text).at("tables").back().at("material").get<std::string>() + ".dtw";
  const std::string changed = stale.dump();
  write_file(download.manifest(), {changed.begin(), changed.end()});
  const VerifyReport report = verified(download.options());
  CHECK(report.finding_count == 1);
  CHECK(contains(file_messages(report, "KvK.wdl"), "0123456789abcdef"));
  CHECK(comparison_of(report).extra == Names{name});
  CHECK(comparison_of(report).different == Names{"KvK.wdl"});
}

TEST_CASE("a packed set agrees with the manifest of the set that it was packed from") {
  const TemporaryDirectory packed;
  PackOptions pack_options;
  pack_options.rules = &published().rules();
  pack_options.from = published().directory();
  pack_options.directory = packed.path();
  REQUIRE(pack(pack_options));
  VerifyOptions options = options_for(published(), true);
  options.directory = packed.path();
  options.against = published().manifest();
  const VerifyReport report = verified(options);
  check_clean(report);
  CHECK(comparison_of(report).same_bytes + comparison_of(report).same_values == published_tables);
  CHECK(comparison_of(report).same_values > 0);

  // Distances of a packed set are read with the WDL beside them.
  fs::remove(table_path(packed.path(), "traditional", material("KKvK"), Metric::wdl));
  options.full = false;
  options.partial = true;
  CHECK(comparison_of(verified(options)).different == Names{"KKvK.dtc", "KKvK.dtw"});
}

TEST_CASE("a manifest that cannot be read as one is refused in one line") {
  const Download download;
  const std::vector<char> text = read_file(download.manifest());
  const auto refusal = [&](const std::string& bytes) {
    write_file(download.manifest(), {bytes.begin(), bytes.end()});
    const Result<VerifyReport> report = verify(download.options());
    REQUIRE_FALSE(report);
    CHECK(report.error().message.find_first_of("\n\r\x1b") == std::string::npos);
    return report.error().code;
  };
  const std::string whole(text.begin(), text.end());
  for (std::size_t length = 0; length < whole.size() - 2; length += 1 + whole.size() / 23) {
    CHECK(refusal(whole.substr(0, length)) == ErrorCode::corrupt_file);
  }
  CHECK(refusal(R"({"rules":"\u001b[2J\n","count_limit":13,"tables":[]})") == ErrorCode::wrong_ruleset);
  CHECK(refusal(R"({"rules":"traditional","count_limit":"\n","tables":[]})") == ErrorCode::wrong_ruleset);
  CHECK(refusal(R"({"rules":"traditional","count_limit":13,"tables":[{"material":"../K","metric":"wdl"}]})") ==
        ErrorCode::corrupt_file);
  CHECK(refusal(R"({"rules":"traditional","count_limit":13,"tables":[{"material":"KvK","metric":"wdl"},
                   {"material":"KvK","metric":"wdl"}]})") == ErrorCode::corrupt_file);
}
