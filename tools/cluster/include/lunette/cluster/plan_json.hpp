#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/gen/steps.hpp"
#include "lunette/report/json.hpp"

namespace lunette::cluster {

/// {"rules","tables","steps":[{"id","kind","material","metrics","outputs","dependencies":[ids],"done","groups",
/// "groups_done","entries","memory_bytes","disk_bytes","cpus","seconds","cpu_seconds"}],"entries","memory_bytes",
/// "disk_bytes","cpu_seconds"}. `material` of a manifest is null.
Json step_plan_json(const Ruleset& rules, const std::filesystem::path& directory, const StepPlan& plan);

/// "tables", "slices", "merge" or "manifest".
std::string_view to_string(StepId::Kind kind) noexcept;

/// True for a wave whose groups are made one by one, as "id.3".
bool has_groups(const Step& step) noexcept;

/// The groups of a wave that are to be made; empty for any other step.
std::vector<std::uint32_t> groups_to_make(const Step& step);

/// "international.KKMMvKM.wdl+dtc.w17x8.3"
std::string group_text(std::string_view step, std::uint32_t group);

}  // namespace lunette::cluster
