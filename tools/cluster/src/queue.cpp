#include "lunette/cluster/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lunette/report/json.hpp"
#include "process.hpp"

namespace lunette::cluster {
namespace {

using Phase = QueuedJob::Phase;

const Json& member(const Json& object, const char* name) {
  static const Json none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

/// A number: plain, or since 23.02 {"set","infinite","number"}.
std::optional<std::int64_t> number(const Json& value) {
  if (value.is_number()) return value.get<std::int64_t>();
  if (!value.is_object() || !member(value, "number").is_number()) return std::nullopt;
  if (member(value, "set") == false || member(value, "infinite") == true) return std::nullopt;
  return member(value, "number").get<std::int64_t>();
}

std::string text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : "";
}

/// The states: one word, or since 23.02 a list of the state and what is on its way ("COMPLETED", "COMPLETING").
std::vector<std::string> states_of(const Json& value) {
  if (!value.is_array()) return {text(value)};
  std::vector<std::string> states;
  for (const Json& state : value) states.push_back(text(state));
  return states.empty() ? std::vector<std::string>{""} : states;
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Phase phase_of(const std::vector<std::string>& states, std::string_view reason) {
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(states.begin(), states.end(), [&](const std::string& state) { return one_of(state, words); });
  };
  if (any({"REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT"})) return Phase::waiting;
  // How it ends is not known before it has.
  if (any({"COMPLETING", "CONFIGURING", "RUNNING", "SUSPENDED", "STOPPED", "SIGNALING", "RESIZING", "STAGE_OUT"})) {
    return Phase::running;
  }
  if (any({"PENDING"})) return reason == "DependencyNeverSatisfied" ? Phase::failed : Phase::waiting;
  return any({"COMPLETED"}) ? Phase::completed : Phase::failed;
}

/// Slurm's raw status of a process, or since 23.02 {"status","return_code"}.
int exit_status_of(const Json& value) {
  if (value.is_number()) return (value.get<int>() >> 8) & 0xFF;
  if (!value.is_object()) return 0;
  return static_cast<int>(number(member(value, "return_code")).value_or(0));
}

/// "1-4,7,10-20:5%3", each number once. What is none ends it: Slurm shortens long lists.
std::vector<std::uint32_t> task_numbers(std::string_view list) {
  std::vector<std::uint32_t> numbers;
  const char* at = list.data();
  const char* const end = at + list.size();
  const auto read = [&](std::uint32_t& value) {
    const auto [next, error] = std::from_chars(at, end, value);
    at = next;
    return error == std::errc{};
  };
  const auto skip = [&](char c) { return at != end && *at == c ? (++at, true) : false; };
  constexpr std::uint32_t most_tasks = 1'000'000;  // Slurm's own limit is below 4 million
  do {
    std::uint32_t first = 0;
    if (!read(first)) break;
    std::uint32_t last = first;
    std::uint32_t step = 1;
    if (skip('-') && !read(last)) break;
    if (skip(':') && (!read(step) || step == 0)) break;
    for (std::uint64_t task = first; task <= last && numbers.size() < most_tasks; task += step) {
      numbers.push_back(static_cast<std::uint32_t>(task));
    }
  } while (skip(','));
  return numbers;
}

void add_jobs(const Json& entry, std::vector<QueuedJob>& jobs) {
  const std::optional<std::int64_t> id = number(member(entry, "job_id"));
  if (!id) return;
  QueuedJob job;
  const std::vector<std::string> states = states_of(member(entry, "job_state"));
  job.state = states.front();
  job.reason = text(member(entry, "state_reason"));
  if (job.reason == "None") job.reason.clear();
  job.phase = phase_of(states, job.reason);
  job.name = text(member(entry, "name"));
  job.comment = text(member(entry, "comment"));
  job.node = text(member(entry, "nodes"));
  job.exit_status = exit_status_of(member(entry, "exit_code"));
  if (job.phase == Phase::running) job.started = number(member(entry, "start_time")).value_or(0);

  const std::int64_t array = number(member(entry, "array_job_id")).value_or(0);
  job.job = std::to_string(array > 0 ? array : *id);
  const std::string list = text(member(entry, "array_task_string"));
  if (!list.empty()) {
    for (const std::uint32_t task : task_numbers(list)) {
      job.task = task;
      jobs.push_back(job);
    }
    return;
  }
  const std::optional<std::int64_t> task = number(member(entry, "array_task_id"));
  if (array > 0 && task) job.task = static_cast<std::uint32_t>(*task);
  jobs.push_back(std::move(job));
}

}  // namespace

Result<std::vector<QueuedJob>> read_queue(std::string_view json) {
  const Json document = Json::parse(json, nullptr, false);
  const Json& entries = document.is_object() ? member(document, "jobs") : document;
  if (!entries.is_array()) {
    return Error{ErrorCode::io_error, "squeue: expected JSON with a list of jobs (Slurm 21.08 or later prints it)"};
  }
  std::vector<QueuedJob> jobs;
  for (const Json& entry : entries) {
    if (entry.is_object()) add_jobs(entry, jobs);
  }
  return jobs;
}

Result<std::vector<QueuedJob>> ask_queue() {
  // Lists of tasks in full, not the first 64 characters.
  Result<std::string> json = output_of({"squeue", "--me", "-t", "all", "--json"}, {}, {"SLURM_BITSTR_LEN=0"});
  if (!json) return std::move(json).error();
  return read_queue(*json);
}

}  // namespace lunette::cluster
