#pragma once

#include "lunette/gen/builder.hpp"
#include "lunette/rules/result.hpp"
#include "plan.hpp"

namespace lunette::gen {

/// How fast this machine builds.
struct BuildSpeed {
  double slowness = 1;  ///< CPU time, as a multiple of that of the machine the model was fitted on
  double cores = 1;     ///< CPU seconds for each second
};

/// Fills in the estimates of a planned class: seconds and CPU seconds, and the bytes of the files that are to be
/// written beside those that are there.
void estimate(const Ruleset& rules, const BuildSpeed& speed, ClassPlan& plan);

/// Builds a few small classes with the ruleset, the metrics and the threads of `options` in a directory of its own,
/// which it removes: one CPU second on the machine that the model was fitted on, three with DTW. Errors: those of
/// build().
Result<BuildSpeed> measure_speed(const BuildOptions& options, int threads);

}  // namespace lunette::gen
