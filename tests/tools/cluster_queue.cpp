// What Slurm prints of its queue, old and new, and what becomes of it: the status of a build, and what is submitted
// again.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/cluster/build_status.hpp"
#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/cluster/submit.hpp"
#include "lunette/cluster/task_states.hpp"
#include "tools/hand_made_plan.hpp"

using namespace lunette;
using namespace lunette::cluster;
using namespace lunette::testing;
namespace fs = std::filesystem;

namespace {

using Phase = QueuedJob::Phase;
using State = StepStatus::State;

std::vector<QueuedJob> queue_of(const std::string& json) {
  const auto queue = read_queue(json);
  REQUIRE(queue);
  return *queue;
}

QueuedJob queued(const std::string& token, const std::string& job, Phase phase, const std::string& state,
                 std::optional<std::uint32_t> task = std::nullopt) {
  QueuedJob entry;
  entry.comment = "lunette:" + token + " /anywhere";
  entry.job = job;
  entry.phase = phase;
  entry.state = state;
  entry.task = task;
  return entry;
}

Submission submission(const std::string& token, const std::string& job, const std::vector<std::string>& steps,
                      const std::vector<std::uint32_t>& groups = {}) {
  return {token, steps.front(), job, "2026-11-30T20:00:00Z", steps, groups};
}

/// KvK, a wave of three groups that needs it, the merge, the manifest.
struct SlicedPlan : HandMadePlan {
  SlicedPlan() {
    add("international.KvK.wdl", 100);
    add("international.KKMvK.wdl.w9x3", 100, {0});
    add("international.KKMvK.wdl.merge", 100, {0, 1});
    add("international.manifest", 0, {0, 2});
  }
  std::vector<Submission> submissions{
      submission("a", "1", {"international.KvK.wdl"}),
      submission("b", "2", {"international.KKMvK.wdl.w9x3"}, {1, 2, 3}),
      submission("c", "3", {"international.KKMvK.wdl.merge", "international.manifest"})};
};

std::vector<std::size_t> first_steps(const JobsToSubmit& jobs) {
  std::vector<std::size_t> steps;
  for (const Job& job : jobs.jobs) steps.push_back(job.steps.front());
  return steps;
}

void touch(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "x";
}

}  // namespace

TEST_CASE("the queue of Slurm 22.05 is read as it was recorded") {
  std::ifstream file(fs::path(LUNETTE_TEST_DATA) / "squeue.json");
  const std::vector<QueuedJob> queue = queue_of({std::istreambuf_iterator<char>(file), {}});
  REQUIRE(queue.size() == 7);
  CHECK(queue[0].phase == Phase::completed);
  CHECK(queue[1].job == "79");
  CHECK(queue[1].name == "international.KKKKvM.wdl+dtc");
  CHECK(queue[1].comment == "lunette:cf1aeca4d2e88910 /tmp/c/t5");
  CHECK(queue[1].phase == Phase::failed);
  CHECK(queue[1].exit_status == 2);
  CHECK(queue[1].reason == "NonZeroExitCode");
  CHECK(!queue[1].task);
  CHECK(queue[2].phase == Phase::failed);
  CHECK(queue[2].state == "CANCELLED");
  CHECK(queue[2].reason == "DependencyNeverSatisfied");
  std::vector<std::uint32_t> running;
  std::vector<std::uint32_t> waiting;
  for (const QueuedJob& job : queue) {
    if (!job.task) continue;
    CHECK(job.job == "162");
    (job.phase == Phase::running ? running : waiting).push_back(*job.task);
  }
  CHECK(running == std::vector<std::uint32_t>{1, 2});
  CHECK(waiting == std::vector<std::uint32_t>{7, 9});
}

