// Building in steps, each a command of its own.

#include "lunette/gen/steps.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/verify.hpp"
#include "waves.hpp"

using namespace lunette;
using namespace lunette::testing;
namespace fs = std::filesystem;

namespace {

StepPlanOptions sliced_plan(std::string_view rules, const fs::path& directory, double step_seconds) {
  StepPlanOptions options;
  options.build.rules = &ruleset(rules);
  options.build.directory = directory;
  options.build.threads = 1;
  options.step_seconds = step_seconds;
  return options;
}

/// The steps of a plan, each group by itself.
std::vector<StepId> commands_of(const StepPlan& plan) {
  std::vector<StepId> commands;
  for (const Step& step : plan.steps) {
    if (step.done) continue;
    if (step.id.groups == 1) commands.push_back(step.id);
    for (std::uint32_t group = 1; step.id.groups > 1 && group <= step.id.groups; ++group) {
      commands.push_back(step.id);
      commands.back().group = group;
    }
  }
  return commands;
}

StepId step_of(std::string_view text) {
  const Result<StepId> id = StepId::parse(text);
  INFO((id ? "" : id.error().message));
  REQUIRE(id);
  return *id;
}

StepOptions in(const fs::path& directory) {
  StepOptions options;
  options.directory = directory;
  options.threads = 2;
  return options;
}

Result<StepReport> run(std::string_view text, const fs::path& directory) {
  return run_step(step_of(text), in(directory));
}

void run_all(const std::vector<StepId>& commands, const fs::path& directory) {
  for (const StepId& id : commands) {
    const Result<StepReport> done = run_step(id, in(directory));
    INFO(id.text() << ": " << (done ? "" : done.error().message));
    REQUIRE(done);
    CHECK_FALSE(done->found);
  }
}

/// Tables and manifest by name.
std::map<std::string, std::vector<char>> tables_in(const fs::path& directory) {
  std::map<std::string, std::vector<char>> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && name != "build-log.jsonl") files[name] = read_file(entry.path());
  }
  return files;
}

std::vector<std::string> names_in(const fs::path& directory, std::string_view ending) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Everything that a sliced class needs, and the slices of its first waves.
struct Started {
  TemporaryDirectory directory;
  std::vector<StepId> commands;  ///< the sliced class's own
  StepPlanOptions options;

  explicit Started(std::string_view rules = "traditional") : options(sliced_plan(rules, directory.path(), 4e-4)) {
    options.build.materials = {material("KMvM")};
    for (const StepId& id : commands_of(*plan_steps(options))) {
      if (id.material == material("KMvM")) {
        commands.push_back(id);
      } else if (id.kind != StepId::Kind::manifest) {
        REQUIRE(run_step(id, in(directory.path())));
      }
    }
    REQUIRE(commands.size() > 3);
  }
  fs::path files() const { return directory.path() / "traditional"; }
};

}  // namespace

TEST_CASE("the text of a step says all of it", "[steps]") {
  for (const std::string text :
       {"traditional.KKvK.wdl+dtc", "international.KKMvKM.dtw", "traditional.manifest", "german.KMvM.wdl+dtc.merge",
        "pool.KMvM.wdl.w12x4", "pool.KMvM.wdl.w12x4.4", "pool.KMvM.wdl+dtc.w12-3x1", "pool.KMvM.dtc.w0x1"}) {
    CHECK(step_of(text).text() == text);
    CHECK(step_of(step_of(text).text()) == step_of(text));
  }
  CHECK(step_of("pool.KMvM.wdl.w12x4").group == 0);
  CHECK(step_of("pool.KMvM.wdl.w12x1").group == 1);
  for (const std::string text : {"",
                                 ".",
                                 "traditional",
                                 "nonesuch.KvK.wdl",
                                 "traditional.KvK",
                                 "traditional.KvK.",
                                 "traditional.KvKK.wdl",
                                 "traditional.kvk.wdl",
                                 "traditional.KvK.dtc+wdl",
                                 "traditional.KvK.wdl+wdl",
                                 "traditional.KvK.wdl+",
                                 "traditional.K.wdl",
                                 "traditional.KKKKKvKKKK.wdl",
                                 "traditional.KMvM.wdl.w3",
                                 "traditional.KMvM.wdl.wx2",
                                 "traditional.KMvM.wdl.w3x0",
                                 "traditional.KMvM.wdl.w3x2.0",
                                 "traditional.KMvM.wdl.w3x2.3",
                                 "traditional.KMvM.wdl.w3x2.02",
                                 "traditional.KMvM.wdl.w3x1.1",
                                 "traditional.KMvM.wdl.w3-4x1",
                                 "traditional.KMvM.wdl.w4-3x2",
                                 "traditional.KMvM.wdl.w4-3-2x1",
                                 "traditional.KMvM.wdl.w-4x1",
                                 "traditional.KMvM.wdl+dtw.w3x2",
                                 "traditional.KMvM.dtw.merge",
                                 "traditional.KMvM.wdl.merge.1",
                                 "traditional.manifest.1",
                                 "traditional.KMvM.wdl.w99999999999x1",
                                 "traditional.KMvM.wdl.w3x2.1.1"}) {
    INFO(text);
    CHECK_FALSE(StepId::parse(text));
  }
}

