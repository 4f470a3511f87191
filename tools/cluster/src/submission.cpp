#include "lunette/cluster/submission.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <system_error>

#include "lunette/cluster/job_script.hpp"
#include "lunette/cluster/plan_json.hpp"
#include "lunette/compress/table_file.hpp"

namespace lunette::cluster {
namespace {

namespace fs = std::filesystem;

fs::path folder(const fs::path& directory, const Ruleset& rules) {
  return steps_directory(directory, rules) / "submitted";
}

Result<void> write(const fs::path& path, const Json& json) {
  std::error_code failure;
  fs::create_directories(path.parent_path(), failure);
  if (failure) {
    return Error{ErrorCode::io_error,
                 fmt::format("cannot make {}: {}", path.parent_path().string(), failure.message())};
  }
  const std::string text = write_json(json) + "\n";
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  return write_file_atomically(path, bytes);
}

std::optional<Json> read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Json json = Json::parse(text, nullptr, false);
  if (!file || !json.is_object()) return std::nullopt;
  return json;
}

std::optional<Submission> submission_of(const Json& json) {
  try {
    Submission submission;
    submission.token = json.at("token").get<std::string>();
    submission.label = json.at("name").get<std::string>();
    submission.job = json.at("job").is_null() ? "" : json.at("job").get<std::string>();
    submission.submitted = json.at("submitted").get<std::string>();
    submission.steps = json.at("steps").get<std::vector<std::string>>();
    submission.groups = json.at("groups").get<std::vector<std::uint32_t>>();
    if (submission.steps.empty() || submission.token.empty()) return std::nullopt;
    return submission;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<StepId::Kind> kind_of(std::string_view text) {
  for (const auto kind : {StepId::Kind::tables, StepId::Kind::slices, StepId::Kind::merge, StepId::Kind::manifest}) {
    if (to_string(kind) == text) return kind;
  }
  return std::nullopt;
}

std::optional<SubmittedPlan> plan_of(const Json& json) {
  try {
    SubmittedPlan plan;
    plan.submitted = json.at("submitted").get<std::string>();
    for (const Json& object : json.at("steps")) {
      PlannedStep step;
      step.id = object.at("id").get<std::string>();
      const std::optional<StepId::Kind> kind = kind_of(object.at("kind").get<std::string>());
      if (!kind) return std::nullopt;
      step.kind = *kind;
      if (object.at("material").is_string()) step.material = object.at("material").get<std::string>();
      step.outputs = object.at("outputs").get<std::vector<std::string>>();
      step.dependencies = object.at("dependencies").get<std::vector<std::string>>();
      step.done = object.at("done").get<bool>();
      step.groups = object.at("groups").get<std::uint32_t>();
      step.seconds = object.at("seconds").get<double>();
      plan.steps.push_back(std::move(step));
    }
    return plan;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// Jobs are numbered in the order in which they come; those without a number were submitted last.
bool submitted_before(const Submission& a, const Submission& b) {
  if (a.submitted != b.submitted) return a.submitted < b.submitted;
  if (a.job.size() != b.job.size()) return !a.job.empty() && (b.job.empty() || a.job.size() < b.job.size());
  return a.job < b.job;
}

}  // namespace

Result<void> write_submission(const fs::path& directory, const Ruleset& rules, const Submission& submission) {
  Json json;
  json["token"] = submission.token;
  json["name"] = submission.label;
  json["job"] = submission.job.empty() ? Json(nullptr) : Json(submission.job);
  json["submitted"] = submission.submitted;
  json["steps"] = submission.steps;
  json["groups"] = submission.groups;
  return write(folder(directory, rules) / (submission.token + ".json"), json);
}

void forget_submission(const fs::path& directory, const Ruleset& rules, const Submission& submission) {
  std::error_code ignored;
  fs::remove(folder(directory, rules) / (submission.token + ".json"), ignored);
}

Result<std::vector<Submission>> read_submissions(const fs::path& directory, const Ruleset& rules) {
  std::vector<Submission> submissions;
  const fs::path path = folder(directory, rules);
  std::error_code failure;
  for (fs::directory_iterator entry(path, failure), end; !failure && entry != end; entry.increment(failure)) {
    if (entry->path().extension() != ".json") continue;
    const std::optional<Json> json = read(entry->path());
    if (auto submission = json ? submission_of(*json) : std::nullopt) submissions.push_back(std::move(*submission));
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    return Error{ErrorCode::io_error, fmt::format("cannot read {}: {}", path.string(), failure.message())};
  }
  std::sort(submissions.begin(), submissions.end(), submitted_before);
  return submissions;
}

Result<void> write_submitted_plan(const fs::path& directory, const Ruleset& rules, const StepPlan& plan) {
  Json json = step_plan_json(rules, directory, plan);
  json["submitted"] = time_now();
  return write(folder(directory, rules) / "plan.json", json);
}

Result<SubmittedPlan> read_submitted_plan(const fs::path& directory, const Ruleset& rules) {
  const fs::path path = folder(directory, rules) / "plan.json";
  std::error_code failure;
  if (!fs::exists(path, failure) && !failure) {
    return Error{ErrorCode::bad_argument, fmt::format("nothing of {} was submitted for {} (see lunette submit --help)",
                                                      rules.name, directory.string())};
  }
  const std::optional<Json> json = read(path);
  std::optional<SubmittedPlan> plan = json ? plan_of(*json) : std::nullopt;
  if (!plan) return Error{ErrorCode::corrupt_file, fmt::format("{}: not a plan, submit again", path.string())};
  return std::move(*plan);
}

std::string new_token() {
  std::random_device device;
  const std::uint64_t high = device();
  return fmt::format("{:016x}", high << 32 | device());
}

std::string time_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace lunette::cluster
