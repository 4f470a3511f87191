// lunette plan, step, submit and status, the last two with a Slurm of shell scripts.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
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

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Arguments planning(const std::string& command, const fs::path& directory) {
  return {command,     "--rules", "traditional", "--pieces", "4",           "--tables", directory.string(),
          "--threads", "1",       "--memory",    "300M",     "--step-time", "0.05s"};
}

std::map<std::string, json> steps_of(const json& plan) {
  std::map<std::string, json> steps;
  for (const json& step : plan.at("steps")) steps[step.at("id").get<std::string>()] = step;
  return steps;
}

/// The files of the set that the program builds alone: traditional to 4 pieces.
std::map<std::string, std::string> tables_below(const fs::path& directory) {
  std::map<std::string, std::string> tables;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory / "traditional")) {
    if (entry.is_regular_file() && !is_build_log(entry.path())) {
      tables[entry.path().filename().string()] = read_text(entry.path());
    }
  }
  return tables;
}

/// squeue, sbatch, scontrol and scancel as scripts that come first in the PATH. What they are asked is kept in files;
/// what the queue holds is said by the test.
class ScriptedSlurm {
 public:
  ScriptedSlurm() : path_before_(std::getenv("PATH")) {
    script("sbatch",
           "[ ! -e fail ] || { echo 'sbatch: error: Batch job submission failed: Invalid qos specification' >&2; exit "
           "1; }\n"
           "n=$(($(cat count 2>/dev/null || echo 100) + 1)); echo $n > count\n"
           "printf '%s\\n' \"$@\" > $n.arguments; cat > $n.sh; echo \"$n;cluster\"\n");
    script("squeue", "case \"$*\" in *--json*) cat queue.json ;; *) echo RUNNING ;; esac\n");
    script("scontrol",
           "case $1 in show) echo 'RequeueExit             = 40-50,60' ;; *) echo \"$@\" >> asked ;; esac\n");
    script("scancel", "echo scancel \"$@\" >> asked\n");
    script("sleep", "");
    set_queue(json::array());
    ::setenv("PATH", (directory_.path().string() + ":" + path_before_).c_str(), 1);
  }
  ~ScriptedSlurm() { ::setenv("PATH", path_before_.c_str(), 1); }
  ScriptedSlurm(const ScriptedSlurm&) = delete;
  ScriptedSlurm& operator=(const ScriptedSlurm&) = delete;

  void script(const std::string& name, const std::string& body) const {
    std::ofstream(directory_.path() / name) << "#!/bin/bash\ncd " << directory_.path().string() << "\n" << body;
    fs::permissions(directory_.path() / name, fs::perms::owner_all);
  }
  void remove(const std::string& name) const { fs::remove(directory_.path() / name); }
  void set_queue(const json& jobs) const {
    std::ofstream(directory_.path() / "queue.json") << json{{"jobs", jobs}}.dump();
  }
  std::vector<std::string> arguments(const std::string& job) const {
    return split(read_text(directory_.path() / (job + ".arguments")), '\n');
  }
  std::string asked() const { return read_text(directory_.path() / "asked"); }
  fs::path file(const std::string& name) const { return directory_.path() / name; }

  /// A job as squeue tells of it.
  json entry(const std::string& job, const std::string& state, const std::string& reason) const {
    json object{{"job_id", std::stoi(job)}, {"job_state", state}, {"state_reason", reason}, {"array_job_id", 0}};
    for (const std::string& argument : arguments(job)) {
      if (argument.starts_with("--job-name=")) object["name"] = argument.substr(11);
      if (argument.starts_with("--comment=")) object["comment"] = argument.substr(10);
      if (argument.starts_with("--array=")) {
        object["array_job_id"] = std::stoi(job);
        object["array_task_string"] = argument.substr(8);
      }
    }
    return object;
  }

 private:
  TemporaryDirectory directory_;
  std::string path_before_;
};

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Runs a job's script as Slurm would, and returns its exit status.
int run_job(const ScriptedSlurm& slurm, const std::string& job, const std::string& task = "") {
  std::string command = "SLURM_JOB_ID=" + job + " SLURMD_NODENAME=n1 ";
  if (!task.empty()) command += "SLURM_ARRAY_JOB_ID=" + job + " SLURM_ARRAY_TASK_ID=" + task + " ";
  command += "bash " + slurm.file(job + ".sh").string() + " >> " + slurm.file("log").string() + " 2>&1";
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  return WEXITSTATUS(status);
}

