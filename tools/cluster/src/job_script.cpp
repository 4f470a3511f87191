#include "lunette/cluster/job_script.hpp"

#include <fmt/format.h>

#include <string_view>

#include "lunette/cluster/plan_json.hpp"

namespace lunette::cluster {
namespace {

/// Slurm replaces %j and others in the names of logs.
std::string escaped_pattern(const std::string& path) {
  std::string pattern;
  for (const char c : path) pattern.append(c == '%' ? 2 : 1, c);
  return pattern;
}

constexpr std::string_view script_begin = R"bash(
# SIGTERM comes a minute before the time is over, or from who wants the node: the step keeps what it has and ends with 75.
stopping=
step=
trap 'stopping=1; [ -z "$step" ] || kill -TERM "$step" 2>/dev/null' TERM

job=$SLURM_JOB_ID
name="job $job"
if [ -n "$SLURM_ARRAY_TASK_ID" ]; then
  job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
  name="job $SLURM_JOB_ID (task $SLURM_ARRAY_TASK_ID of array $SLURM_ARRAY_JOB_ID)"
  steps=("$steps.$SLURM_ARRAY_TASK_ID")
fi
restart=${SLURM_RESTART_COUNT:-0}
name="$name, restart $restart"
say() {
  printf '== %s %s on %s: %s%s\n' "$1" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "${SLURMD_NODENAME:-$(hostname)}" "$name" "$2"
}

say began
printf '== step %s\n' "${steps[@]}"
)bash";

constexpr std::string_view script_end = R"bash(step=$!
[ -z "$stopping" ] || kill -TERM "$step" 2>/dev/null
stopping=
wait "$step"
status=$?
# A signal ends the wait too early; 127 says that there is nothing left to wait for.
while [ -n "$stopping" ]; do
  stopping=
  wait "$step"
  again=$?
  [ "$again" -eq 127 ] || status=$again
done
say ended ", exit status $status after $SECONDS s"

# True where the cluster requeues jobs that end with this status by itself.
requeued_by_exit() {
  local first last
  while IFS=- read -r first last; do
    [ "$1" -ge "${first:-256}" ] 2>/dev/null && [ "$1" -le "${last:-$first}" ] && return 0
  done < <(scontrol show config 2>/dev/null | sed -n 's/^RequeueExit *= *//p' | tr ',' '\n')
  return 1
}

most=-1
[ "$status" -ne 75 ] || most=100
case $status in
135 | 137) most=5 ;; # a mapped page that the file system did not bring; killed, maybe for the memory that it took
esac
# A job that was cancelled, or is being requeued by Slurm itself, is left alone.
if [ "$restart" -lt "$most" ] && [ "$(squeue -h -j "$job" -o %T 2>/dev/null)" = RUNNING ] &&
  ! requeued_by_exit "$status"; then
  say requeued
  scontrol requeue "$job" && sleep 60 # in which Slurm ends this script
fi
exit "$status"
)bash";

}  // namespace

std::filesystem::path steps_directory(const std::filesystem::path& directory, const Ruleset& rules) {
  return directory / rules.name / ".steps";
}

std::filesystem::path logs_directory(const std::filesystem::path& directory, const Ruleset& rules) {
  return steps_directory(directory, rules) / "logs";
}

std::string log_name(std::string_view label, std::string_view job, std::optional<std::uint32_t> task) {
  return task ? fmt::format("{}.{}.{}.log", label, *task, job) : fmt::format("{}.{}.log", label, job);
}

std::vector<std::string> sbatch_arguments(const StepPlan& plan, const Job& job, const Site& site,
                                          const std::string& token) {
  const std::string label = job_label(plan, job);
  const std::string logs = escaped_pattern(logs_directory(site.directory, *site.rules).string());
  const std::string log =
      job.is_array() ? fmt::format("{}/{}.%a.%A.log", logs, label) : fmt::format("{}/{}.%j.log", logs, label);
  std::vector<std::string> arguments{"--parsable",
                                     "--job-name=" + label,
                                     fmt::format("--comment=lunette:{} {}", token, site.directory.string()),
                                     "--nodes=1",
                                     "--ntasks=1",
                                     fmt::format("--cpus-per-task={}", job.threads),
                                     fmt::format("--mem={}M", memory_to_ask(job.memory_bytes, job.input_bytes)),
                                     "--requeue",
                                     "--open-mode=append",
                                     "--signal=B:TERM@60",
                                     "--output=" + log,
                                     "--error=" + log};
  if (job.is_array()) arguments.push_back("--array=" + number_ranges(job.groups));
  if (!site.partition.empty()) arguments.push_back("--partition=" + site.partition);
  if (!site.account.empty()) arguments.push_back("--account=" + site.account);
  if (!site.qos.empty()) arguments.push_back("--qos=" + site.qos);
  if (!site.time.empty()) arguments.push_back("--time=" + site.time);
  arguments.insert(arguments.end(), site.sbatch.begin(), site.sbatch.end());
  return arguments;
}

std::vector<std::string> dependency_arguments(const std::vector<std::string>& jobs) {
  if (jobs.empty()) return {};
  std::string list = "--dependency=afterok";
  for (const std::string& job : jobs) list += ":" + job;
  return {list, "--kill-on-invalid-dep=yes"};
}

std::string job_script(const StepPlan& plan, const Job& job, const Site& site) {
  std::string script = "#!/bin/bash\n# Made by lunette submit.\nsteps=(";
  for (const std::size_t step : job.steps) {
    if (step != job.steps.front()) script += "\n  ";
    script += plan.steps[step].id.text();
  }
  script += ")\n";
  script += script_begin;
  script += fmt::format("{} step \"${{steps[@]}}\" --tables {} --threads {} --memory {} &\n",
                        shell_quoted(site.program.string()), shell_quoted(site.directory.string()), job.threads,
                        job.memory_bytes);
  return script.append(script_end);
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace lunette::cluster
