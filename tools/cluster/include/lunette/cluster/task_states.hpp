#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lunette/cluster/jobs.hpp"
#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/gen/steps.hpp"

namespace lunette::cluster {

/// What Slurm says of each step, and of each group of a wave, by the job that was last submitted for it.
class TaskStates {
 public:
  struct Task {
    const Submission* submission = nullptr;
    const QueuedJob* queued = nullptr;  ///< absent if Slurm does not know it, or not any more
    std::string job;                    ///< "17", "17_3" for a task of an array; empty if it is not known
  };

  /// `submissions` in order; both must outlive this.
  TaskStates(const std::vector<Submission>& submissions, const std::vector<QueuedJob>& queue);

  /// `id` is a step's or a group's.
  const Task* find(const std::string& id) const;

 private:
  std::map<std::string, Task> tasks_;
};

/// What of the plan is in the queue, and will be made there, for group_into_jobs().
struct PlanInQueue {
  std::vector<StepInQueue> steps;    ///< one for each step of the plan
  std::vector<std::string> orphans;  ///< jobs that wait, and whose inputs will not be there: they are not counted
};
PlanInQueue plan_in_queue(const StepPlan& plan, const TaskStates& states);

}  // namespace lunette::cluster