/// The tasks of a job that --json told of: "" for one that is no array.
std::vector<std::string> tasks_of(const json& job) {
  if (job.at("array").is_null()) return {""};
  const std::string range = job.at("array").get<std::string>();
  std::vector<std::string> tasks;
  const std::size_t dash = range.find('-');
  const int first = std::stoi(range);
  const int last = dash == std::string::npos ? first : std::stoi(range.substr(dash + 1));
  for (int task = first; task <= last; ++task) tasks.push_back(std::to_string(task));
  return tasks;
}

}  // namespace

TEST_CASE("plan lists steps in an order in which they can be made, and writes nothing") {
  const TemporaryDirectory parent;
  const fs::path directory = parent.path() / "tables";
  const json plan = succeed(planning("plan", directory) + Arguments{"--json"}).document();
  CHECK(plan.at("rules") == "traditional");
  CHECK(plan.at("tables") == directory.string());
  std::set<std::string> before;
  bool wave = false;
  for (const json& step : plan.at("steps")) {
    for (const json& dependency : step.at("dependencies")) CHECK(before.count(dependency.get<std::string>()) == 1);
    before.insert(step.at("id").get<std::string>());
    wave = wave || (step.at("kind") == "slices" && step.at("groups").get<int>() > 1);
    CHECK(!step.at("done").get<bool>());
    CHECK(!step.at("outputs").empty());
    CHECK(step.at("cpus") == 1);
  }
  CHECK(wave);
  const std::string text = succeed(planning("plan", directory)).out;
  CHECK(text.find("traditional.KKMvM.wdl+dtc.merge") != std::string::npos);
  CHECK(text.find("steps to make") != std::string::npos);
  CHECK(!fs::exists(directory));
}

TEST_CASE("steps one by one make the bytes of a build, and a plan has what is left") {
  const TemporaryDirectory directory;
  const json plan = succeed(planning("plan", directory.path()) + Arguments{"--json"}).document();
  Arguments ids;
  for (const json& step : plan.at("steps")) {
    const std::string id = step.at("id").get<std::string>();
    const int groups = step.at("groups").get<int>();
    for (int group = 1; groups > 1 && group <= groups; ++group) ids.push_back(id + "." + std::to_string(group));
    if (groups == 1) ids.push_back(id);
  }
  const Arguments where{"--tables", directory.path().string(), "--json"};
  const std::size_t half = ids.size() / 2;
  const Finished first =
      run(Arguments{"step"} + Arguments(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(half)) + where);
  INFO(first.err);
  REQUIRE(first.status == 0);
  REQUIRE(first.documents().size() == half);
  CHECK(first.documents().front().at("id") == ids.front());
  CHECK(first.documents().front().at("found") == false);
  const auto rest = steps_of(succeed(planning("plan", directory.path()) + Arguments{"--json"}).document());
  CHECK(rest.size() < steps_of(plan).size());
  CHECK(rest.count(ids.front()) == 0);

  const Finished all = run(Arguments{"step"} + ids + where);
  INFO(all.err);
  REQUIRE(all.status == 0);
  CHECK(all.documents().front().at("found") == true);
  CHECK(all.documents().back().at("found") == false);
  CHECK(succeed(planning("plan", directory.path())).out.find("Nothing to make") != std::string::npos);
  CHECK(steps_of(succeed(planning("plan", directory.path()) + Arguments{"--all", "--json"}).document()).size() > 20);

  const TemporaryDirectory alone;
  REQUIRE(run({"build", "--rules", "traditional", "--pieces", "4", "--tables", alone.path().string()}).status == 0);
  CHECK(tables_below(directory.path()) == tables_below(alone.path()));
}

TEST_CASE("a step that is told to stop ends with 75 and goes on when it is started again") {
  const TemporaryDirectory directory;
  const Arguments options{"--rules", "international", "--pieces", "4", "--tables", directory.path().string()};
  const json plan = succeed(Arguments{"plan", "--json"} + options).document();
  Arguments steps{"step", "--tables", directory.path().string()};
  for (const json& step : plan.at("steps")) steps.push_back(step.at("id").get<std::string>());
  Program program(steps);
  while (program.running() && !fs::exists(directory.path() / "international/KKvK.wdl")) ::usleep(1000);
  program.send(SIGTERM);
  const Finished stopped = program.wait();
  INFO(stopped.err);
  CHECK(stopped.status == 75);
  CHECK(stopped.err.find("stopped by SIGTERM") != std::string::npos);
  CHECK(!fs::exists(directory.path() / "international/manifest.json"));
  CHECK(run(steps).status == 0);
  CHECK(fs::exists(directory.path() / "international/manifest.json"));
}

