#pragma once

#include <filesystem>

#include "lunette/rules/ruleset.hpp"

namespace lunette::gen {

/// Whether DIR/<ruleset>/manifest.json is there and says what write_manifest() would write.
bool manifest_is_up_to_date(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette::gen
