#pragma once

#include <cstdint>

#include "lunette/gen/verify.hpp"
#include "lunette/probe/tablebase.hpp"
#include "verify_findings.hpp"
#include "verify_run.hpp"
#include "verify_values.hpp"

namespace lunette::verification {

/// How much of a class was looked at.
struct ClassTally {
  std::uint64_t entries = 0;  ///< recomputed, all metrics
  std::uint64_t probed = 0;   ///< also asked through Tablebase::probe
};

/// Recomputes every entry of every loaded metric of one class, and asks the sample of rules.md's user through
/// `tablebase`. Everything that the class leads to must be in `loaded`. Findings by metric, then side, then index.
/// Error: interrupted.
Result<ClassTally> recompute_class(const Tablebase& tablebase, const ClassValues& own, const LoadedClasses& loaded,
                                   Findings& findings, Run& run);

}  // namespace lunette::verification
