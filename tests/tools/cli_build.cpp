// lunette build: plans, files, resuming, refusing, stopping.

#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "built_tables.hpp"
#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

Arguments build_into(const fs::path& directory, const std::string& rules = "traditional") {
  return {"build", "--rules", rules, "--tables", directory.string()};
}

std::set<std::string> files_below(const fs::path& directory) {
  std::set<std::string> names;
  if (!fs::exists(directory)) return names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) names.insert(fs::relative(entry.path(), directory).string());
  }
  return names;
}

std::map<std::string, fs::file_time_type> times_below(const fs::path& directory) {
  std::map<std::string, fs::file_time_type> times;
  for (const std::string& name : files_below(directory)) {
    if (fs::path(name).extension() != ".json" && !is_build_log(name))
      times[name] = fs::last_write_time(directory / name);
  }
  return times;
}

const std::set<std::string> two_piece_files{
    "traditional/KvK.dtc", "traditional/KvK.wdl", "traditional/KvM.dtc",       "traditional/KvM.wdl",
    "traditional/MvM.dtc", "traditional/MvM.wdl", "traditional/manifest.json", "traditional/build-log.jsonl"};

}  // namespace

TEST_CASE("build writes WDL and DTC of every class, and a manifest") {
  const TemporaryDirectory directory;
  const Finished finished = run(build_into(directory.path()) + Arguments{"--pieces", "2"});
  INFO(finished.err);
  CHECK(finished.status == 0);
  CHECK(files_below(directory.path()) == two_piece_files);
  CHECK(finished.out.find("traditional: 3 classes") == 0);
  for (const std::string table : {"KvK.wdl", "KvK.dtc", "MvM.dtc"}) {
    CHECK(finished.err.find(table) != std::string::npos);
  }
  CHECK(finished.err.find('\r') == std::string::npos);
}

TEST_CASE("the build log tells what every class took and holds") {
  const TemporaryDirectory directory;
  REQUIRE(run(build_into(directory.path()) + Arguments{"--pieces", "3", "--threads", "2"}).status == 0);
  const auto logged = [&] {
    std::map<std::string, json> classes;
    std::ifstream log(directory.path() / "traditional/build-log.jsonl");
    for (std::string line; std::getline(log, line);) {
      json object = json::parse(line);
      CHECK(classes.emplace(object.at("material").get<std::string>(), object).second);
    }
    return classes;
  };
  const auto classes = logged();
  CHECK(classes.size() == 9);
  for (const auto& [material, line] : classes) {
    INFO(material);
    CHECK(line.at("threads") == 2);
    CHECK(line.at("seconds").get<double>() >= 0);
    CHECK(line.at("cpu_seconds").get<double>() >= 0);
    CHECK(line.at("peak_memory_bytes").get<std::uint64_t>() > 1U << 20);
    CHECK(line.at("finished").get<std::string>().size() == std::string("2026-01-01T00:00:00Z").size());
    for (const json& table : line.at("tables")) {
      const auto bytes =
          fs::file_size(directory.path() / "traditional" / (material + "." + table.at("metric").get<std::string>()));
      CHECK(table.at("bytes") == bytes);
      const double entries = line.at("entries").get<double>();
      CHECK(std::abs(table.at("bits_per_entry").get<double>() - 8.0 * static_cast<double>(bytes) / entries) < 1e-4);
    }
  }
  // results.tsv: KKvK of traditional.
  const json& tables = classes.at("KKvK").at("tables");
  CHECK(tables.at(0).at("sides").at(0).at("win") == 5628);
  CHECK(tables.at(0).at("sides").at(1).at("loss") == 274);
  CHECK(tables.at(1).at("sides").at(0).at("max_win") == 7);
  CHECK(tables.at(1).at("sides").at(0).at("max_loss").is_null());

  // A second build adds what it did, and no more.
  fs::remove(directory.path() / "traditional/KvM.dtc");
  fs::remove(directory.path() / "traditional/build-log.jsonl");
  REQUIRE(run(build_into(directory.path()) + Arguments{"--pieces", "3"}).status == 0);
  const auto again = logged();
  REQUIRE(again.size() == 1);
  CHECK(again.at("KvM").at("tables").size() == 1);
  CHECK(again.at("KvM").at("tables").at(0).at("metric") == "dtc");
}

TEST_CASE("build --json prints an object for each table and one that sums up") {
  const TemporaryDirectory directory;
  const Arguments arguments = build_into(directory.path()) + Arguments{"--pieces", "2", "--json"};
  const std::vector<json> documents = run(arguments).documents();
  std::set<std::string> written{"traditional/manifest.json", "traditional/build-log.jsonl"};
  for (std::size_t i = 0; i + 1 < documents.size(); ++i) {
    const fs::path file = documents[i].at("file").get<std::string>();
    CHECK(file.filename() ==
          documents[i].at("material").get<std::string>() + "." + documents[i].at("metric").get<std::string>());
    CHECK(fs::file_size(file) == documents[i].at("bytes").get<std::uintmax_t>());
    written.insert(fs::relative(file, directory.path()).string());
  }
  CHECK(written == two_piece_files);
  // counts.tsv: KvK, KvM and MvM; KvK and MvM are their own flips.
  CHECK(documents.back().at("entries") == 992 + 2 * 868 + 760);
  CHECK(documents.back().at("classes") == 3);
  CHECK(documents.back().at("built") == 3);

  const std::vector<json> again = run(arguments).documents();
  REQUIRE(again.size() == 1);
  CHECK(again.back().at("built") == 0);
}

TEST_CASE("build resumes: what is there is skipped and not touched") {
  const TemporaryDirectory directory;
  REQUIRE(run(build_into(directory.path()) + Arguments{"--pieces", "2"}).status == 0);
  const auto before = times_below(directory.path());
  const Finished again = run(build_into(directory.path()) + Arguments{"--pieces", "2"});
  CHECK(again.status == 0);
  CHECK(again.err.find("KvK: already there") != std::string::npos);
  CHECK(again.out.find("nothing to build") != std::string::npos);
  CHECK(times_below(directory.path()) == before);

  fs::remove(directory.path() / "traditional/KvM.dtc");
  const Finished rest = run(build_into(directory.path()) + Arguments{"--pieces", "2"});
  CHECK(rest.status == 0);
  CHECK(rest.err.find("KvM.dtc") != std::string::npos);
  CHECK(files_below(directory.path()) == two_piece_files);
}

TEST_CASE("build --dry-run prints the plan and writes nothing") {
  const TemporaryDirectory parent;
  const fs::path directory = parent.path() / "tables";
  const Arguments arguments = build_into(directory) + Arguments{"--pieces", "3", "--dry-run"};
  const std::string text = succeed(arguments).out;
  for (const std::string name : {"KvK", "MvM", "KMvK", "total"})
    CHECK(text.find("\n" + name + " ") != std::string::npos);

  const json plan = succeed(arguments + Arguments{"--json"}).document();
  CHECK(plan.at("rules") == "traditional");
  CHECK(plan.at("steps").size() == 9);
  std::uint64_t entries = 0;
  for (const json& step : plan.at("steps")) {
    CHECK(step.at("metrics") == json::array({"wdl", "dtc"}));
    CHECK(step.at("memory_bytes") <= plan.at("memory_bytes"));
    entries += step.at("entries").get<std::uint64_t>();
  }
  CHECK(plan.at("entries") == entries);
  // counts.tsv, 8x8 3 pieces all-up-to: both orders of sides, so that each table's two sides to move are in it.
  CHECK(entries == 199520);
  CHECK(!fs::exists(directory));
}

TEST_CASE("build takes materials in any order of colours, with what they need") {
  const TemporaryDirectory directory;
  const auto materials = [&](const Arguments& names) {
    const json plan = succeed(build_into(directory.path()) + names + Arguments{"--dry-run", "--json"}).document();
    std::vector<std::string> found;
    for (const json& step : plan.at("steps")) found.push_back(step.at("material").get<std::string>());
    return found;
  };
  CHECK(materials({"--material", "KvKK"}) == std::vector<std::string>{"KvK", "KKvK"});
  CHECK(materials({"--material", "KKvK", "MvM"}) == materials({"--material", "MvM", "--material", "KvKK"}));
  CHECK(materials({"--material", "KKvK,MvM"}) == materials({"--material", "MvM", "KKvK"}));
  CHECK(materials({"--pieces", "3", "--max-side", "1"}) == materials({"--pieces", "2"}));
}

TEST_CASE("memory sizes are read with their units") {
  const TemporaryDirectory directory;
  const Arguments dry = build_into(directory.path()) + Arguments{"--pieces", "2", "--dry-run", "--memory"};
  for (const std::string good : {"8G", "8g", "512M", "1.5GiB", "500MB", "1073741824", "1T", "100000k"}) {
    INFO(good);
    succeed(dry + Arguments{good});
  }
  for (const std::string bad :
       {"", "G", "0", "0G", "-1G", "8Q", "8Gi", "1.2.3M", "nan", "inf", "1e9", "8 G", "lots", "99999999999999T"}) {
    refuse(dry + Arguments{bad}, {"lunette build: --memory: ", "8G, 512M", "'" + bad + "'"});
  }
}

TEST_CASE("build refuses what it cannot do, and writes nothing") {
  const TemporaryDirectory parent;
  const fs::path directory = parent.path() / "tables";
  refuse(build_into(directory), {"lunette build: ", "--pieces", "--material"});
  refuse({"build", "--rules", "pool", "--pieces", "2"}, {"lunette build: ", "--tables"});
  refuse(build_into("") + Arguments{"--pieces", "2"}, {"lunette build: --tables: "});
  refuse(build_into(directory) + Arguments{"--pieces", "3", "--memory", "1000"}, {"lunette build: ", "bytes"});
  CHECK(!fs::exists(directory));

  write_file(parent.path() / "file", {'x'});
  refuse(build_into(parent.path() / "file") + Arguments{"--pieces", "2"}, {"lunette build: ", "file"});
  refuse(build_into("/dev/null/tables") + Arguments{"--pieces", "2"}, {"lunette build: ", "/dev/null/tables"});
  CHECK(files_below(parent.path()) == std::set<std::string>{"file"});
}

TEST_CASE("a build that is told to stop keeps what is finished") {
  const std::map<int, int> statuses{{SIGINT, 130}, {SIGTERM, 143}};
  for (const auto& [signal, status] : statuses) {
    INFO(signal);
    const TemporaryDirectory directory;
    const fs::path first = directory.path() / "international" / "KvK.wdl";
    // Minutes of work: it cannot be over before the signal arrives.
    Program build(build_into(directory.path(), "international") + Arguments{"--pieces", "5"});
    while (!fs::exists(first) && build.running()) ::usleep(2000);
    build.send(signal);
    const Finished finished = build.wait();
    INFO(finished.err);
    CHECK(finished.status == status);
    CHECK(finished.out.empty());
    CHECK(finished.err.find("finished tables are kept") != std::string::npos);
    for (const std::string& name : files_below(directory.path())) CHECK(name.find(".tmp") == std::string::npos);
    CHECK(fs::exists(directory.path() / "international" / "manifest.json"));
    CHECK(run({"verify", "--rules", "international", "--tables", directory.path().string()}).status == 0);
  }
}
