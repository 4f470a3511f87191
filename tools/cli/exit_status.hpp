#pragma once

namespace lunette::cli {

/// Exit statuses of the contract (design.md, "Command line"). A run stopped by a signal ends with 128 + its number,
/// but a step of a build with 75 (EX_TEMPFAIL of sysexits.h): what started it is to start it again.
enum class ExitStatus : int { success = 0, no = 1, failure = 2, again = 75, interrupted = 130, terminated = 143 };

}  // namespace lunette::cli
