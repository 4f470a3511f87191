#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/report/json.hpp"

namespace lunette::cluster {

/// Where one step stands, or one group of a wave.
struct StepStatus {
  enum class State : std::uint8_t { done, running, waiting, failed };
  std::string id;
  State state = State::waiting;
  std::string job;  ///< "17", "17_3" for a task of an array; this and what follows may be empty
  std::string node;
  std::string slurm_state;  ///< Slurm's word
  std::string reason;       ///< Slurm's word, or ours where Slurm does not know the job
  std::string error;        ///< of what failed: the last line of the log that tells of an error
  std::filesystem::path log;
  double seconds = 0;  ///< since it began, of what runs; as measured, of what is done; otherwise the estimate
};

struct BuildStatus {
  std::vector<StepStatus> steps;  ///< of the plan that was last submitted, in its order
  std::uint64_t done = 0;
  std::uint64_t running = 0;
  std::uint64_t waiting = 0;
  std::uint64_t failed = 0;
  /// Until all is done, if as many jobs run as do now: from the estimates, corrected by what finished steps took;
  /// absent if nothing runs, or something failed.
  std::optional<double> eta_seconds;
};

/// Compares the plan with Slurm's word and with what is in the directory. A step whose output is there is done,
/// whatever became of its job. `now`: seconds since 1970.
BuildStatus build_status(const std::filesystem::path& directory, const Ruleset& rules, const SubmittedPlan& plan,
                         const std::vector<Submission>& submissions, const std::vector<QueuedJob>& queue,
                         std::int64_t now);

/// "done", "running", "waiting" or "failed".
std::string_view to_string(StepStatus::State state) noexcept;

/// {"rules","tables","steps":[{"id","state","job","node","slurm_state","reason","error","log","seconds"}],"done","running",
/// "waiting","failed","eta_seconds"}; null for what there is not.
Json build_status_json(const Ruleset& rules, const std::filesystem::path& directory, const BuildStatus& status);

/// The last line that tells of an error, of the program or of Slurm; empty if there is none.
std::string last_error_line(const std::filesystem::path& log);

}  // namespace lunette::cluster
