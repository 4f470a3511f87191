// lunette verify: sound tables, damaged ones, and manifests that differ.

#include <string>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// A copy of the traditional tables, to be damaged.
class Copy {
 public:
  Copy() { fs::copy(three_piece_tables("traditional"), directory_.path(), fs::copy_options::recursive); }

  fs::path file(const std::string& name) const { return directory_.path() / "traditional" / name; }
  Arguments verify() const { return {"verify", "--rules", "traditional", "--tables", directory_.path().string()}; }

  void flip_byte(const std::string& name, std::size_t from_end) const {
    std::vector<char> bytes = read_file(file(name));
    char& byte = bytes.at(bytes.size() - from_end);
    byte = static_cast<char>(byte ^ 0x10);
    fs::remove(file(name));
    write_file(file(name), bytes);
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace

TEST_CASE("verify finds nothing in sound tables") {
  const Arguments verify{"verify", "--rules", "traditional", "--tables", three_piece_tables("traditional").string()};
  const Finished quick = run(verify);
  INFO(quick.err);
  CHECK(quick.status == 0);
  CHECK(quick.out == "traditional: 27 tables read, nothing wrong\n");

  const Finished full = run(verify + Arguments{"--full", "--json"});
  CHECK(full.status == 0);
  const json report = full.document();
  CHECK(report.at("rules") == "traditional");
  CHECK(report.at("full") == true);
  CHECK(report.at("tables") == 27);
  CHECK(report.at("entries") == 3 * 199520);  // counts.tsv, every metric
  CHECK(report.at("probed") > 0);
  CHECK(report.at("finding_count") == 0);
  CHECK(report.at("findings").empty());
}

TEST_CASE("verify answers no where a file is damaged, and names it") {
  const Copy copy;
  copy.flip_byte("KMvK.dtc", 40);
  const Finished finished = run(copy.verify());
  CHECK(finished.status == 1);
  CHECK(finished.out.find("KMvK.dtc") == 0);
  CHECK(finished.err.find("lunette verify: ") != std::string::npos);

  const Finished as_json = run(copy.verify() + Arguments{"--json"});
  CHECK(as_json.status == 1);
  const json report = as_json.document();
  CHECK(report.at("finding_count").get<int>() >= 1);
  const json& finding = report.at("findings").at(0);
  CHECK(finding.at("table") == "KMvK.dtc");
  CHECK(finding.at("fen").is_null());
  CHECK(!finding.at("message").get<std::string>().empty());

  CHECK(run(copy.verify() + Arguments{"KKvK"}).status == 0);
  CHECK(run(copy.verify() + Arguments{"KvKM"}).status == 1);
}

TEST_CASE("verify --against compares with another manifest") {
  const Copy copy;
  const std::string manifest = copy.file("manifest.json").string();
  CHECK(run(copy.verify() + Arguments{"--against", manifest}).status == 0);

  json other = json::parse(read_file(manifest));
  const fs::path changed = copy.file("other.json");
  for (json& table : other.at("tables")) {
    if (table.contains("value_checksum")) table["value_checksum"] = "0000000000000000";
  }
  const std::string text = other.dump();
  write_file(changed, {text.begin(), text.end()});
  const Finished finished = run(copy.verify() + Arguments{"--against", changed.string()});
  CHECK(finished.status == 1);
  CHECK(!finished.out.empty());

  refuse(copy.verify() + Arguments{"--against", copy.file("none.json").string()}, {"lunette verify: ", "none.json"});
}

TEST_CASE("verify --against sums up what is here, missing and not listed") {
  const Copy copy;
  const TemporaryDirectory elsewhere;
  const fs::path manifest = elsewhere.path() / "published.json";
  fs::rename(copy.file("manifest.json"), manifest);
  const Arguments against = copy.verify() + Arguments{"--against", manifest.string()};
  const std::string lists = manifest.string() + " lists 27 tables, ";
  const Finished whole = run(against);
  INFO(whole.out << whole.err);
  CHECK(whole.status == 0);
  CHECK(whole.out ==
        "traditional: 27 tables read, nothing wrong\n" + lists +
            "27 here: 27 with the same bytes, 0 with the same values in other bytes, 0 different; 0 missing\n");

  fs::remove(copy.file("KKvK.dtc"));
  copy.flip_byte("KMvK.dtc", 40);
  const Finished damaged = run(against);
  CHECK(damaged.status == 1);
  CHECK(damaged.out.find("\nKKvK.dtc: is in " + manifest.string() + " and not here\n") != std::string::npos);
  CHECK(damaged.out.find(
            "26 here: 25 with the same bytes, 0 with the same values in other bytes, 1 different; 1 missing\n") !=
        std::string::npos);
  CHECK(run(against + Arguments{"--partial"}).status == 1);

  fs::remove(copy.file("KMvK.dtc"));
  const Finished part = run(against + Arguments{"--partial"});
  CHECK(part.status == 0);
  CHECK(part.out.find("; 2 missing\nmissing: KKvK.dtc, KMvK.dtc\n") != std::string::npos);
  const json comparison = run(against + Arguments{"--partial", "--json"}).document().at("against");
  CHECK(comparison.at("manifest") == manifest.string());
  CHECK(comparison.at("listed") == 27);
  CHECK(comparison.at("same_bytes") == 25);
  CHECK(comparison.at("same_values") == 0);
  CHECK(comparison.at("different").empty());
  CHECK(comparison.at("missing") == json{"KKvK.dtc", "KMvK.dtc"});
  CHECK(comparison.at("extra").empty());
}

TEST_CASE("verify --against refuses the manifest of another game and what is none") {
  const Copy copy;
  const fs::path other = three_piece_tables("pool") / "pool" / "manifest.json";
  refuse(copy.verify() + Arguments{"--against", other.string()}, {"lunette verify: ", other.string(), "pool"});
  refuse(copy.verify() + Arguments{"--against", copy.file("KvK.wdl").string()}, {"KvK.wdl: not a manifest of tables"});
}

TEST_CASE("verify refuses where there is nothing to verify") {
  const TemporaryDirectory empty;
  refuse({"verify", "--rules", "pool", "--tables", empty.path().string()}, {"lunette verify: "});
  refuse({"verify", "--rules", "pool", "--tables", (empty.path() / "none").string()}, {"lunette verify: ", "none"});
}
