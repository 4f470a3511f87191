#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lunette/cluster/job_script.hpp"
#include "lunette/cluster/jobs.hpp"
#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/gen/steps.hpp"

namespace lunette::cluster {

/// What is to be submitted for a plan.
struct JobsToSubmit {
  std::vector<Job> jobs;             ///< each after those that it waits for
  std::uint64_t steps_done = 0;      ///< groups of waves counted one by one
  std::uint64_t steps_queued = 0;    ///< wait or run already
  std::vector<std::string> orphans;  ///< jobs that wait for what will not come; submitted anew
};

/// Compares the plan, finished steps included, with the queue.
JobsToSubmit jobs_to_submit(const StepPlan& plan, const std::vector<Submission>& submissions,
                            const std::vector<QueuedJob>& queue, double batch_seconds);

/// Told of each job when Slurm has taken it: its place in JobsToSubmit::jobs, Slurm's number, and what it waits for.
using SubmittedJob =
    std::function<void(std::size_t place, const std::string& job, const std::vector<std::string>& after)>;

/// Cancels the orphans and gives the jobs to Slurm, one after the other; keeps records (submission.hpp). Errors:
/// io_error, such as "sbatch: not found in PATH", or what sbatch says; with the number of jobs that were submitted
/// before.
Result<void> submit_jobs(const StepPlan& plan, const JobsToSubmit& jobs, const Site& site,
                         const SubmittedJob& submitted);

}  // namespace lunette::cluster
