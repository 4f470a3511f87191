#include "lunette/cluster/build_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "lunette/cluster/job_script.hpp"
#include "lunette/cluster/plan_json.hpp"
#include "lunette/cluster/task_states.hpp"

namespace lunette::cluster {
namespace {

namespace fs = std::filesystem;
using State = StepStatus::State;
using Phase = QueuedJob::Phase;

/// What is in the directory of what was planned.
class Findings {
 public:
  Findings(const fs::path& directory, const Ruleset& rules, const SubmittedPlan& plan)
      : tables_(directory / rules.name), submitted_(plan.submitted) {
    for (StepRecord& record : read_step_records(directory, rules)) {
      std::string id = record.id;
      records_.insert_or_assign(std::move(id), std::move(record));
    }
    for (const PlannedStep& step : plan.steps) {
      if (step.kind == StepId::Kind::merge && exist(step.outputs)) merged_.insert(step.material);
    }
  }

  const StepRecord* record(const std::string& id) const {
    const auto found = records_.find(id);
    return found == records_.end() ? nullptr : &found->second;
  }

  bool is_done(const PlannedStep& step, std::optional<std::uint32_t> group, const std::string& id) const {
    switch (step.kind) {
      case StepId::Kind::manifest: {
        // There may be one of fewer tables.
        const StepRecord* written = record(id);
        return (step.done || (written != nullptr && written->finished >= submitted_)) && exist(step.outputs);
      }
      case StepId::Kind::slices:
        // Slices are gone when they were merged.
        if (merged_.count(step.material) != 0) return true;
        if (group) return *group <= step.outputs.size() && exists(step.outputs[*group - 1]);
        break;
      default: break;
    }
    return exist(step.outputs);
  }

 private:
  bool exists(const std::string& name) const {
    std::error_code failure;
    return fs::exists(tables_ / name, failure);
  }
  bool exist(const std::vector<std::string>& names) const {
    return !names.empty() &&
           std::all_of(names.begin(), names.end(), [this](const std::string& name) { return exists(name); });
  }

  fs::path tables_;
  std::string submitted_;
  std::map<std::string, StepRecord> records_;
  std::set<std::string> merged_;
};

class Review {
 public:
  Review(const fs::path& directory, const Ruleset& rules, const SubmittedPlan& plan, const TaskStates& states,
         std::int64_t now)
      : logs_(logs_directory(directory, rules)), findings_(directory, rules, plan), states_(states), now_(now) {
    for (const PlannedStep& step : plan.steps) {
      if (step.groups <= 1) add(step, std::nullopt);
      for (std::uint32_t group = 1; step.groups > 1 && group <= step.groups; ++group) add(step, group);
    }
    estimate(plan);
  }

  BuildStatus take() && { return std::move(status_); }

 private:
  void add(const PlannedStep& step, std::optional<std::uint32_t> group) {
    StepStatus task;
    task.id = group ? group_text(step.id, *group) : step.id;
    task.seconds = step.seconds;
    const TaskStates::Task* known = states_.find(task.id);
    if (known != nullptr) tell_job(task, *known, group);
    task.state = state_of(step, group, task, known);
    switch (task.state) {
      case State::done:
        ++status_.done;
        if (const StepRecord* record = findings_.record(task.id)) {
          task.seconds = record->report.seconds;
          measured_ += record->report.seconds;
          estimated_ += step.seconds;
        }
        break;
      case State::running:
        ++status_.running;
        if (known->queued->started > 0)
          task.seconds = static_cast<double>(std::max<std::int64_t>(0, now_ - known->queued->started));
        break;
      case State::waiting: ++status_.waiting; break;
      case State::failed: ++status_.failed; break;
    }
    estimates_.push_back(step.seconds);
    status_.steps.push_back(std::move(task));
  }

  void tell_job(StepStatus& task, const TaskStates::Task& known, std::optional<std::uint32_t> group) const {
    task.job = known.job;
    if (!known.job.empty()) {
      task.log = logs_ / log_name(known.submission->label, known.job.substr(0, known.job.find('_')), group);
    }
    if (known.queued == nullptr) return;
    task.node = known.queued->node;
    task.slurm_state = known.queued->state;
    task.reason = known.queued->reason;
  }

