// Grouping the steps of a plan into jobs of Slurm.

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/cluster/job_script.hpp"
#include "lunette/cluster/jobs.hpp"
#include "lunette/cluster/plan_json.hpp"
#include "tools/hand_made_plan.hpp"

using namespace lunette;
using namespace lunette::cluster;
using namespace lunette::testing;

namespace {

const std::vector<StepInQueue> nothing_queued;

/// Random plans: what a planner never makes too.
HandMadePlan random_plan(std::mt19937& random) {
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  HandMadePlan made;
  const std::vector<std::string> tables{"KvK", "KvM", "KKvK", "KMvK", "MMvK", "KKKvK"};
  for (std::size_t i = 0; i < 40; ++i) {
    std::vector<std::size_t> dependencies;
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (below(8) == 0) dependencies.push_back(earlier);
    }
    const bool wave = below(4) == 0;
    const std::string id =
        wave ? "international.KKMvK.wdl.w" + std::to_string(below(9)) + "x" + std::to_string(2 + below(5))
             : "international." + tables[below(6)] + ".wdl";
    made.add(id, below(5) == 0 ? 50 : 1, dependencies);
    Step& step = made.plan.steps.back();
    step.done = below(6) == 0;
    if (wave && !step.done && below(2) == 0) step.missing_groups = {1, 2};
  }
  return made;
}

/// What a job waits for, directly or not.
std::vector<std::set<std::size_t>> ancestors(const std::vector<Job>& jobs) {
  std::vector<std::set<std::size_t>> all(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    for (const std::size_t earlier : jobs[i].after) {
      REQUIRE(earlier < i);
      all[i].insert(earlier);
      all[i].insert(all[earlier].begin(), all[earlier].end());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("tiny steps share a job, others have one each, a wave is an array") {
  HandMadePlan made;
  const auto kings = made.add("international.KvK.wdl", 1);
  const auto man = made.add("international.KvM.wdl", 2, {kings});
  const auto large = made.add("international.KKvK.wdl", 500, {kings});
  const auto wave = made.add("international.KKMvK.wdl.w9x4", 1, {man, large});
  const auto merge = made.add("international.KKMvK.wdl.merge", 3, {wave, large});
  made.add("international.manifest", 0, {kings, man, large, merge});
  made.plan.steps[wave].missing_groups = {1, 3, 4};

  const std::vector<Job> jobs = group_into_jobs(made.plan, nothing_queued, 60);
  REQUIRE(jobs.size() == 4);
  CHECK(jobs[0].steps == std::vector<std::size_t>{kings, man});
  CHECK(jobs[0].seconds == 3);
  CHECK(jobs[1].steps == std::vector<std::size_t>{large});
  CHECK(jobs[1].after == std::vector<std::size_t>{0});
  CHECK(jobs[2].groups == std::vector<std::uint32_t>{1, 3, 4});
  CHECK(jobs[2].after == std::vector<std::size_t>{1});  // which waits for the first itself
  CHECK(jobs[3].steps == std::vector<std::size_t>{merge, 5});
  CHECK(jobs[3].after == std::vector<std::size_t>{2});
  CHECK(job_label(made.plan, jobs[0]) == "international.KvK.wdl+1");
  CHECK(job_label(made.plan, jobs[2]) == "international.KKMvK.wdl.w9x4");
}

TEST_CASE("no step waits for what it does not need, for the sake of a batch") {
  HandMadePlan made;
  const auto kings = made.add("international.KvK.wdl", 1);
  const auto large = made.add("international.KKvK.wdl", 500, {kings});
  made.add("international.KKvM.wdl", 1, {large});
  made.add("international.KvM.wdl", 1, {kings});
  const std::vector<Job> jobs = group_into_jobs(made.plan, nothing_queued, 60);
  REQUIRE(jobs.size() == 3);
  CHECK(jobs[0].steps == std::vector<std::size_t>{kings, 3});
  CHECK(jobs[2].steps == std::vector<std::size_t>{2});
}

TEST_CASE("without time for a batch every step has a job") {
  HandMadePlan made;
  made.add("international.KvK.wdl", 0);
  made.add("international.KvM.wdl", 0, {0});
  made.add("international.manifest", 0, {0, 1});
  CHECK(group_into_jobs(made.plan, nothing_queued, 0).size() == 3);
}

TEST_CASE("jobs of any plan make every missing step once, after what it needs, without a circle") {
  std::mt19937 random(20261130);
  for (int round = 0; round < 200; ++round) {
    const HandMadePlan made = random_plan(random);
    const StepPlan& plan = made.plan;
    const double batch_seconds = round % 20;
    const std::vector<Job> jobs = group_into_jobs(plan, nothing_queued, batch_seconds);
    const std::vector<std::set<std::size_t>> before = ancestors(jobs);
    std::map<std::size_t, std::size_t> job_of;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      CHECK((jobs[i].steps.size() == 1 || jobs[i].seconds <= batch_seconds));
      CHECK(std::is_sorted(jobs[i].steps.begin(), jobs[i].steps.end()));
      for (const std::size_t step : jobs[i].steps) {
        CHECK(job_of.emplace(step, i).second);
        CHECK(jobs[i].is_array() == has_groups(plan.steps[step]));
      }
      if (jobs[i].is_array()) CHECK(jobs[i].groups == groups_to_make(plan.steps[jobs[i].steps.front()]));
      for (const std::size_t earlier : jobs[i].after) {
        for (const std::size_t other : jobs[i].after) CHECK(before[other].count(earlier) == 0);
      }
    }
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
      REQUIRE((job_of.count(step) == 1) == !plan.steps[step].done);
      if (plan.steps[step].done) continue;
      for (const std::size_t dependency : plan.steps[step].dependencies) {
        if (plan.steps[dependency].done) continue;
        const std::size_t job = job_of.at(step);
        const std::size_t needed = job_of.at(dependency);
        CHECK((job == needed || before[job].count(needed) == 1));
      }
    }
  }
}

TEST_CASE("what is in the queue is not submitted, but waited for") {
  HandMadePlan made;
  const auto kings = made.add("international.KvK.wdl", 1);
  const auto wave = made.add("international.KKMvK.wdl.w9x4", 1, {kings});
  const auto merge = made.add("international.KKMvK.wdl.merge", 3, {wave, kings});
  std::vector<StepInQueue> queued(3);
  queued[kings] = {true, {}, {"7"}};
  queued[wave] = {false, {2, 3}, {"8_2", "8_3"}};
  const std::vector<Job> jobs = group_into_jobs(made.plan, queued, 60);
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].groups == std::vector<std::uint32_t>{1, 4});
  CHECK(jobs[0].after_queued == std::vector<std::string>{"7"});
  CHECK(jobs[1].steps == std::vector<std::size_t>{merge});
  CHECK(jobs[1].after == std::vector<std::size_t>{0});
  CHECK(jobs[1].after_queued == std::vector<std::string>{"7", "8_2", "8_3"});
}

