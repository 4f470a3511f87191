#include "lunette/cluster/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "lunette/cluster/plan_json.hpp"

namespace lunette::cluster {
namespace {

/// A set of jobs by their places. A plan has thousands of them.
class Places {
 public:
  explicit Places(std::size_t size) : words_((size + 63) / 64) {}

  bool has(std::size_t place) const { return (words_[place / 64] >> (place % 64) & 1) != 0; }
  void insert(std::size_t place) { words_[place / 64] |= std::uint64_t{1} << (place % 64); }
  void erase(std::size_t place) { words_[place / 64] &= ~(std::uint64_t{1} << (place % 64)); }
  void insert(const Places& others) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
  }
  friend bool operator==(const Places&, const Places&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

/// What a job waits for.
struct Waits {
  explicit Waits(std::size_t size) : all(size) {}

  std::set<std::size_t> direct;
  Places all;  ///< those that these wait for too
  std::set<std::string> queued;
  std::set<std::string> all_queued;
};

/// Jobs in the making. A job has a later place than those it waits for, also indirectly, from the moment it is begun;
/// steps that join it later wait for nothing else: so there is no circle.
class Grouping {
 public:
  Grouping(const StepPlan& plan, const std::vector<StepInQueue>& queued, double batch_seconds)
      : plan_(plan), queued_(queued), batch_seconds_(batch_seconds), job_of_(plan.steps.size()) {}

  void place(std::size_t position) {
    const Step& step = plan_.steps[position];
    if (step.done || queue_of(position).whole) return;
    const Waits waits = waits_of(step);
    std::optional<std::size_t> job;
    if (!has_groups(step)) job = batch_for(step, waits);
    if (!job) job = begin(waits);
    join(*job, position);
  }

  std::vector<Job> finish() && { return std::move(jobs_); }

 private:
  StepInQueue queue_of(std::size_t position) const { return queued_.empty() ? StepInQueue{} : queued_[position]; }

  Waits waits_of(const Step& step) const {
    Waits waits(plan_.steps.size());
    for (const std::size_t dependency : step.dependencies) {
      for (const std::string& job : queue_of(dependency).jobs) waits.queued.insert(job);
      const std::optional<std::size_t> job = job_of_[dependency];
      if (!job || !waits.direct.insert(*job).second) continue;
      waits.all.insert(*job);
      waits.all.insert(waits_[*job].all);
      waits.all_queued.insert(waits_[*job].all_queued.begin(), waits_[*job].all_queued.end());
    }
    waits.all_queued.insert(waits.queued.begin(), waits.queued.end());
    return waits;
  }

  /// A job that waits for what the step waits for, but for itself, and has time left for it.
  std::optional<std::size_t> batch_for(const Step& step, const Waits& waits) const {
    if (batch_seconds_ <= 0) return std::nullopt;
    for (std::size_t job = jobs_.size(); job-- > 0;) {
      if (jobs_[job].is_array() || jobs_[job].seconds + step.seconds > batch_seconds_) continue;
      Places others = waits.all;
      others.erase(job);
      if (others == waits_[job].all && waits.all_queued == waits_[job].all_queued) return job;
    }
    return std::nullopt;
  }

  std::size_t begin(const Waits& waits) {
    Job job;
    for (const std::size_t earlier : waits.direct) {
      const bool implied = std::any_of(waits.direct.begin(), waits.direct.end(),
                                       [&](std::size_t other) { return waits_[other].all.has(earlier); });
      if (!implied) job.after.push_back(earlier);
    }
    job.after_queued.assign(waits.queued.begin(), waits.queued.end());
    jobs_.push_back(std::move(job));
    waits_.push_back(waits);
    return jobs_.size() - 1;
  }

  void join(std::size_t place, std::size_t position) {
    const Step& step = plan_.steps[position];
    Job& job = jobs_[place];
    const std::vector<std::uint32_t> missing = groups_to_make(step);
    const StepInQueue in_queue = queue_of(position);
    std::set_difference(missing.begin(), missing.end(), in_queue.groups.begin(), in_queue.groups.end(),
                        std::back_inserter(job.groups));
    job.steps.push_back(position);
    job.threads = std::max(job.threads, step.threads);
    job.memory_bytes = std::max(job.memory_bytes, step.memory_bytes);
    job.input_bytes = std::max(job.input_bytes, input_bytes(plan_, step));
    job.seconds += step.seconds;
    job_of_[position] = place;
  }

  const StepPlan& plan_;
  const std::vector<StepInQueue>& queued_;
  double batch_seconds_;
  std::vector<std::optional<std::size_t>> job_of_;  ///< of each step
  std::vector<Job> jobs_;
  std::vector<Waits> waits_;  ///< of each job
};

}  // namespace

std::vector<Job> group_into_jobs(const StepPlan& plan, const std::vector<StepInQueue>& queued, double batch_seconds) {
  Grouping grouping(plan, queued, batch_seconds);
  for (std::size_t position = 0; position < plan.steps.size(); ++position) grouping.place(position);
  return std::move(grouping).finish();
}

std::string job_label(const StepPlan& plan, const Job& job) {
  const std::string first = plan.steps[job.steps.front()].id.text();
  return job.steps.size() == 1 ? first : fmt::format("{}+{}", first, job.steps.size() - 1);
}

std::uint64_t input_bytes(const StepPlan& plan, const Step& step) {
  std::uint64_t bytes = 0;
  // The manifest's step reads headers alone.
  if (step.id.kind == StepId::Kind::manifest) return bytes;
  for (const std::size_t dependency : step.dependencies) {
    const Step& input = plan.steps[dependency];
    if (input.id.kind != StepId::Kind::slices) bytes = std::max(bytes, input.disk_bytes);
  }
  return bytes;
}

std::uint64_t memory_to_ask(std::uint64_t peak_bytes, std::uint64_t read_bytes) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  const std::uint64_t bytes = peak_bytes + peak_bytes / 5 + read_bytes;
  return 64 + (bytes + mebibyte - 1) / mebibyte;
}

std::string number_ranges(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[first]);
    if (last > first) text += fmt::format("-{}", numbers[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace lunette::cluster