TEST_CASE("waves are counted without looking at their slices", "[steps]") {
  for (const Board board : {Board::b8, Board::b10}) {
    for (const std::string name : {"KMvM", "KvM", "KMMvK", "KMMvKMM", "MMMvM", "KKvK"}) {
      const Indexer indexer(board, material(name));
      std::vector<Index> counted(200);
      for (Index slice = 0; slice < indexer.slices(); ++slice) {
        ++counted[static_cast<std::size_t>(indexer.advancement(indexer.unrank_men(slice)))];
      }
      const std::vector<Index> sizes = gen::wave_sizes(board, material(name));
      counted.resize(std::max(counted.size(), sizes.size()));
      INFO(name);
      CHECK(std::equal(sizes.begin(), sizes.end(), counted.begin()));
      CHECK(std::all_of(counted.begin() + static_cast<std::ptrdiff_t>(sizes.size()), counted.end(),
                        [](Index size) { return size == 0; }));
    }
  }
}

TEST_CASE("a set built in steps and slices has the bytes of a local build", "[steps]") {
  std::size_t most_groups = 0;
  for (const std::string rules : {"traditional", "international", "russian"}) {
    const BuiltSet local(rules, std::vector{material("KMvKM")}, every_metric());
    const TemporaryDirectory directory;
    StepPlanOptions options = sliced_plan(rules, directory.path(), 2e-4);
    options.build.materials = {material("KMvKM")};
    options.build.metrics = every_metric();
    const Result<StepPlan> plan = plan_steps(options);
    REQUIRE(plan);
    for (const Step& step : plan->steps) {
      for (const std::size_t other : step.dependencies)
        CHECK(other < static_cast<std::size_t>(&step - plan->steps.data()));
      most_groups = std::max<std::size_t>(most_groups, step.id.groups);
    }
    INFO(rules);
    CHECK(plan->steps.back().id.kind == StepId::Kind::manifest);
    CHECK(plan->entries > 0);
    run_all(commands_of(*plan), directory.path());
    CHECK(tables_in(directory.path() / rules) == tables_in(local.directory() / rules));
    CHECK(names_in(directory.path() / rules / ".steps", ".slices").empty());
    CHECK(names_in(directory.path() / rules / ".steps", ".partial").empty());
    CHECK(read_step_records(directory.path(), ruleset(rules)).size() == commands_of(*plan).size());
    const Result<StepPlan> again = plan_steps(options);
    REQUIRE(again);
    CHECK(again->steps.empty());
    options.all = true;
    const Result<StepPlan> everything = plan_steps(options);
    REQUIRE(everything);
    CHECK(everything->steps.size() >= 10);
    for (const Step& step : everything->steps) CHECK(step.done);
  }
  CHECK(most_groups >= 2);
}

TEST_CASE("a step whose output is there does nothing", "[steps]") {
  Started work;
  for (const StepId& id : work.commands) {
    REQUIRE(run_step(id, in(work.directory.path())));
    const Result<StepReport> again = run_step(id, in(work.directory.path()));
    REQUIRE(again);
    CHECK(again->found);
  }
  // The slices are merged and gone; a job that comes late has nothing to do.
  for (const StepId& id : work.commands) {
    const Result<StepReport> late = run_step(id, in(work.directory.path()));
    REQUIRE(late);
    CHECK(late->found);
  }
}

