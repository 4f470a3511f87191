#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/gen/progress.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

struct BuildOptions {
  const Ruleset* rules = nullptr;
  std::filesystem::path directory;
  int pieces = 0;                                         ///< all classes up to this many, or
  std::vector<Material> materials;                        ///< these and what they need
  int max_side = max_table_pieces;                        ///< at most so many pieces a side
  std::vector<Metric> metrics{Metric::wdl, Metric::dtc};  ///< wdl is always built; DTW of counted material too
  int threads = 0;                                        ///< 0: all the machine has
  std::uint64_t memory_bytes = 0;                         ///< 0: half of the machine's
  /// Classes with at least so many entries keep their solved slices on disk while they are built, so that a build that
  /// dies in one goes on inside of it. Classes without kings or without men do not.
  std::uint64_t journal_from = 100'000'000;
  ProgressSink progress;
  StopRequest stop;  ///< asked while planning too
};

/// One class of a build, as planned and as done.
struct BuildStep {
  Material material;
  std::vector<Metric> metrics;     ///< files to write; empty if all are there and valid
  std::uint64_t entries = 0;       ///< of all stored sides
  std::uint64_t memory_bytes = 0;  ///< planned peak while solving it, sub-tables included
  std::uint64_t disk_bytes = 0;    ///< estimate, or as written
  double seconds = 0;              ///< estimate, or as measured
  double cpu_seconds = 0;          ///< estimate, or as measured: user and system, of all threads
};

struct BuildPlan {
  std::vector<BuildStep> steps;    ///< in solving order, finished ones included
  std::uint64_t entries = 0;       ///< of the steps that have something to do
  std::uint64_t memory_bytes = 0;  ///< of the most demanding step
  std::uint64_t disk_bytes = 0;
  double seconds = 0;
  double cpu_seconds = 0;
  bool is_measured = false;  ///< an estimate of times that rests on a measurement of this machine
};

/// Looks at what is in the directory and plans the rest. Every file that is there is read once and its checksums are
/// checked: a finished one is skipped untouched. Nothing is written. Errors: bad_argument, io_error, interrupted, and
/// for a file of another ruleset, count limit, table or format version, which is never replaced: wrong_ruleset,
/// corrupt_file, unknown_version.
Result<BuildPlan> plan_build(const BuildOptions& options);

/// As plan_build(), with times for this machine as it is now, if the build will take more than a few seconds: a few
/// small classes with these metrics and threads are built in a temporary directory, which takes seconds too. Over a
/// whole set, times and bytes are meant to be within a quarter of what the build takes. Without room or right for that
/// the times are those of plan_build(), from the machine that its model was fitted on.
Result<BuildPlan> estimate_build(const BuildOptions& options);

/// Plans, refuses with out_of_memory if a step does not fit (the bytes needed in the message), solves what is missing
/// in order, writes each table atomically, then the manifest. A damaged or foreign file of ours is reported, not
/// overwritten silently: a file whose checksum fails is rebuilt (the event says so). Stopping or dying loses at most
/// the class at work, of a large one (journal_from) a few MiB for each thread, unless the disk has room for its tables
/// only without what was kept. What the build log cannot take is told and no fault. Several builders of one directory
/// share its classes. The temporary files of builders that died on this machine are removed. The bytes do not depend on
/// threads or memory. Errors: those of plan_build, out_of_memory, interrupted, io_error.
Result<BuildPlan> build(const BuildOptions& options);

/// Rewrites DIR/<ruleset>/manifest.json from the table files that are there.
Result<void> write_manifest(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette
