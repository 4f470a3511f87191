#include "lunette/gen/builder.hpp"

#include <sys/stat.h>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "built_set.hpp"
#include "built_tables.hpp"
#include "catch.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

using Contents = std::map<std::string, std::vector<char>>;

BuildOptions options_for(const char* rules, int pieces, const std::filesystem::path& directory) {
  BuildOptions options;
  options.rules = &ruleset(rules);
  options.pieces = pieces;
  options.directory = directory;
  options.metrics = every_metric();
  options.threads = 2;
  return options;
}

Contents files_in(const std::filesystem::path& directory) {
  Contents contents;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (!is_build_log(entry.path())) contents[entry.path().filename().string()] = read_file(entry.path());
  }
  return contents;
}

struct Identity {
  ino_t inode;
  timespec written;
  bool operator==(const Identity& other) const {
    return inode == other.inode && written.tv_sec == other.written.tv_sec && written.tv_nsec == other.written.tv_nsec;
  }
};

std::map<std::string, Identity> identities_in(const std::filesystem::path& directory) {
  std::map<std::string, Identity> identities;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    struct stat status {};
    REQUIRE(::stat(entry.path().c_str(), &status) == 0);
    if (entry.path().filename() != "manifest.json" && !is_build_log(entry.path())) {
      identities[entry.path().filename().string()] = {status.st_ino, status.st_mtim};
    }
  }
  return identities;
}

ErrorCode code_of(const Result<BuildPlan>& result) {
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.error().message.empty());
  return result.error().code;
}

}  // namespace

TEST_CASE("the bytes do not depend on the number of threads or the memory", "[builder]") {
  const TemporaryDirectory one;
  const TemporaryDirectory many;
  const TemporaryDirectory tight;
  auto options = options_for("german", 3, one.path());
  options.threads = 1;
  REQUIRE(build(options));
  options.directory = many.path();
  options.threads = 4;
  REQUIRE(build(options));
  options.directory = tight.path();
  options.memory_bytes = plan_build(options)->memory_bytes;
  REQUIRE(build(options));
  const Contents expected = files_in(one.path() / "german");
  CHECK(expected.size() == enumerate_materials(3).size() * 3 + 1);
  CHECK(files_in(many.path() / "german") == expected);
  CHECK(files_in(tight.path() / "german") == expected);
}

TEST_CASE("slices shared among several threads give the same bytes", "[builder]") {
  // KKvKK is one slice of many chunks, KMvKM has pairs of slices and slices that are their own flip.
  std::vector<Contents> contents;
  for (const int threads : {1, 3}) {
    const TemporaryDirectory directory;
    auto options = options_for("brazilian", 0, directory.path());
    options.materials = {material("KKvKK"), material("KMvKM")};
    options.threads = threads;
    REQUIRE(build(options));
    contents.push_back(files_in(directory.path() / "brazilian"));
  }
  CHECK(contents[0] == contents[1]);
}

TEST_CASE("a build does only what is missing", "[builder]") {
  const TemporaryDirectory directory;
  auto options = options_for("pool", 3, directory.path());
  REQUIRE(build(options));
  const auto tables = directory.path() / "pool";
  const Contents complete = files_in(tables);
  const auto before = identities_in(tables);

  SECTION("nothing at all the second time") {
    std::vector<ProgressEvent> events;
    options.progress = [&](const ProgressEvent& event) { events.push_back(event); };
    const auto again = build(options);
    REQUIRE(again);
    CHECK(again->entries == 0);
    CHECK(identities_in(tables) == before);
    CHECK(events.size() == enumerate_materials(3).size());
    CHECK(std::all_of(events.begin(), events.end(),
                      [](const ProgressEvent& event) { return event.kind == ProgressEvent::Kind::skipped; }));
  }
  SECTION("every single missing file comes back the same") {
    for (const char* name : {"KvK.wdl", "KMvK.dtc", "MMvM.dtw", "KKvM.wdl", "manifest.json"}) {
      std::filesystem::remove(tables / name);
    }
    REQUIRE(build(options));
    CHECK(files_in(tables) == complete);
    auto after = identities_in(tables);
    CHECK(after.at("KMvK.wdl") == before.at("KMvK.wdl"));
    CHECK(after.at("MMvM.wdl") == before.at("MMvM.wdl"));
    CHECK(after.at("KKvM.dtc") == before.at("KKvM.dtc"));
  }
}

