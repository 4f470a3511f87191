#pragma once

#include <cstdint>
#include <filesystem>

#include "lunette/gen/builder.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::gen {

/// Appends a line to DIR/<ruleset>/build-log.jsonl: an object with the class, when and at what cost it was built, and
/// for each file written what the manifest says of it and its bits per entry. Builders that share the directory share
/// the log. Memory is the process's peak up to now; of the entries, `restored` were solved by an earlier process.
/// Errors: io_error, and those of reading the tables.
Result<void> log_class(const Ruleset& rules, const std::filesystem::path& directory, const BuildStep& step, int threads,
                       std::uint64_t restored);

}  // namespace lunette::gen