TEST_CASE("a step names the input that is missing or damaged", "[steps]") {
  Started work;
  const fs::path input = work.files() / "KMvM.wdl";
  const auto fails = [&](const StepId& id, std::string_view words) {
    const Result<StepReport> failed = run_step(id, in(work.directory.path()));
    REQUIRE_FALSE(failed);
    INFO(failed.error().message);
    CHECK(failed.error().message.find(id.text()) != std::string::npos);
    CHECK(failed.error().message.find(words) != std::string::npos);
    return failed.error().code;
  };
  // Slices in front of those that they follow from, and merging before all are there.
  CHECK(fails(work.commands[1], "slices of wave") == ErrorCode::missing_table);
  CHECK(fails(work.commands.back(), "slices of wave") == ErrorCode::missing_table);
  REQUIRE(run_step(work.commands[0], in(work.directory.path())));

  const fs::path smaller = work.files() / "KvM.wdl";
  const std::vector<char> good = read_file(smaller);
  fs::remove(smaller);
  CHECK(fails(work.commands[1], "KvM.wdl is missing") == ErrorCode::missing_table);
  CHECK(fails(work.commands.back(), "KvM.wdl is missing") == ErrorCode::missing_table);
  CHECK(fails(step_of("traditional.KMvM.wdl+dtc"), "KvM.wdl is missing") == ErrorCode::missing_table);
  std::vector<char> bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
  std::ofstream(smaller, std::ios::binary).write(bad.data(), static_cast<std::streamsize>(bad.size()));
  CHECK(fails(work.commands[1], "KvM.wdl") == ErrorCode::corrupt_file);
  std::ofstream(smaller, std::ios::binary).write(good.data(), static_cast<std::streamsize>(good.size()));
  CHECK_FALSE(fs::exists(input));
  for (std::size_t i = 1; i < work.commands.size(); ++i) REQUIRE(run_step(work.commands[i], in(work.directory.path())));
  CHECK(fs::exists(input));
}

TEST_CASE("a damaged part is made again, and never becomes a value", "[steps]") {
  Started work;
  for (std::size_t i = 0; i + 1 < work.commands.size(); ++i) {
    REQUIRE(run_step(work.commands[i], in(work.directory.path())));
  }
  const auto expected = [] {
    const BuiltSet local("traditional", std::vector{material("KMvM")}, {Metric::wdl, Metric::dtc});
    return tables_in(local.directory() / "traditional");
  }();
  std::mt19937 random(7);
  for (const std::string& name : names_in(work.files() / ".steps", ".slices")) {
    const fs::path part = work.files() / ".steps" / name;
    const std::vector<char> good = read_file(part);
    for (int trial = 0; trial < 4; ++trial) {
      std::vector<char> bad = good;
      if (trial == 0) {
        bad.resize(random() % bad.size());
      } else {
        bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 127);
      }
      std::ofstream(part, std::ios::binary | std::ios::trunc)
          .write(bad.data(), static_cast<std::streamsize>(bad.size()));
      INFO(name << " trial " << trial);
      const Result<StepReport> merged = run_step(work.commands.back(), in(work.directory.path()));
      REQUIRE_FALSE(merged);
      CHECK_FALSE(fs::exists(work.files() / "KMvM.wdl"));
      const Result<StepPlan> plan = plan_steps(work.options);
      REQUIRE(plan);
      // The groups stay as they were, and just the damaged one is missing.
      std::uint32_t missing = 0;
      for (const StepId& id : commands_of(*plan)) missing += id.kind == StepId::Kind::slices ? 1 : 0;
      for (const Step& step : plan->steps) missing -= step.groups_done;
      CHECK(missing == 1);
      const StepId again = step_of("traditional." + name.substr(0, name.size() - std::string(".slices").size()));
      REQUIRE(run_step(again, in(work.directory.path())));
      CHECK(read_file(part) == good);
    }
  }
  REQUIRE(run_step(work.commands.back(), in(work.directory.path())));
  for (const std::string name : {"KMvM.wdl", "KMvM.dtc"}) CHECK(read_file(work.files() / name) == expected.at(name));
}

