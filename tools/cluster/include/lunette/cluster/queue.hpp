#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/result.hpp"

namespace lunette::cluster {

/// A job, or one task of an array, as Slurm knows it.
struct QueuedJob {
  enum class Phase : std::uint8_t {
    waiting,
    running,
    completed,
    failed  ///< also one that waits for what will not come
  };
  Phase phase = Phase::waiting;
  std::string job;                    ///< the array's, of a task of one
  std::optional<std::uint32_t> task;  ///< of an array
  std::string name;
  std::string comment;
  std::string state;   ///< Slurm's word, such as "PENDING" or "OUT_OF_MEMORY"
  std::string reason;  ///< Slurm's word, such as "Resources" or "NonZeroExitCode"; empty for "None"
  std::string node;
  int exit_status = 0;
  std::int64_t started = 0;  ///< seconds since 1970; of what runs

  bool is_active() const noexcept { return phase == Phase::waiting || phase == Phase::running; }
};

/// Reads what `squeue --json` prints, of Slurm 21.08 and later. Tasks of an array that wait are one job there; here
/// each is one. Errors: io_error.
Result<std::vector<QueuedJob>> read_queue(std::string_view json);

/// Asks Slurm for this user's jobs, the finished ones that it still knows included. Errors: io_error, such as "squeue:
/// not found in PATH".
Result<std::vector<QueuedJob>> ask_queue();

}  // namespace lunette::cluster