TEST_CASE("bad input of plan, step, submit and status is refused in one line") {
  const Arguments where{"--tables", "/nowhere"};
  refuse({"plan", "--rules", "pool", "--tables", "x"}, {"lunette plan: ", "--pieces or --material"});
  refuse(Arguments{"plan", "--rules", "pool", "--pieces", "3", "--step-time", "soon"} + where,
         {"lunette plan: --step-time: ", "'soon'", "10m"});
  refuse(Arguments{"plan", "--rules", "pool", "--pieces", "3", "--step-time", "0s"} + where, {"more than zero"});
  refuse(Arguments{"plan", "--rules", "pool", "--pieces", "3", "--max-groups", "0"} + where, {"--max-groups: "});
  refuse(Arguments{"plan", "--rules", "pool", "--pieces", "3", "--json", "--makefile"} + where,
         {"--json", "--makefile"});
  refuse(Arguments{"plan", "--rules", "pool", "--pieces", "4", "--memory", "1M"} + where,
         {"lunette plan: --memory: ", "bytes"});
  refuse({"plan", "--rules", "pool", "--pieces", "3", "--tables", "a\nb"}, {"--tables: ", "control characters"});
  refuse({"step", "--tables", "/nowhere"}, {"lunette step: ", "ID"});
  refuse({"step", "traditional.KvK.wdl+dtc"}, {"lunette step: ", "--tables"});
  refuse({"step", "traditional.QvK.wdl", "--tables", "/nowhere"}, {"lunette step: ID: ", "QvK"});
  refuse({"step", "chess.KvK.wdl", "--tables", "/nowhere"}, {"lunette step: ID: ", "chess"});
  refuse({"submit", "--rules", "pool", "--pieces", "3", "--tables", "/nowhere"}, {"lunette submit: ", "--slurm"});
  refuse(Arguments{"submit", "--slurm", "--rules", "pool", "--pieces", "3", "--batch-time", "-1s"} + where,
         {"lunette submit: --batch-time: "});
  refuse({"status", "--slurm", "--rules", "pool", "--tables", "/nowhere"},
         {"lunette status: ", "nothing", "submitted"});
  const TemporaryDirectory empty;
  refuse({"step", "traditional.KKvK.wdl", "--tables", empty.path().string()},
         {"lunette step: ", "traditional.KKvK.wdl", "KvK.wdl"});
}

TEST_CASE("jobs that Slurm runs in order make the bytes of a build") {
  const ScriptedSlurm slurm;
  const TemporaryDirectory directory;
  const Arguments submitting =
      planning("submit", directory.path()) + Arguments{"--slurm",  "--batch-time", "0.3s",     "--partition", "long",
                                                       "--sbatch", "--nice=100",   "--sbatch", "--exclusive", "--json"};
  const json dry = succeed(submitting + Arguments{"--dry-run"}).document();
  CHECK(!fs::exists(slurm.file("count")));
  CHECK(!fs::exists(directory.path() / "traditional"));
  CHECK(dry.at("jobs").at(0).at("job").is_null());
  CHECK(dry.at("jobs").at(0).at("script").get<std::string>().starts_with("#!/bin/bash\n"));

  const json submitted = succeed(submitting).document();
  CHECK(submitted.at("jobs").size() == dry.at("jobs").size());
  const std::vector<std::string> arguments = slurm.arguments("101");
  CHECK(has(arguments, "--partition=long"));
  CHECK(has(arguments, "--nice=100"));
  CHECK(has(arguments, "--exclusive"));
  CHECK(has(arguments, "--cpus-per-task=1"));
  bool array = false;
  std::set<std::string> numbers;
  for (const json& job : submitted.at("jobs")) {
    const std::string number = job.at("job").get<std::string>();
    std::string dependency = "--dependency=afterok";
    for (const json& earlier : job.at("after")) {
      CHECK(numbers.count(earlier.get<std::string>()) == 1);
      dependency += ":" + earlier.get<std::string>();
    }
    CHECK(has(slurm.arguments(number), dependency) == !job.at("after").empty());
    CHECK(has(slurm.arguments(number), "--kill-on-invalid-dep=yes") == !job.at("after").empty());
    numbers.insert(number);
    for (const std::string& task : tasks_of(job)) {
      array = array || !task.empty();
      REQUIRE(run_job(slurm, number, task) == 0);
    }
  }
  CHECK(array);
  const std::string log = read_text(slurm.file("log"));
  CHECK(log.find(" on n1: job 101, restart 0") != std::string::npos);
  CHECK(log.find("exit status 0 after") != std::string::npos);

  const Finished status =
      succeed({"status", "--slurm", "--rules", "traditional", "--tables", directory.path().string()});
  CHECK(status.out.find(" 0 running, 0 waiting, 0 failed") != std::string::npos);
  CHECK(succeed(submitting).document().at("jobs").empty());
  const TemporaryDirectory alone;
  REQUIRE(run({"build", "--rules", "traditional", "--pieces", "4", "--tables", alone.path().string()}).status == 0);
  CHECK(tables_below(directory.path()) == tables_below(alone.path()));
}