TEST_CASE("a merge that was stopped between its tables goes on", "[steps]") {
  Started work;
  for (const StepId& id : work.commands) {
    if (id.kind == StepId::Kind::merge) fs::copy(work.files() / ".steps", work.directory.path() / "parts");
    REQUIRE(run_step(id, in(work.directory.path())));
  }
  for (const std::string missing : {"KMvM.wdl", "KMvM.dtc"}) {
    const std::vector<char> expected = read_file(work.files() / missing);
    for (const std::string& name : names_in(work.directory.path() / "parts", ".slices")) {
      fs::copy(work.directory.path() / "parts" / name, work.files() / ".steps" / name);
    }
    fs::remove(work.files() / missing);
    work.options.step_seconds = 1e9;
    const Result<StepPlan> plan = plan_steps(work.options);
    REQUIRE(plan);
    REQUIRE(plan->steps.size() == 2);
    CHECK(plan->steps[0].id == work.commands.back());
    REQUIRE(run_step(plan->steps[0].id, in(work.directory.path())));
    CHECK(read_file(work.files() / missing) == expected);
    CHECK(names_in(work.files() / ".steps", ".slices").empty());
  }
}

TEST_CASE("parts of other groups serve as well", "[steps]") {
  Started work;
  REQUIRE(run_step(work.commands[0], in(work.directory.path())));
  // A plan for slower machines keeps what is there, and splits the rest otherwise.
  StepPlanOptions coarser = work.options;
  coarser.step_seconds = 1e9;
  coarser.build.memory_bytes = std::uint64_t{1} << 40;
  const Result<StepPlan> whole = plan_steps(coarser);
  REQUIRE(whole);
  CHECK(whole->steps.size() == 2);  // The class in one piece, and the manifest.
  coarser.step_seconds = 1e-3;
  const Result<StepPlan> plan = plan_steps(coarser);
  REQUIRE(plan);
  run_all(commands_of(*plan), work.directory.path());
  VerifyOptions verification;
  verification.rules = work.options.build.rules;
  verification.directory = work.directory.path();
  verification.full = true;
  const Result<VerifyReport> verified = verify(verification);
  REQUIRE(verified);
  CHECK(verified->finding_count == 0);
}

TEST_CASE("the same step at once gives the same bytes", "[steps]") {
  Started work;
  for (const StepId& id : work.commands) {
    std::vector<std::thread> twins;
    std::vector<int> done(3);
    for (int& each : done) {
      twins.emplace_back([&] { each = run_step(id, in(work.directory.path())) ? 1 : 0; });
    }
    for (std::thread& twin : twins) twin.join();
    CHECK(done == std::vector<int>{1, 1, 1});
  }
  const BuiltSet local("traditional", std::vector{material("KMvM")}, {Metric::wdl, Metric::dtc});
  for (const std::string name : {"KMvM.wdl", "KMvM.dtc"}) {
    CHECK(read_file(work.files() / name) == read_file(local.directory() / "traditional" / name));
  }
}

TEST_CASE("a step that is stopped goes on from what it has solved", "[steps]") {
  TemporaryDirectory directory;
  StepPlanOptions options = sliced_plan("traditional", directory.path(), 1e9);
  options.build.materials = {material("KKMvM")};
  const std::vector<StepId> commands = commands_of(*plan_steps(options));
  for (const StepId& id : commands) {
    if (id.kind == StepId::Kind::manifest) continue;
    StepOptions stopped = in(directory.path());
    stopped.threads = 1;
    stopped.journal_from = 0;
    if (id.material == material("KKMvM")) {
      stopped.stop = [] { return true; };
      const Result<StepReport> first = run_step(id, stopped);
      REQUIRE_FALSE(first);
      CHECK(first.error().code == ErrorCode::interrupted);
      CHECK(names_in(directory.path() / "traditional", ".partial").size() == 1);
      stopped.stop = nullptr;
    }
    const Result<StepReport> done = run_step(id, stopped);
    REQUIRE(done);
    if (id.material == material("KKMvM")) CHECK(done->restored_entries > 0);
  }
  CHECK(names_in(directory.path() / "traditional", ".partial").empty());
}