TEST_CASE("missing files of counted material come back the same", "[builder][count][long]") {
  const TemporaryDirectory directory;
  auto options = options_for("traditional", 0, directory.path());
  options.materials = {material("KKKvK")};
  REQUIRE(build(options));
  const auto tables = directory.path() / "traditional";
  const Contents complete = files_in(tables);
  for (const char* name : {"KKKvK.wdl", "KKKvK.dtc", "KKKvK.dtw"}) {
    std::filesystem::remove(tables / name);
    REQUIRE(build(options));
    INFO(name);
    CHECK(files_in(tables) == complete);
  }
}

TEST_CASE("a damaged file is rebuilt and reported", "[builder]") {
  const TemporaryDirectory directory;
  auto options = options_for("minor", 3, directory.path());
  REQUIRE(build(options));
  const auto tables = directory.path() / "minor";
  const Contents complete = files_in(tables);
  const auto before = identities_in(tables);
  std::vector<char> bytes = complete.at("KMvM.dtw");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x40);
  write_file(tables / "KMvM.dtw", bytes);
  bytes = complete.at("KKvK.wdl");
  bytes.resize(bytes.size() - 5);
  write_file(tables / "KKvK.wdl", bytes);

  std::string reports;
  options.progress = [&](const ProgressEvent& event) {
    if (event.kind == ProgressEvent::Kind::started) reports += event.detail;
  };
  REQUIRE(build(options));
  CHECK(files_in(tables) == complete);
  CHECK(reports.find("KMvM.dtw") != std::string::npos);
  CHECK(reports.find("KKvK.wdl") != std::string::npos);
  CHECK(identities_in(tables).at("KMvM.wdl") == before.at("KMvM.wdl"));
}

TEST_CASE("a file that is not ours is an error and stays", "[builder]") {
  const BuiltSet other("pool", 2, {Metric::wdl});
  const TemporaryDirectory directory;
  const auto options = options_for("russian", 2, directory.path());
  const auto tables = directory.path() / "russian";
  std::filesystem::create_directories(tables);
  std::vector<char> bytes = read_file(other.path(material("KvK"), Metric::wdl));

  SECTION("of another ruleset") {
    write_file(tables / "KvK.wdl", bytes);
    const auto built = build(options);
    CHECK(code_of(built) == ErrorCode::wrong_ruleset);
    CHECK(built.error().message.find("KvK.wdl") != std::string::npos);
    CHECK(code_of(plan_build(options)) == ErrorCode::wrong_ruleset);
  }
  SECTION("of a newer format") {
    bytes[8] = 99;
    write_file(tables / "KvK.wdl", bytes);
    CHECK(code_of(build(options)) == ErrorCode::unknown_version);
  }
  SECTION("of another material") {
    REQUIRE(build(options));
    std::filesystem::rename(tables / "KvM.wdl", tables / "KvK.wdl");
    bytes = read_file(tables / "KvK.wdl");
    CHECK(code_of(build(options)) == ErrorCode::corrupt_file);
  }
  CHECK(read_file(tables / "KvK.wdl") == bytes);
}

TEST_CASE("tables built under another count limit are not ours", "[builder][count]") {
  const BuiltSet set("german", 2, {Metric::wdl});
  Ruleset longer = ruleset("german");
  longer.count->limit = 20;
  auto options = options_for("german", 2, set.directory());
  options.rules = &longer;
  CHECK(code_of(build(options)) == ErrorCode::wrong_ruleset);
}

TEST_CASE("too small a budget is refused before anything is written", "[builder]") {
  const TemporaryDirectory directory;
  auto options = options_for("international", 4, directory.path() / "tables");
  const auto plan = plan_build(options);
  REQUIRE(plan);
  CHECK(plan->steps.size() == enumerate_materials(4).size());
  CHECK(plan->memory_bytes > 0);
  CHECK(plan->seconds > 0);
  CHECK(plan->disk_bytes > 0);
  CHECK(plan->entries == 41971200 + 815145);
  options.memory_bytes = plan->memory_bytes - 1;
  const auto refused = build(options);
  CHECK(code_of(refused) == ErrorCode::out_of_memory);
  CHECK(refused.error().message.find(std::to_string(plan->memory_bytes)) != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(directory.path() / "tables"));
}

