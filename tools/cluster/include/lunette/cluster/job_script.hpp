#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/cluster/jobs.hpp"
#include "lunette/gen/steps.hpp"

namespace lunette::cluster {

/// Where jobs run and what the user wants of them.
struct Site {
  std::filesystem::path program;    ///< lunette: absolute, the same on all nodes
  std::filesystem::path directory;  ///< of the tables: absolute, the same on all nodes
  const Ruleset* rules = nullptr;
  std::string partition;  ///< these are empty where the cluster's default will do
  std::string account;
  std::string qos;
  std::string time;
  std::vector<std::string> sbatch;  ///< further arguments of sbatch, after all others
};

/// DIR/<ruleset>/.steps and its folders.
std::filesystem::path steps_directory(const std::filesystem::path& directory, const Ruleset& rules);
std::filesystem::path logs_directory(const std::filesystem::path& directory, const Ruleset& rules);

/// The job's log in logs_directory(). `job` is the array's, of a task of one.
std::string log_name(std::string_view label, std::string_view job, std::optional<std::uint32_t> task);

/// The arguments of sbatch without those that say what the job waits for. `token` tells this submission from others.
std::vector<std::string> sbatch_arguments(const StepPlan& plan, const Job& job, const Site& site,
                                          const std::string& token);

/// "--dependency=afterok:17:18_3" and what is to happen if it fails; nothing for a job that waits for none.
std::vector<std::string> dependency_arguments(const std::vector<std::string>& jobs);

/// The text of the script, for bash. It runs `lunette step`, hands SIGTERM on, tells in the log when, where and how it
/// ran, and has the job requeued where the program asks for it (exit status 75) or was killed.
std::string job_script(const StepPlan& plan, const Job& job, const Site& site);

/// The text as one word of a shell.
std::string shell_quoted(std::string_view text);

}  // namespace lunette::cluster
