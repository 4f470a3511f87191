#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lunette/gen/steps.hpp"

namespace lunette::cluster {

/// What of a step is in the queue already.
struct StepInQueue {
  bool whole = false;                 ///< the step, or of a wave every group that is missing
  std::vector<std::uint32_t> groups;  ///< of a wave, ascending
  std::vector<std::string> jobs;      ///< to wait for: "17", or "17_3" for one task of an array
};

/// Steps that one Slurm job makes one after the other, or an array of jobs that makes groups of one wave.
struct Job {
  std::vector<std::size_t> steps;         ///< positions in the plan, ascending
  std::vector<std::uint32_t> groups;      ///< of an array: one task each; its number is the group's
  std::vector<std::size_t> after;         ///< positions of earlier jobs, without those that these wait for themselves
  std::vector<std::string> after_queued;  ///< jobs that are in the queue already
  int threads = 1;
  std::uint64_t memory_bytes = 0;  ///< planned peak of the program
  std::uint64_t input_bytes = 0;   ///< input_bytes() of the most demanding step
  double seconds = 0;              ///< estimate, of one task

  bool is_array() const noexcept { return !groups.empty(); }
};

/// Makes jobs of what is neither done nor in the queue. A wave in groups is an array of its own. Of the other steps
/// those that wait for the same jobs and each other share one, as long as they take no more than `batch_seconds` in
/// all: so no step waits for more than it needs, but for tiny ones. Every job is after those that it depends on.
/// `queued` has one element for each step of the plan, or none.
std::vector<Job> group_into_jobs(const StepPlan& plan, const std::vector<StepInQueue>& queued, double batch_seconds);

/// "international.KKvK.wdl+dtc", of several steps "international.KKvK.wdl+dtc+7".
std::string job_label(const StepPlan& plan, const Job& job);

/// Estimate of the files that a step has mapped at once: tables are decoded one after the other, slices are not mapped.
/// Only of a plan with its finished steps.
std::uint64_t input_bytes(const StepPlan& plan, const Step& step);

/// MiB to ask of a scheduler for a program with that planned peak. Slurm counts mapped files too, and the script.
std::uint64_t memory_to_ask(std::uint64_t peak_bytes, std::uint64_t read_bytes);

/// Numbers as Slurm takes and writes them: "1-4,7,9-10". Ascending.
std::string number_ranges(const std::vector<std::uint32_t>& numbers);

}  // namespace lunette::cluster