TEST_CASE("what others left is removed with the manifest", "[steps]") {
  Started work;
  for (const StepId& id : work.commands) REQUIRE(run_step(id, in(work.directory.path())));
  const fs::path steps = work.files() / ".steps";
  const std::vector<std::string> finished{"KMvM.wdl+dtc.w3x1.slices", "KMvM.wdl+dtc.w5x3.2.slices",
                                          ".KMvM.wdl+dtc.w5x3.2.slices.n1-17-4711.partial",
                                          ".KMvM.wdl+dtc.w5x3.2.slices.n1-17-4711.tmp"};
  const std::vector<std::string> kept{"KKMvM.wdl+dtc.w3x1.slices",
                                      ".KKMvM.wdl+dtc.w3x1.slices.n1-17-4711.partial",
                                      ".KKMvM.wdl+dtc.w3x1.slices.n1-17-4711.tmp",
                                      ".x.json.n1-17-4711.tmp",
                                      "notes",
                                      "KMvM.slices",
                                      "traditional.KMvM.wdl+dtc.merge.json"};
  const std::string old = ".y.json.n1-17-4711.tmp";
  for (const auto& names : {finished, kept, {old}}) {
    for (const std::string& name : names) std::ofstream(steps / name, std::ios::app) << "";
  }
  fs::last_write_time(steps / old, fs::file_time_type::clock::now() - std::chrono::hours(25));
  // Slices that are younger than a table are kept while the table is damaged: it may be made of them again.
  const std::vector<char> good = read_file(work.files() / "KMvM.dtc");
  std::vector<char> bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
  std::ofstream(work.files() / "KMvM.dtc", std::ios::binary)
      .write(bad.data(), static_cast<std::streamsize>(bad.size()));
  for (const std::string& name : finished)
    fs::last_write_time(steps / name, fs::file_time_type::clock::now() + std::chrono::hours(1));
  REQUIRE(run("traditional.manifest", work.directory.path()));
  for (const std::string& name : finished) CHECK(fs::exists(steps / name));
  std::ofstream(work.files() / "KMvM.dtc", std::ios::binary)
      .write(good.data(), static_cast<std::streamsize>(good.size()));
  REQUIRE(run("traditional.manifest", work.directory.path()));
  for (const std::string& name : finished) CHECK_FALSE(fs::exists(steps / name));
  for (const std::string& name : kept) CHECK(fs::exists(steps / name));
  CHECK_FALSE(fs::exists(steps / old));
}

TEST_CASE("steps refuse what they cannot do", "[steps]") {
  const TemporaryDirectory directory;
  const auto code = [&](std::string_view text) {
    const Result<StepReport> failed = run(text, directory.path());
    REQUIRE_FALSE(failed);
    return failed.error().code;
  };
  CHECK(code("traditional.KMvM.wdl.w5x2") == ErrorCode::bad_argument);
  CHECK(code("traditional.KKvK.wdl.w5x1") == ErrorCode::bad_argument);
  CHECK(code("traditional.MvM.wdl.merge") == ErrorCode::bad_argument);
  CHECK(code("traditional.KMvM.wdl.w99x1") == ErrorCode::bad_argument);
  CHECK(code("traditional.KMvM.wdl.w0x999.1") == ErrorCode::bad_argument);
  CHECK(code("traditional.KMvM.dtw") == ErrorCode::missing_table);
  StepOptions little = in(directory.path());
  little.memory_bytes = 1000;
  const Result<StepReport> refused = run_step(step_of("traditional.KvK.wdl"), little);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::out_of_memory);
  CHECK(fs::is_empty(directory.path() / "traditional" / ".steps"));

  StepPlanOptions options = sliced_plan("international", directory.path(), 3600);
  options.build.materials = {material("KKMMvKKMM")};
  options.build.memory_bytes = std::uint64_t{1} << 30;
  const Result<StepPlan> plan = plan_steps(options);
  REQUIRE_FALSE(plan);
  CHECK(plan.error().code == ErrorCode::out_of_memory);
  options.step_seconds = 0;
  CHECK(plan_steps(options).error().code == ErrorCode::bad_argument);
}
