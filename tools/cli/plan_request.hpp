#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

#include "lunette/gen/steps.hpp"
#include "lunette/rules/result.hpp"

namespace lunette::cli {

/// What `plan` and `submit` are asked: what to build, on what machines, in what pieces.
class PlanRequest {
 public:
  void declare(CLI::App& parser);

  StepPlanOptions& options() { return options_; }
  const StepPlanOptions& options() const { return options_; }
  const Ruleset& rules() const { return *options_.build.rules; }

  /// Plans, with the directory made absolute first, as other machines will read it. A signal to stop ends it with
  /// ErrorCode::interrupted.
  Result<StepPlan> plan();

 private:
  StepPlanOptions options_;
};

/// Absolute and without dots; bad_argument if it holds control characters, which neither shells nor make would take.
Result<std::filesystem::path> absolute_path(const std::filesystem::path& path);

/// The file that this program was started from.
Result<std::filesystem::path> own_program();

}  // namespace lunette::cli
