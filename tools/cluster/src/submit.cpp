#include "lunette/cluster/submit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "lunette/cluster/plan_json.hpp"
#include "lunette/cluster/task_states.hpp"
#include "process.hpp"

namespace lunette::cluster {
namespace {

namespace fs = std::filesystem;

std::uint64_t groups_of(const Step& step) {
  return has_groups(step) ? step.id.groups : 1;
}

/// Slurm's number, from "17" or "17;cluster".
Result<std::string> job_number(const std::string& printed) {
  const std::string number = printed.substr(0, printed.find_first_not_of("0123456789"));
  if (!number.empty()) return number;
  return Error{ErrorCode::io_error, "sbatch: expected the number of a job, got '" + printed + "'"};
}

Result<std::string> submit_job(const StepPlan& plan, const Job& job, const Site& site,
                               const std::vector<std::string>& after) {
  Submission submission{new_token(), job_label(plan, job), "", time_now(), {}, job.groups};
  for (const std::size_t step : job.steps) submission.steps.push_back(plan.steps[step].id.text());
  if (auto written = write_submission(site.directory, *site.rules, submission); !written) return written.error();

  std::vector<std::string> command{"sbatch"};
  const auto append = [&](const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
  };
  append(dependency_arguments(after));
  append(sbatch_arguments(plan, job, site, submission.token));
  const Result<std::string> printed = output_of(command, job_script(plan, job, site));
  Result<std::string> number = printed ? job_number(*printed) : printed;
  if (!number) {
    forget_submission(site.directory, *site.rules, submission);
    return number;
  }
  submission.job = *number;
  if (auto written = write_submission(site.directory, *site.rules, submission); !written) return written.error();
  return number;
}

}  // namespace

JobsToSubmit jobs_to_submit(const StepPlan& plan, const std::vector<Submission>& submissions,
                            const std::vector<QueuedJob>& queue, double batch_seconds) {
  const TaskStates states(submissions, queue);
  const PlanInQueue in_queue = plan_in_queue(plan, states);
  JobsToSubmit jobs;
  jobs.jobs = group_into_jobs(plan, in_queue.steps, batch_seconds);
  jobs.orphans = in_queue.orphans;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    const StepInQueue& queued = in_queue.steps[i];
    jobs.steps_done += step.done          ? groups_of(step)
                       : has_groups(step) ? groups_of(step) - groups_to_make(step).size()
                                          : 0;
    jobs.steps_queued += has_groups(step) ? queued.groups.size() : queued.whole ? 1 : 0;
  }
  return jobs;
}

Result<void> submit_jobs(const StepPlan& plan, const JobsToSubmit& jobs, const Site& site,
                         const SubmittedJob& submitted) {
  std::error_code failure;
  const fs::path logs = logs_directory(site.directory, *site.rules);
  fs::create_directories(logs, failure);
  if (failure) return Error{ErrorCode::io_error, fmt::format("cannot make {}: {}", logs.string(), failure.message())};
  if (auto written = write_submitted_plan(site.directory, *site.rules, plan); !written) return written;
  for (const std::string& orphan : jobs.orphans) {
    // It may have ended meanwhile, which is as good.
    static_cast<void>(run_program({"scancel", "--state=PENDING", orphan}));
  }
  std::vector<std::string> numbers;
  for (const Job& job : jobs.jobs) {
    std::vector<std::string> after;
    for (const std::size_t earlier : job.after) after.push_back(numbers[earlier]);
    after.insert(after.end(), job.after_queued.begin(), job.after_queued.end());
    const Result<std::string> number = submit_job(plan, job, site, after);
    if (!number) {
      Error error = number.error();
      error.message += fmt::format(" ({} of {} jobs were submitted)", numbers.size(), jobs.jobs.size());
      return error;
    }
    submitted(numbers.size(), *number, after);
    numbers.push_back(*number);
  }
  return {};
}

}  // namespace lunette::cluster