TEST_CASE("numbers of tasks are written as Slurm reads them") {
  CHECK(number_ranges({}).empty());
  CHECK(number_ranges({3}) == "3");
  CHECK(number_ranges({1, 2, 3, 4, 7, 9, 10}) == "1-4,7,9-10");
}

TEST_CASE("a job tells sbatch what it needs, and its script which steps to make") {
  HandMadePlan made;
  made.add("international.KvK.wdl", 1);
  made.add("international.KKMvK.wdl.w9x4", 1, {0});
  Site site;
  site.program = "/opt/it's/lunette";
  site.directory = "/shared/10% of it";
  site.rules = *find_ruleset("international");
  site.partition = "long";
  site.time = "2:00:00";
  site.sbatch = {"--nice=100"};
  const std::vector<Job> jobs = group_into_jobs(made.plan, nothing_queued, 60);
  REQUIRE(jobs.size() == 2);
  const std::vector<std::string> arguments = sbatch_arguments(made.plan, jobs[1], site, "5eed");
  const auto has = [&](const std::string& argument) {
    return std::count(arguments.begin(), arguments.end(), argument) == 1;
  };
  CHECK(has("--job-name=international.KKMvK.wdl.w9x4"));
  CHECK(has("--comment=lunette:5eed /shared/10% of it"));
  CHECK(has("--array=1-4"));
  CHECK(has("--cpus-per-task=2"));
  CHECK(has("--mem=185M"));  // 100 and a fifth, 1 that is read, 64
  CHECK(has("--requeue"));
  CHECK(has("--signal=B:TERM@60"));
  CHECK(has("--output=/shared/10%% of it/international/.steps/logs/international.KKMvK.wdl.w9x4.%a.%A.log"));
  CHECK(has("--partition=long"));
  CHECK(has("--time=2:00:00"));
  CHECK(arguments.back() == "--nice=100");
  CHECK(dependency_arguments({}).empty());
  CHECK(dependency_arguments({"17", "18_3"}) ==
        std::vector<std::string>{"--dependency=afterok:17:18_3", "--kill-on-invalid-dep=yes"});

  const std::string script = job_script(made.plan, jobs[1], site);
  CHECK(script.starts_with("#!/bin/bash\n"));
  CHECK(script.find("steps=(international.KKMvK.wdl.w9x4)\n") != std::string::npos);
  CHECK(script.find("'/opt/it'\\''s/lunette' step \"${steps[@]}\" --tables '/shared/10% of it' --threads 2 "
                    "--memory 104857600 &\n") != std::string::npos);
}
