#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lunette/gen/steps.hpp"
#include "lunette/rules/result.hpp"

namespace lunette::cluster {

/// One job as it was given to Slurm, kept in DIR/<ruleset>/.steps/submitted/<token>.json: first without the number that
/// Slurm gives it, then with it, so that a job is known by its comment even if `lunette submit` dies in between.
struct Submission {
  std::string token;
  std::string label;                  ///< the job's name
  std::string job;                    ///< Slurm's number; empty if it is not known
  std::string submitted;              ///< UTC, as 2026-11-30T21:05:10Z
  std::vector<std::string> steps;     ///< ids
  std::vector<std::uint32_t> groups;  ///< of an array: the tasks, groups of its one step
};

/// What was planned when jobs were last submitted: .steps/submitted/plan.json, as `lunette plan --all --json` prints
/// it.
struct PlannedStep {
  std::string id;
  StepId::Kind kind = StepId::Kind::tables;
  std::string material;  ///< empty for a manifest
  std::vector<std::string> outputs;
  std::vector<std::string> dependencies;
  bool done = false;
  std::uint32_t groups = 1;
  double seconds = 0;  ///< estimate, of one group
};
struct SubmittedPlan {
  std::string submitted;
  std::vector<PlannedStep> steps;
};

/// Errors of these: io_error.
Result<void> write_submission(const std::filesystem::path& directory, const Ruleset& rules,
                              const Submission& submission);
/// For a job that Slurm did not take.
void forget_submission(const std::filesystem::path& directory, const Ruleset& rules, const Submission& submission);
/// In the order in which they were submitted. What is none of ours is passed over.
Result<std::vector<Submission>> read_submissions(const std::filesystem::path& directory, const Ruleset& rules);
Result<void> write_submitted_plan(const std::filesystem::path& directory, const Ruleset& rules, const StepPlan& plan);
/// Errors also: bad_argument where nothing was submitted, corrupt_file.
Result<SubmittedPlan> read_submitted_plan(const std::filesystem::path& directory, const Ruleset& rules);

/// A token that no other submission has.
std::string new_token();

/// Now, as 2026-11-30T21:05:10Z.
std::string time_now();

}  // namespace lunette::cluster
