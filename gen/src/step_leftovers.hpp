#pragma once

#include <filesystem>

#include "lunette/rules/ruleset.hpp"

namespace lunette::gen {

/// Removes from DIR/<ruleset>/.steps what no step will want again: the slices, whole or at work, of classes whose
/// tables are there, as steps leave them that die between writing the last table and removing them, or that come late;
/// and temporary files that nobody has written to for a day.
void remove_leftovers(const std::filesystem::path& directory, const Ruleset& rules);

}  // namespace lunette::gen
