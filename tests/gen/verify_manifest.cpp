#include <filesystem>
#include <string>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/verify.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

VerifyReport verified(const BuiltSet& set, const std::filesystem::path& against = {},
                      std::vector<Material> materials = {}) {
  VerifyOptions options;
  options.rules = &set.rules();
  options.directory = set.directory();
  options.against = against;
  options.materials = std::move(materials);
  const Result<VerifyReport> report = verify(options);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *report;
}

std::string text_of(const std::filesystem::path& path) {
  const std::vector<char> bytes = read_file(path);
  return {bytes.begin(), bytes.end()};
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  write_file(path, {text.begin(), text.end()});
}

/// Changes the last digit of the number or checksum that follows `name` in the manifest's first row of `material`.
std::string with_changed(std::string text, const std::string& name, const std::string& material = "KvK") {
  const std::size_t row = text.find("\"" + material + "\"");
  REQUIRE(row != std::string::npos);
  const std::size_t field = text.find("\"" + name + "\"", row);
  REQUIRE(field != std::string::npos);
  std::size_t digit = text.find_first_of(",\n}", field);
  digit = text.find_last_of("0123456789abcdef", digit);
  text[digit] = text[digit] == '0' ? '1' : '0';
  return text;
}

bool is_found(const VerifyReport& report, const std::string& table, const std::string& part) {
  for (const Finding& finding : report.findings) {
    if (finding.table == table && finding.message.find(part) != std::string::npos) return true;
  }
  return false;
}

const std::vector<const char*> all_facts{"entries", "bytes", "file_checksum", "value_checksum", "win", "loss"};

}  // namespace

TEST_CASE("the manifest must say what the files say") {
  const BuiltSet set("minor", 2, {Metric::wdl, Metric::dtc});
  const std::string original = text_of(set.manifest());
  CHECK(verified(set).finding_count == 0);
  for (const char* fact : all_facts) {
    CAPTURE(fact);
    write_text(set.manifest(), with_changed(original, fact));
    const VerifyReport report = verified(set);
    CHECK(report.finding_count == 1);
    CHECK(is_found(report, "manifest.json", std::string("KvK.wdl: ")));
    CHECK(is_found(report, "manifest.json", fact));
  }
  write_text(set.manifest(), original);
}

TEST_CASE("a missing, damaged or foreign manifest is a finding") {
  const BuiltSet set("polish", 2, {Metric::wdl});
  const std::string original = text_of(set.manifest());
  std::filesystem::remove(set.manifest());
  CHECK(is_found(verified(set), "manifest.json", "cannot be read"));
  for (const char* text :
       {"", "{", "[1,2]", "{\"rules\":\"polish\"}", "{\"rules\":1,\"count_limit\":0,\"tables\":[[]]}", "\xff\xfe",
        "{\"rules\":\"polish\",\"count_limit\":0,\"tables\":[{\"metric\":\"wdl\"}]}",
        "{\"rules\":\"polish\",\"count_limit\":0,\"tables\":[{\"metric\":\"wdl\",\"material\":\"KvKK\"}]}"}) {
    CAPTURE(text);
    write_text(set.manifest(), text);
    CHECK(is_found(verified(set), "manifest.json", "manifest"));
  }
  const BuiltSet other("minor", 2, {Metric::wdl});
  write_text(set.manifest(), text_of(other.manifest()));
  CHECK(is_found(verified(set), "manifest.json", "ruleset minor"));
  write_text(set.manifest(), original);
  CHECK(verified(set).finding_count == 0);
}

TEST_CASE("files and rows without each other are findings") {
  const BuiltSet set("brazilian", 2, {Metric::wdl, Metric::dtc});
  const std::filesystem::path file = set.path(material("MvM"), Metric::dtc);
  const std::vector<char> bytes = read_file(file);
  std::filesystem::remove(file);
  const VerifyReport without_file = verified(set);
  CHECK(without_file.finding_count == 1);
  CHECK(is_found(without_file, "manifest.json", "MvM.dtc is listed and not there"));
  CHECK(verified(set, {}, {material("KvK")}).finding_count == 0);  // nobody asked for MvM
  CHECK(verified(set, {}, {material("MvM")}).finding_count == 1);

  REQUIRE(write_manifest(set.directory(), set.rules()));
  CHECK(verified(set).finding_count == 0);
  write_file(file, bytes);
  const VerifyReport without_row = verified(set);
  CHECK(without_row.finding_count == 1);
  CHECK(is_found(without_row, "manifest.json", "MvM.dtc is there and not listed"));
}

TEST_CASE("a set is compared with a manifest built elsewhere") {
  const BuiltSet set("international", 2, {Metric::wdl, Metric::dtc});
  const TemporaryDirectory elsewhere;
  const std::filesystem::path other = elsewhere.path() / "published.json";
  const std::string original = text_of(set.manifest());
  write_text(other, original);
  CHECK(verified(set, other).finding_count == 0);
  for (const char* fact : all_facts) {
    CAPTURE(fact);
    write_text(other, with_changed(original, fact));
    const VerifyReport report = verified(set, other);
    // Another zstd packs differently; the values are the same.
    const bool packing = std::string(fact) == "bytes" || std::string(fact) == "file_checksum";
    CHECK(report.finding_count == (packing ? 0 : 1));
    CHECK(is_found(report, "KvK.wdl", fact) == !packing);
  }
}

TEST_CASE("a manifest that cannot be compared with is an error") {
  const BuiltSet set("german", 2, {Metric::wdl});
  const BuiltSet other("pool", 2, {Metric::wdl});
  VerifyOptions options;
  options.rules = &set.rules();
  options.directory = set.directory();
  options.against = set.directory() / "nowhere.json";
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::io_error);
  options.against = set.path(material("KvK"), Metric::wdl);
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::corrupt_file);
  options.against = other.manifest();
  REQUIRE_FALSE(verify(options));
  CHECK(verify(options).error().code == ErrorCode::wrong_ruleset);
}