TEST_CASE("the queue of newer Slurms is read too") {
  const std::vector<QueuedJob> queue = queue_of(R"({"jobs":[
    {"job_id":21,"array_job_id":{"set":true,"infinite":false,"number":20},
     "array_task_id":{"set":true,"infinite":false,"number":4},"array_task_string":"","name":"n","comment":"c",
     "job_state":["RUNNING"],"state_reason":"None","nodes":"n7","start_time":{"set":true,"infinite":false,"number":77},
     "exit_code":{"status":["PENDING"],"return_code":{"set":false,"infinite":false,"number":0}}},
    {"job_id":20,"array_job_id":{"set":true,"infinite":false,"number":20},
     "array_task_id":{"set":false,"infinite":false,"number":0},"array_task_string":"5-9:2,12%3","name":"n",
     "job_state":["PENDING"],"state_reason":"Priority"},
    {"job_id":30,"array_job_id":{"set":true,"infinite":false,"number":0},
     "array_task_id":{"set":false,"infinite":false,"number":0},"job_state":["FAILED"],"state_reason":"NonZeroExitCode",
     "exit_code":{"status":["ERROR"],"return_code":{"set":true,"infinite":false,"number":2}}},
    {"job_id":31,"job_state":["COMPLETED","COMPLETING"]},
    {"job_id":32,"job_state":["PENDING"],"state_reason":"DependencyNeverSatisfied"},
    {"job_id":33,"job_state":["PENDING","REQUEUED"],"state_reason":"BeginTime"},
    {"job_id":34,"job_state":["OUT_OF_MEMORY"],"state_reason":"OutOfMemory"},
    {"unknown":1}, 5]})");
  REQUIRE(queue.size() == 10);
  CHECK(queue[0].job == "20");
  CHECK(queue[0].task == 4U);
  CHECK(queue[0].started == 77);
  CHECK(queue[0].node == "n7");
  CHECK(queue[1].task == 5U);
  CHECK(queue[3].task == 9U);
  CHECK(queue[4].task == 12U);
  CHECK(queue[4].phase == Phase::waiting);
  CHECK(queue[5].job == "30");
  CHECK(queue[5].exit_status == 2);
  CHECK(queue[6].phase == Phase::running);
  CHECK(queue[7].phase == Phase::failed);
  CHECK(queue[8].phase == Phase::waiting);
  CHECK(queue[9].phase == Phase::failed);
}

TEST_CASE("what is no queue is refused") {
  for (const std::string text : {"", "{", "[1", "{\"jobs\":3}", "slurm_load_jobs error"}) CHECK(!read_queue(text));
  CHECK(queue_of("{\"jobs\":[]}").empty());
}