  State state_of(const PlannedStep& step, std::optional<std::uint32_t> group, StepStatus& task,
                 const TaskStates::Task* known) {
    if (findings_.is_done(step, group, task.id)) return State::done;
    if (known == nullptr) {
      task.reason = step.done ? "its output was deleted" : "not submitted";
      return State::failed;
    }
    if (known->queued == nullptr) {
      task.reason = "not in the queue any more";
      return fail(task);
    }
    switch (known->queued->phase) {
      case Phase::waiting: return State::waiting;
      // The steps of one job are made one after the other.
      case Phase::running: return begun_.insert(known->job).second ? State::running : State::waiting;
      case Phase::completed:
        if (step.kind == StepId::Kind::manifest) return State::done;
        task.reason = "its output was deleted";
        return State::failed;
      case Phase::failed: break;
    }
    if (known->queued->exit_status != 0) {
      task.reason += fmt::format("{}exit status {}", task.reason.empty() ? "" : ", ", known->queued->exit_status);
    }
    return fail(task);
  }

  /// The log tells of the first step of its job that failed; the others were not tried.
  State fail(StepStatus& task) {
    if (!task.job.empty() && begun_.insert(task.job).second) task.error = last_error_line(task.log);
    return State::failed;
  }

  /// Work is shared by what runs now, but no step begins before those that it depends on.
  void estimate(const SubmittedPlan& plan) {
    if (status_.running == 0 || status_.failed != 0) return;
    const double pace = measured_ > 0 && estimated_ > 0 ? measured_ / estimated_ : 1;
    std::map<std::string, double> finished;
    double work = 0;
    double latest = 0;
    std::size_t at = 0;
    for (const PlannedStep& step : plan.steps) {
      double longest = 0;
      for (std::uint32_t group = 0; group < std::max(1U, step.groups); ++group, ++at) {
        const double left = seconds_left(at, pace);
        work += left;
        longest = std::max(longest, left);
      }
      double begins = 0;
      for (const std::string& dependency : step.dependencies) begins = std::max(begins, finished[dependency]);
      finished[step.id] = begins + longest;
      latest = std::max(latest, begins + longest);
    }
    status_.eta_seconds = std::max(latest, work / static_cast<double>(status_.running));
  }

  double seconds_left(std::size_t at, double pace) const {
    const StepStatus& task = status_.steps[at];
    if (task.state == State::done) return 0;
    const double whole = pace * estimates_[at];
    return task.state == State::running ? std::max(0.0, whole - task.seconds) : whole;
  }

  fs::path logs_;
  Findings findings_;
  const TaskStates& states_;
  std::int64_t now_;
  std::set<std::string> begun_;  ///< jobs whose first unfinished step was seen
  double measured_ = 0;
  double estimated_ = 0;
  std::vector<double> estimates_;  ///< as planned, of each element of status_.steps
  BuildStatus status_;
};

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

bool tells_of_error(const std::string& line) {
  return line.starts_with("lunette") || line.find("error:") != std::string::npos ||
         line.find(" Killed ") != std::string::npos;
}

}  // namespace

BuildStatus build_status(const fs::path& directory, const Ruleset& rules, const SubmittedPlan& plan,
                         const std::vector<Submission>& submissions, const std::vector<QueuedJob>& queue,
                         std::int64_t now) {
  const TaskStates states(submissions, queue);
  return Review(directory, rules, plan, states, now).take();
}

std::string_view to_string(State state) noexcept {
  switch (state) {
    case State::done: return "done";
    case State::running: return "running";
    case State::waiting: return "waiting";
    case State::failed: return "failed";
  }
  return "";
}

Json build_status_json(const Ruleset& rules, const fs::path& directory, const BuildStatus& status) {
  Json object;
  object["rules"] = rules.name;
  object["tables"] = directory.string();
  Json& steps = object["steps"] = Json::array();
  for (const StepStatus& step : status.steps) {
    Json entry;
    entry["id"] = step.id;
    entry["state"] = to_string(step.state);
    entry["job"] = text_or_null(step.job);
    entry["node"] = text_or_null(step.node);
    entry["slurm_state"] = text_or_null(step.slurm_state);
    entry["reason"] = text_or_null(step.reason);
    entry["error"] = text_or_null(step.error);
    entry["log"] = text_or_null(step.log.string());
    entry["seconds"] = seconds_json(step.seconds);
    steps.push_back(std::move(entry));
  }
  object["done"] = status.done;
  object["running"] = status.running;
  object["waiting"] = status.waiting;
  object["failed"] = status.failed;
  object["eta_seconds"] = status.eta_seconds ? seconds_json(*status.eta_seconds) : Json(nullptr);
  return object;
}

std::string last_error_line(const fs::path& log) {
  std::ifstream file(log, std::ios::binary);
  constexpr std::streamoff tail = 1 << 16;
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - tail));
  std::string error;
  for (std::string line; std::getline(file, line);) {
    if (tells_of_error(line)) error = line;
  }
  return error;
}

}  // namespace lunette::cluster