TEST_CASE("a second submit leaves what is in the queue and depends on it") {
  const ScriptedSlurm slurm;
  const TemporaryDirectory directory;
  const Arguments submitting =
      planning("submit", directory.path()) + Arguments{"--slurm", "--batch-time", "0s", "--json"};
  const json first = succeed(submitting).document().at("jobs");
  const auto all_waiting = [&] {
    json queue = json::array();
    for (const json& job : first) queue.push_back(slurm.entry(job.at("job"), "PENDING", "Dependency"));
    return queue;
  };
  json queue = all_waiting();
  slurm.set_queue(queue);
  CHECK(succeed(submitting).document().at("jobs").empty());

  // One has failed, and Slurm has cancelled all that waited for it, directly or not.
  std::set<std::string> lost{first.at(5).at("job").get<std::string>()};
  queue[5] = slurm.entry(first.at(5).at("job"), "FAILED", "NonZeroExitCode");
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (const json& earlier : first[i].at("after")) {
      if (lost.count(earlier.get<std::string>()) == 0) continue;
      lost.insert(first[i].at("job").get<std::string>());
      queue[i] = slurm.entry(first[i].at("job"), "CANCELLED", "DependencyNeverSatisfied");
    }
  }
  REQUIRE(lost.size() < first.size());
  slurm.set_queue(queue);
  const json status =
      succeed({"status", "--slurm", "--rules", "traditional", "--tables", directory.path().string(), "--json"})
          .document();
  CHECK(status.at("failed").get<std::size_t>() >= lost.size());
  CHECK(status.at("done") == 0);

  const json again = succeed(submitting).document().at("jobs");
  CHECK(again.size() == lost.size());
  std::set<std::string> known;
  for (const json& job : first) {
    if (lost.count(job.at("job").get<std::string>()) == 0) known.insert(job.at("job").get<std::string>());
  }
  bool on_queue = false;
  for (const json& job : again) {
    for (const json& earlier : job.at("after")) {
      CHECK(known.count(earlier.get<std::string>()) == 1);
      on_queue = on_queue || earlier.get<std::string>() <= first.back().at("job").get<std::string>();
    }
    known.insert(job.at("job").get<std::string>());
  }
  CHECK(on_queue);
  CHECK(slurm.asked().empty());
}

TEST_CASE("Slurm that is not there, or refuses, is told of in a sentence") {
  const TemporaryDirectory directory;
  const Arguments submitting = planning("submit", directory.path()) + Arguments{"--slurm"};
  {
    const ScriptedSlurm slurm;
    std::ofstream(slurm.file("fail")) << "";
    refuse(submitting, {"lunette submit: sbatch: ", "Invalid qos specification", "0 of "});
    CHECK(fs::is_empty(directory.path() / "traditional/.steps/logs"));
    slurm.script("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1\n");
    refuse(submitting, {"lunette submit: squeue: ", "Unable to contact"});
    slurm.script("squeue", "echo nonsense\n");
    refuse({"status", "--slurm", "--rules", "traditional", "--tables", directory.path().string()},
           {"lunette status: squeue: ", "JSON"});
  }
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", directory.path().c_str(), 1);
  refuse(submitting, {"lunette submit: squeue: not found in PATH"});
  // What would be submitted can be seen without it.
  CHECK(run(submitting + Arguments{"--dry-run"}).status == 0);
  ::setenv("PATH", before.c_str(), 1);
}

