#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/gen/builder.hpp"
#include "lunette/gen/progress.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// What one step of a build makes. Its text says all of it, so that a step is a command that any machine can be given:
///
///     international.KKMvK.wdl+dtc                  the tables of one class
///     international.KKMMvKM.wdl+dtc.w17x8          a wave of slices in eight groups, and
///     international.KKMMvKM.wdl+dtc.w17x8.3        the third of them, or
///     international.KKMMvKM.wdl+dtc.w24-19x1       several waves of a few slices, one after the other
///     international.KKMMvKM.wdl+dtc.merge          the tables of the class from all its slices
///     international.manifest                       the manifest of the set
///
/// A wave is the slices of one total advancement (index/indexer.hpp): the more advanced waves come first, and the
/// groups of one wave do not depend on each other. Text: letters, digits and `.+-` only.
struct StepId {
  enum class Kind : std::uint8_t { tables, slices, merge, manifest };
  const Ruleset* rules = nullptr;
  Kind kind = Kind::tables;
  Material material;            ///< canonical; not of a manifest
  std::vector<Metric> metrics;  ///< the tables written; of `slices` and `merge` without dtw. In ascending order
  int first_wave = 0;           ///< of `slices`: the most advanced one
  int last_wave = 0;
  std::uint32_t groups = 1;
  std::uint32_t group = 1;  ///< 1 to groups; 0 for all of several

  std::string text() const;
  /// Errors: bad_argument, unknown_ruleset, bad_material.
  static Result<StepId> parse(std::string_view text);
  friend bool operator==(const StepId&, const StepId&) = default;
};

/// One step of a plan, or the groups of one wave, which are alike.
struct Step {
  StepId id;  ///< of all groups where there are several
  /// Names below DIR/<ruleset>; of slices those of all groups.
  std::vector<std::string> outputs;
  std::vector<std::size_t> dependencies;      ///< positions of earlier steps in the plan: all their groups
  bool done = false;                          ///< the output is there
  std::uint32_t groups_done = 0;              ///< of the groups
  std::vector<std::uint32_t> missing_groups;  ///< those without output, where some but not all have one
  std::uint64_t entries = 0;                  ///< solved, or merged, in all groups
  std::uint64_t memory_bytes = 0;             ///< planned peak of one group
  std::uint64_t disk_bytes = 0;               ///< estimate, of all groups
  int threads = 1;                            ///< CPUs that one group is planned with
  double seconds = 0;                         ///< estimate for one group
  double cpu_seconds = 0;                     ///< estimate for one group
};

struct StepPlanOptions {
  /// What to build. `memory_bytes` and `threads` are what one step may have on one node; journal_from is StepOptions's
  /// own.
  BuildOptions build;
  /// A class that is expected to take longer, or does not fit the memory, is split into waves of groups of slices, if
  /// it has kings and men and no count starts in it: as many groups as it takes for all its waves, one after the other,
  /// to be done in about so long where there are nodes enough. Small waves stay together.
  double step_seconds = 4 * 3600;
  std::uint32_t max_groups = 1000;  ///< of one wave: Slurm's arrays have 1001 by default
  bool quick = false;               ///< believe the headers and sizes of files that are there, and read no more of them
  bool all = false;                 ///< finished steps too, otherwise only what is missing and depends on each other
};

struct StepPlan {
  std::vector<Step> steps;  ///< each after those that it depends on
  std::uint64_t entries = 0;
  std::uint64_t memory_bytes = 0;  ///< of the most demanding step
  std::uint64_t disk_bytes = 0;
  double cpu_seconds = 0;
};

/// Looks at what is in the directory and plans the rest as steps that may run on different machines, each when those it
/// depends on are done. Slices that are there keep the groups that they were made in. Nothing is written. Times are
/// those of the model (estimate_build() measures). Errors: those of plan_build(), out_of_memory if a class fits not
/// even in slices.
Result<StepPlan> plan_steps(const StepPlanOptions& options);

struct StepOptions {
  std::filesystem::path directory;
  int threads = 0;                 ///< 0: all the machine has
  std::uint64_t memory_bytes = 0;  ///< 0: half of the machine's
  /// Classes with at least so many entries keep their solved slices while they are built; groups of slices always do.
  std::uint64_t journal_from = BuildOptions().journal_from;
  ProgressSink progress;
  StopRequest stop;
};

struct StepReport {
  bool found = false;  ///< its output was there and valid: nothing was done
  std::uint64_t entries = 0;
  std::uint64_t restored_entries = 0;  ///< taken over from an earlier try that was stopped or died
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// Makes the output of one step, if it is not there and valid. Inputs are read and their checksums checked before
/// anything is solved: missing_table, corrupt_file and wrong_ruleset name the input that is missing or bad. Any number
/// of machines may run steps on one directory at once, the same step too: there are no locks; output gets a temporary
/// name of its own, is synchronised and renamed, and whoever comes later replaces it by the same bytes. A step that was
/// stopped (interrupted) or died goes on, if it is large, from the solved slices that it has kept, wherever it is run
/// again. What the finished step took is kept in DIR/<ruleset>/.steps/<id>.json. Errors also: bad_argument, io_error,
/// out_of_memory.
Result<StepReport> run_step(const StepId& id, const StepOptions& options);

/// What a finished step took, as it was kept; absent if it was not, or is none of ours.
struct StepRecord {
  std::string id;
  std::string host;
  std::string finished;  ///< UTC, as 2026-11-30T21:05:10Z
  int threads = 1;
  StepReport report;
};
std::vector<StepRecord> read_step_records(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette
