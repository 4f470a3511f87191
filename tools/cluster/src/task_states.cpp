#include "lunette/cluster/task_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "lunette/cluster/plan_json.hpp"

namespace lunette::cluster {
namespace {

using JobsByTask = std::map<std::pair<std::string, std::optional<std::uint32_t>>, const QueuedJob*>;

/// "lunette:TOKEN DIR"
std::string token_of(std::string_view comment) {
  constexpr std::string_view begin = "lunette:";
  if (!comment.starts_with(begin)) return "";
  comment.remove_prefix(begin.size());
  return std::string(comment.substr(0, comment.find(' ')));
}

/// The queue by token and task, and for jobs whose comment the user has replaced by number and name.
class QueueIndex {
 public:
  explicit QueueIndex(const std::vector<QueuedJob>& queue) {
    for (const QueuedJob& job : queue) {
      const std::string token = token_of(job.comment);
      jobs_[{token.empty() ? by_number(job.job, job.name) : token, job.task}] = &job;
    }
  }

  const QueuedJob* find(const Submission& submission, std::optional<std::uint32_t> task) const {
    for (const std::string& key : {submission.token, by_number(submission.job, submission.label)}) {
      if (const auto found = jobs_.find({key, task}); found != jobs_.end()) return found->second;
    }
    return nullptr;
  }

 private:
  static std::string by_number(const std::string& job, const std::string& name) { return job + " " + name; }

  JobsByTask jobs_;
};

TaskStates::Task task_of(const Submission& submission, const QueuedJob* queued, std::optional<std::uint32_t> group) {
  const std::string& job = queued != nullptr ? queued->job : submission.job;
  return {&submission, queued, group && !job.empty() ? fmt::format("{}_{}", job, *group) : job};
}

}  // namespace

TaskStates::TaskStates(const std::vector<Submission>& submissions, const std::vector<QueuedJob>& queue) {
  const QueueIndex index(queue);
  for (const Submission& submission : submissions) {
    if (submission.groups.empty()) {
      const QueuedJob* queued = index.find(submission, std::nullopt);
      for (const std::string& step : submission.steps) tasks_[step] = task_of(submission, queued, std::nullopt);
    }
    for (const std::uint32_t group : submission.groups) {
      tasks_[group_text(submission.steps.front(), group)] = task_of(submission, index.find(submission, group), group);
    }
  }
}

const TaskStates::Task* TaskStates::find(const std::string& id) const {
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nullptr : &found->second;
}

namespace {

/// One thing to make: a step, or a group of a wave.
struct TaskToMake {
  std::optional<std::uint32_t> group;
  const TaskStates::Task* active = nullptr;  ///< absent if it is not in the queue
};

class QueueSurvey {
 public:
  QueueSurvey(const StepPlan& plan, const TaskStates& states) : plan_(plan) {
    for (const Step& step : plan.steps) tasks_.push_back(tasks_of(step, states));
    while (drop_orphans()) {
    }
  }

  PlanInQueue result(const TaskStates& states) const {
    PlanInQueue result;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) result.steps.push_back(in_queue(i, states));
    result.orphans.assign(orphans_.begin(), orphans_.end());
    return result;
  }

 private:
  static std::vector<TaskToMake> tasks_of(const Step& step, const TaskStates& states) {
    std::vector<TaskToMake> tasks;
    if (step.done) return tasks;
    const std::string id = step.id.text();
    const auto add = [&](const std::string& text, std::optional<std::uint32_t> group) {
      const TaskStates::Task* task = states.find(text);
      const bool active = task != nullptr && task->queued != nullptr && task->queued->is_active();
      tasks.push_back({group, active ? task : nullptr});
    };
    if (!has_groups(step)) add(id, std::nullopt);
    for (const std::uint32_t group : groups_to_make(step)) add(group_text(id, group), group);
    return tasks;
  }

  bool is_coming(std::size_t position) const {
    return std::all_of(tasks_[position].begin(), tasks_[position].end(),
                       [](const TaskToMake& task) { return task.active != nullptr; });
  }

  /// A job that waits, for a step that nobody makes: that has failed, or was deleted. True if there was any.
  bool drop_orphans() {
    bool found = false;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      const std::vector<std::size_t>& dependencies = plan_.steps[i].dependencies;
      if (std::all_of(dependencies.begin(), dependencies.end(), [&](std::size_t d) { return is_coming(d); })) continue;
      for (TaskToMake& task : tasks_[i]) {
        if (task.active == nullptr || task.active->queued->phase != QueuedJob::Phase::waiting) continue;
        orphans_.insert(task.active->job);
        found = true;
      }
    }
    for (std::vector<TaskToMake>& tasks : tasks_) {
      for (TaskToMake& task : tasks) {
        if (task.active != nullptr && orphans_.count(task.active->job) != 0) task.active = nullptr;
      }
    }
    return found;
  }

  StepInQueue in_queue(std::size_t position, const TaskStates& states) const {
    StepInQueue step;
    const std::vector<TaskToMake>& tasks = tasks_[position];
    step.whole = !tasks.empty() && is_coming(position);
    for (const TaskToMake& task : tasks) {
      if (task.active == nullptr) continue;
      if (task.group) step.groups.push_back(*task.group);
      const std::string job = job_to_wait_for(plan_.steps[position].id.text(), *task.active, states);
      if (std::find(step.jobs.begin(), step.jobs.end(), job) == step.jobs.end()) step.jobs.push_back(job);
    }
    return step;
  }

  /// The whole array where all its tasks can still succeed, otherwise the one task.
  static std::string job_to_wait_for(const std::string& step, const TaskStates::Task& task, const TaskStates& states) {
    const std::vector<std::uint32_t>& groups = task.submission->groups;
    const bool may_succeed = std::all_of(groups.begin(), groups.end(), [&](std::uint32_t group) {
      const TaskStates::Task* other = states.find(group_text(step, group));
      return other != nullptr && other->submission == task.submission && other->queued != nullptr &&
             other->queued->phase != QueuedJob::Phase::failed;
    });
    return may_succeed && !groups.empty() ? task.queued->job : task.job;
  }

  const StepPlan& plan_;
  std::vector<std::vector<TaskToMake>> tasks_;  ///< of each step
  std::set<std::string> orphans_;
};

}  // namespace

PlanInQueue plan_in_queue(const StepPlan& plan, const TaskStates& states) {
  return QueueSurvey(plan, states).result(states);
}

}  // namespace lunette::cluster