TEST_CASE("a job hands SIGTERM on, and asks for a requeue where the step does or was killed") {
  const ScriptedSlurm slurm;
  const TemporaryDirectory directory;
  REQUIRE(run(planning("submit", directory.path()) + Arguments{"--slurm"}).status == 0);
  // The script with another program in the place of ours.
  const auto run_with = [&](const std::string& program, const std::string& settings) {
    std::string script = read_text(slurm.file("101.sh"));
    const std::size_t at = script.find("\n'/") + 1;
    script.replace(at, script.find(" step \"", at) - at, program);
    std::ofstream(slurm.file("changed.sh")) << script;
    fs::remove(slurm.file("asked"));
    const std::string command = "SLURM_JOB_ID=101 " + settings + " bash " + slurm.file("changed.sh").string() + " > " +
                                slurm.file("log").string() + " 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  };
  slurm.script("stubborn", "trap 'echo saved; exit 75' TERM\nkill -TERM $PPID\nwhile :; do :; done\n");
  CHECK(run_with(slurm.file("stubborn").string(), "") == 75);
  CHECK(read_text(slurm.file("log")).find("saved") != std::string::npos);
  CHECK(slurm.asked() == "requeue 101\n");

  slurm.script("killed", "kill -KILL $$\n");
  CHECK(run_with(slurm.file("killed").string(), "SLURM_RESTART_COUNT=4") == 137);
  CHECK(slurm.asked() == "requeue 101\n");
  CHECK(run_with(slurm.file("killed").string(), "SLURM_RESTART_COUNT=5") == 137);
  CHECK(slurm.asked().empty());

  slurm.script("wrong", "exit 2\n");
  CHECK(run_with(slurm.file("wrong").string(), "") == 2);
  CHECK(slurm.asked().empty());

  slurm.script("later", "exit 75\n");
  slurm.script("scontrol",
               "case $1 in show) echo 'RequeueExit             = 70-80' ;; *) echo \"$@\" >> asked ;; esac\n");
  CHECK(run_with(slurm.file("later").string(), "") == 75);  // the cluster does it
  CHECK(slurm.asked().empty());
  slurm.script("scontrol", "echo \"$@\" >> asked\n");
  slurm.script("squeue", "echo COMPLETING\n");
  CHECK(run_with(slurm.file("later").string(), "") == 75);  // cancelled
  CHECK(slurm.asked().find("requeue") == std::string::npos);
}

namespace {

bool runs(const std::string& command) {
  return std::system((command + " > /dev/null 2>&1").c_str()) == 0;  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

/// Builds by exported recipes, loses a table, and builds by those of what is left. `make` is a command to which the
/// name of the file is added.
void check_recipes(const std::string& option, const std::string& make, const std::string& rest) {
  const TemporaryDirectory parent;
  const fs::path directory = parent.path() / "a {table}'s $1 #2";
  const fs::path recipes = parent.path() / "recipes";
  const auto export_and_make = [&] {
    std::ofstream(recipes) << succeed(planning("plan", directory) + Arguments{option}).out;
    REQUIRE(runs("cd " + parent.path().string() + " && " + make + " " + recipes.string()));
  };
  export_and_make();
  const auto whole = tables_below(directory);
  CHECK(whole.size() > 40);
  fs::remove(directory / "traditional/KKvM.wdl");
  export_and_make();
  CHECK(read_text(recipes).find(rest) != std::string::npos);
  CHECK(tables_below(directory) == whole);
}

}  // namespace

TEST_CASE("make runs the exported plan, and an export of what is left") {
  if (!runs("make --version")) return;
  check_recipes("--makefile", "make -s -j2 -f", "\nall: traditional.KKvM.wdl traditional.manifest\n");
}

TEST_CASE("Snakemake runs the exported plan, and an export of what is left") {
  if (!runs("snakemake --version")) return;
  check_recipes("--snakefile", "snakemake -q -j2 -s",
                "    input: made(\"traditional.KKvM.wdl\"),\n        made(\"traditional.manifest\")\n");
}
