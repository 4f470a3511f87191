#pragma once

#include <filesystem>

#include "lunette/gen/steps.hpp"

namespace lunette::gen {

/// Keeps what a finished step took.
Result<void> write_step_record(const std::filesystem::path& directory, const StepId& id, int threads,
                               const StepReport& report);

}  // namespace lunette::gen