TEST_CASE("a second submission has only what is neither done nor coming") {
  SlicedPlan made;
  SECTION("all is in the queue") {
    const std::vector<QueuedJob> queue{
        queued("a", "1", Phase::running, "RUNNING"), queued("b", "2", Phase::waiting, "PENDING", 1),
        queued("b", "2", Phase::waiting, "PENDING", 2), queued("b", "2", Phase::waiting, "PENDING", 3),
        queued("c", "3", Phase::waiting, "PENDING")};
    const JobsToSubmit jobs = jobs_to_submit(made.plan, made.submissions, queue, 600);
    CHECK(jobs.jobs.empty());
    CHECK(jobs.steps_queued == 6);
    CHECK(jobs.orphans.empty());
  }
  SECTION("one group has failed, and what waited for it was cancelled") {
    made.plan.steps[0].done = true;
    made.plan.steps[1].missing_groups = {2, 3};
    const std::vector<QueuedJob> queue{queued("b", "2", Phase::failed, "FAILED", 2),
                                       queued("b", "2", Phase::running, "RUNNING", 3),
                                       queued("c", "3", Phase::failed, "CANCELLED")};
    const JobsToSubmit jobs = jobs_to_submit(made.plan, made.submissions, queue, 600);
    REQUIRE(jobs.jobs.size() == 2);
    CHECK(jobs.jobs[0].groups == std::vector<std::uint32_t>{2});
    CHECK(jobs.jobs[1].steps == std::vector<std::size_t>{2, 3});
    CHECK(jobs.jobs[1].after == std::vector<std::size_t>{0});
    // Not for the whole array, which never succeeds.
    CHECK(jobs.jobs[1].after_queued == std::vector<std::string>{"2_3"});
    CHECK(jobs.steps_done == 2);
    CHECK(jobs.steps_queued == 1);
  }
  SECTION("an input was deleted, and what reads it still waits") {
    const std::vector<QueuedJob> queue{
        queued("a", "1", Phase::completed, "COMPLETED"), queued("b", "2", Phase::running, "RUNNING", 1),
        queued("b", "2", Phase::waiting, "PENDING", 2), queued("b", "2", Phase::waiting, "PENDING", 3),
        queued("c", "3", Phase::waiting, "PENDING")};
    const JobsToSubmit jobs = jobs_to_submit(made.plan, made.submissions, queue, 600);
    CHECK(first_steps(jobs) == std::vector<std::size_t>{0, 1, 2});
    CHECK(jobs.orphans == std::vector<std::string>{"2_2", "2_3", "3"});
    CHECK(jobs.jobs[1].groups == std::vector<std::uint32_t>{2, 3});
  }
  SECTION("Slurm knows none of it any more") {
    CHECK(jobs_to_submit(made.plan, made.submissions, {}, 600).jobs.size() == 3);
  }
  SECTION("another job has got the number") {
    QueuedJob other = queued("", "1", Phase::running, "RUNNING");
    other.comment.clear();
    other.name = "somebody's";
    CHECK(jobs_to_submit(made.plan, made.submissions, {other}, 600).jobs.size() == 3);
    other.name = "international.KvK.wdl";  // a comment of the user's instead of ours
    CHECK(jobs_to_submit(made.plan, made.submissions, {other}, 600).jobs.size() == 2);
  }
}

