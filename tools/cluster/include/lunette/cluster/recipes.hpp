#pragma once

#include <filesystem>
#include <string>

#include "lunette/gen/steps.hpp"

namespace lunette::cluster {

/// The steps of a plan that are missing, for other programs than Slurm: each is made by `lunette step`. The program and
/// the directory are absolute paths without control characters.

/// For GNU make. Targets are the ids of the steps, those of waves stand for all their groups, and `all` is the first.
/// None is a file: `lunette step` itself looks whether there is something to do.
std::string makefile_text(const StepPlan& plan, const std::filesystem::path& program,
                          const std::filesystem::path& directory);

/// For Snakemake. A finished step leaves an empty file, named by its id, in .lunette-<stamp> of Snakemake's own working
/// directory, removed when all is done. `stamp` tells one export from another, so that no file of an earlier one
/// counts.
std::string snakefile_text(const StepPlan& plan, const std::filesystem::path& program,
                           const std::filesystem::path& directory, const std::string& stamp);

}  // namespace lunette::cluster