TEST_CASE("a stopped build keeps what is finished and is taken up again", "[builder][long]") {
  const BuiltSet undisturbed("polish", 3, every_metric());
  const TemporaryDirectory directory;
  auto options = options_for("polish", 3, directory.path());
  bool enough = false;
  options.progress = [&](const ProgressEvent& event) {
    enough = enough || (event.material == material("KKvM") && event.metric == Metric::wdl);
  };
  options.stop = [&] { return enough; };
  CHECK(code_of(build(options)) == ErrorCode::interrupted);
  const auto tables = directory.path() / "polish";
  const Contents complete = files_in(undisturbed.directory() / "polish");
  const Contents part = files_in(tables);
  CHECK(part.size() > 3);
  CHECK(part.size() < complete.size());
  for (const auto& [name, bytes] : part) {
    INFO(name);
    REQUIRE(complete.count(name) == 1);
    if (name != "manifest.json") CHECK(complete.at(name) == bytes);
  }
  const auto before = identities_in(tables);
  options.stop = nullptr;
  REQUIRE(build(options));
  CHECK(files_in(tables) == complete);
  auto after = identities_in(tables);
  for (const auto& [name, identity] : before) CHECK(after.at(name) == identity);
}

TEST_CASE("progress tells of every table and ends at the total", "[builder]") {
  const TemporaryDirectory directory;
  auto options = options_for("minor", 3, directory.path());
  std::vector<ProgressEvent> events;
  options.progress = [&](const ProgressEvent& event) { events.push_back(event); };
  const auto built = build(options);
  REQUIRE(built);
  std::uint64_t done = 0;
  std::size_t finished = 0;
  for (const ProgressEvent& event : events) {
    CHECK(event.done >= done);
    CHECK(event.done <= event.total);
    CHECK(event.total == built->entries);
    CHECK_FALSE(event.detail.empty());
    CHECK(event.detail.find('\n') == std::string::npos);
    done = event.done;
    finished += event.kind == ProgressEvent::Kind::finished ? 1 : 0;
  }
  CHECK(done == built->entries);
  CHECK(finished == 3 * built->steps.size());
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() / "minor")) {
    if (entry.path().filename() != "manifest.json" && !is_build_log(entry.path())) bytes += entry.file_size();
  }
  CHECK(built->disk_bytes == bytes);
}

TEST_CASE("wdl is always built and so are the distances that the count needs", "[builder][count][long]") {
  const TemporaryDirectory directory;
  auto options = options_for("traditional", 0, directory.path());
  options.materials = {material("KvKKM")};  // stored as KKMvK
  options.metrics = {};
  REQUIRE(build(options));
  const Contents files = files_in(directory.path() / "traditional");
  for (const char* name : {"KvK.wdl", "KvK.dtw", "KKvK.dtw", "KKKvK.wdl", "KKKvK.dtw", "KMvK.wdl", "KKMvK.wdl"}) {
    INFO(name);
    CHECK(files.count(name) == 1);
  }
  for (const char* name : {"KKMvK.dtw", "KMvK.dtw", "KvK.dtc", "KKKvK.dtc"}) {
    INFO(name);
    CHECK(files.count(name) == 0);
  }
  // The same WDL as with everything asked for.
  const BuiltSet all("traditional", {material("KKMvK")}, every_metric());
  CHECK(files.at("KKMvK.wdl") == read_file(all.path(material("KKMvK"), Metric::wdl)));
  CHECK(files.at("KKKvK.wdl") == read_file(all.path(material("KKKvK"), Metric::wdl)));
}

TEST_CASE("at most so many pieces a side", "[builder]") {
  auto options = options_for("pool", 4, "/nowhere");
  options.max_side = 2;
  const auto plan = plan_build(options);
  REQUIRE(plan);
  CHECK(plan->steps.size() == enumerate_materials(4, 2).size());
  for (const BuildStep& step : plan->steps) CHECK(step.material.white_pieces() <= 2);
}

TEST_CASE("bad options and places are typed errors", "[builder]") {
  const TemporaryDirectory directory;
  const auto good = options_for("pool", 2, directory.path());
  const auto with = [&](auto change) {
    BuildOptions options = good;
    change(options);
    CHECK(code_of(plan_build(options)) == ErrorCode::bad_argument);
    CHECK(code_of(build(options)) == ErrorCode::bad_argument);
  };
  with([](BuildOptions& options) { options.rules = nullptr; });
  with([](BuildOptions& options) { options.directory.clear(); });
  with([](BuildOptions& options) { options.pieces = 1; });
  with([](BuildOptions& options) { options.pieces = 9; });
  with([](BuildOptions& options) { options.threads = -1; });
  with([](BuildOptions& options) { options.max_side = 0; });
  with([](BuildOptions& options) { options.materials = {Material{2, 0, 0, 0}}; });
  with([](BuildOptions& options) { options.materials = {Material{5, 0, 4, 0}}; });

  write_file(directory.path() / "file", {'x'});
  BuildOptions options = good;
  options.directory = directory.path() / "file";
  CHECK(code_of(build(options)) == ErrorCode::io_error);
  CHECK_FALSE(write_manifest(directory.path() / "absent", *good.rules));
}

TEST_CASE("leftovers of builders that died are removed, others stay", "[builder]") {
  const TemporaryDirectory directory;
  const auto tables = directory.path() / "pool";
  std::filesystem::create_directories(tables);
  const std::string here = this_writer().substr(0, this_writer().rfind('-') + 1);
  const std::string dead = ".KvK.wdl." + here + "999999999-17.tmp";
  const std::vector<std::string> others{".KvK.wdl." + this_writer() + "-17.tmp",
                                        ".KvK.wdl.elsewhere_x-999999999-17.tmp", "notes.tmp",
                                        ".KvK.wdl." + here + "x-17.tmp", "." + here + "999999999-17.tmp"};
  write_file(tables / dead, {'x'});
  for (const std::string& name : others) write_file(tables / name, {'x'});
  write_file(directory.path() / dead, {'x'});
  REQUIRE(build(options_for("pool", 2, directory.path())));
  CHECK_FALSE(std::filesystem::exists(tables / dead));
  for (const std::string& name : others) CHECK(std::filesystem::exists(tables / name));
  CHECK(std::filesystem::exists(directory.path() / dead));
}

TEST_CASE("the manifest says what the files say", "[builder][manifest]") {
  const BuiltSet set("historical", 2, every_metric());
  const std::vector<char> text = read_file(set.manifest());
  const auto manifest = nlohmann::json::parse(text.begin(), text.end());
  CHECK(manifest.at("rules") == "historical");
  CHECK(manifest.at("count_limit") == 15);
  const auto& tables = manifest.at("tables");
  REQUIRE(tables.size() == 9);
  std::size_t next = 0;
  for (const Material& material : enumerate_materials(2)) {
    for (const Metric metric : every_metric()) {
      const auto& entry = tables.at(next++);
      const auto file = TableFile::open(set.path(material, metric));
      REQUIRE(file);
      CHECK(entry.at("material") == material.name());
      CHECK(entry.at("metric") == std::string(to_string(metric)));
      CHECK(entry.at("entries") == file->header().entries * static_cast<std::uint64_t>(file->header().sides));
      CHECK(entry.at("bytes") == std::filesystem::file_size(set.path(material, metric)));
      CHECK(std::stoull(entry.at("file_checksum").get<std::string>(), nullptr, 16) == file->file_checksum());
      CHECK(std::stoull(entry.at("value_checksum").get<std::string>(), nullptr, 16) == file->header().value_checksum);
      CHECK(entry.at("sides").size() == static_cast<std::size_t>(file->header().sides));
    }
  }
  // The counts of results.tsv.
  CHECK(tables.at(0).at("sides").at(0).at("win") == 424);
  CHECK(tables.at(0).at("sides").at(0).at("loss") == 2);
  CHECK(tables.at(3).at("sides").at(1).at("loss") == 1510);
  CHECK(tables.at(4).at("sides").at(0).at("max_loss").is_null());

  // Rewritten from the files alone, the same bytes.
  std::filesystem::remove(set.manifest());
  REQUIRE(write_manifest(set.directory(), set.rules()));
  CHECK(read_file(set.manifest()) == text);
}