TEST_CASE("records of submissions are read as they were written, in order") {
  const TemporaryDirectory directory;
  const Ruleset& rules = ruleset("international");
  CHECK(read_submissions(directory.path(), rules)->empty());
  CHECK(read_submitted_plan(directory.path(), rules).error().code == ErrorCode::bad_argument);
  const SlicedPlan made;
  for (std::size_t i = made.submissions.size(); i-- > 0;) {
    REQUIRE(write_submission(directory.path(), rules, made.submissions[i]));
  }
  REQUIRE(write_submitted_plan(directory.path(), rules, made.plan));
  const fs::path folder = directory.path() / "international/.steps/submitted";
  std::ofstream(folder / "torn.json") << "{\"token\":";
  std::ofstream(folder / "other.json") << "{\"token\":\"x\",\"steps\":[]}";
  const auto submissions = read_submissions(directory.path(), rules);
  REQUIRE(submissions);
  REQUIRE(submissions->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK((*submissions)[i].token == made.submissions[i].token);
  CHECK((*submissions)[1].groups == std::vector<std::uint32_t>{1, 2, 3});
  const auto plan = read_submitted_plan(directory.path(), rules);
  REQUIRE(plan);
  CHECK(plan->steps.size() == 4);
  CHECK(plan->steps[1].groups == 3);
  CHECK(plan->steps[2].dependencies ==
        std::vector<std::string>{"international.KvK.wdl", "international.KKMvK.wdl.w9x3"});
  std::ofstream(folder / "plan.json") << "[]";
  CHECK(read_submitted_plan(directory.path(), rules).error().code == ErrorCode::corrupt_file);
}

TEST_CASE("the status joins the directory, the queue and the logs") {
  const TemporaryDirectory directory;
  const Ruleset& rules = ruleset("international");
  const fs::path tables = directory.path() / "international";
  const SlicedPlan made;
  REQUIRE(write_submitted_plan(directory.path(), rules, made.plan));
  const SubmittedPlan plan = *read_submitted_plan(directory.path(), rules);
  touch(tables / "KvK.wdl");
  touch(tables / "manifest.json");  // of an earlier build
  touch(tables / ".steps/international.KKMvK.wdl.w9x3.1.part");
  std::vector<QueuedJob> queue{
      queued("a", "1", Phase::completed, "COMPLETED"), queued("b", "2", Phase::completed, "COMPLETED", 1),
      queued("b", "2", Phase::running, "RUNNING", 2), queued("b", "2", Phase::waiting, "PENDING", 3),
      queued("c", "3", Phase::waiting, "PENDING")};
  queue[2].started = 1000;
  queue[2].node = "n2";
  const auto status_now = [&] { return build_status(directory.path(), rules, plan, made.submissions, queue, 1030); };

  SECTION("under way") {
    const BuildStatus status = status_now();
    REQUIRE(status.steps.size() == 6);
    CHECK(status.done == 2);
    CHECK(status.running == 1);
    CHECK(status.waiting == 3);
    CHECK(status.failed == 0);
    CHECK(status.steps[2].id == "international.KKMvK.wdl.w9x3.2");
    CHECK(status.steps[2].state == State::running);
    CHECK(status.steps[2].job == "2_2");
    CHECK(status.steps[2].node == "n2");
    CHECK(status.steps[2].seconds == 30);
    CHECK(status.steps[2].log.filename() == "international.KKMvK.wdl.w9x3.2.2.log");
    // One job runs: 70 s of it, 100 of the third group, 100 of the merge.
    REQUIRE(status.eta_seconds);
    CHECK(*status.eta_seconds == 270);
    const Json json = build_status_json(rules, directory.path(), status);
    CHECK(json["steps"][2]["state"] == "running");
    CHECK(json["steps"][2]["error"].is_null());
    CHECK(json["waiting"] == 3);
  }
  SECTION("finished steps took twice as long as was thought") {
    std::ofstream(tables / ".steps/international.KvK.wdl.json")
        << R"({"id":"international.KvK.wdl","host":"n1","finished":"2026-11-30T21:00:00Z","threads":2,"entries":1,)"
        << R"("restored_entries":0,"seconds":200,"cpu_seconds":200,"peak_memory_bytes":1})";
    CHECK(*status_now().eta_seconds == 570);
  }
  SECTION("a task has failed, and those after it were cancelled") {
    queue[2].phase = Phase::failed;
    queue[2].state = "FAILED";
    queue[2].reason = "NonZeroExitCode";
    queue[2].exit_status = 2;
    queue[4].phase = Phase::failed;
    queue[4].state = "CANCELLED";
    queue[4].reason = "DependencyNeverSatisfied";
    touch(tables / ".steps/logs/international.KKMvK.wdl.w9x3.2.2.log");
    std::ofstream(tables / ".steps/logs/international.KKMvK.wdl.w9x3.2.2.log")
        << "== began\n  1 %  something\nlunette step: KvK.wdl: the disk is gone\n== ended, exit status 2\n";
    const BuildStatus status = status_now();
    CHECK(status.failed == 3);
    CHECK(status.steps[2].state == State::failed);
    CHECK(status.steps[2].reason == "NonZeroExitCode, exit status 2");
    CHECK(status.steps[2].error == "lunette step: KvK.wdl: the disk is gone");
    CHECK(status.steps[4].reason == "DependencyNeverSatisfied");
    CHECK(!status.eta_seconds);
  }
  SECTION("an output was deleted") {
    fs::remove(tables / "KvK.wdl");
    const BuildStatus status = status_now();
    CHECK(status.steps[0].state == State::failed);
    CHECK(status.steps[0].reason.find("deleted") != std::string::npos);
  }
  SECTION("Slurm has forgotten the jobs") {
    queue.clear();
    const BuildStatus status = status_now();
    CHECK(status.done == 2);
    CHECK(status.failed == 4);
    CHECK(status.steps[2].reason == "not in the queue any more");
  }
  SECTION("merged: the slices are gone") {
    fs::remove_all(tables / ".steps/international.KKMvK.wdl.w9x3.1.part");
    touch(tables / "KKMvK.wdl");
    queue = {queued("c", "3", Phase::running, "RUNNING")};
    const BuildStatus status = status_now();
    CHECK(status.done == 5);
    CHECK(status.steps[5].state == State::running);
  }
}
