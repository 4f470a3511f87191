#pragma once

#include <vector>

#include "lunette/gen/verify.hpp"
#include "lunette/probe/tablebase.hpp"
#include "verify_files.hpp"
#include "verify_findings.hpp"
#include "verify_run.hpp"

namespace lunette::verification {

/// One class to recompute.
struct ClassPlan {
  Material material;
  std::vector<Metric> metrics;         ///< that its files hold
  std::vector<Material> needed;        ///< what it leads to
  std::vector<Metric> needed_metrics;  ///< of each of these
};

/// What `tables` need to be recomputed. Error: missing_table naming the file of a class or sub-class without which
/// nothing can be said.
Result<std::vector<ClassPlan>> plan_recomputation(const Tablebase& tablebase, const std::vector<NamedTable>& tables);

/// Recomputes the classes in order; `tables` and `files` are those of all of them. Adds to the counts of `report`.
/// A class whose values, or whose sub-classes' values, cannot be read is a finding. Error: interrupted.
Result<void> recompute(const Tablebase& tablebase, const std::vector<ClassPlan>& plans,
                       const std::vector<NamedTable>& tables, const std::vector<CheckedFile>& files,
                       VerifyReport& report, Findings& findings, Run& run);

}  // namespace lunette::verification
