#pragma once

#include <cstdint>

namespace lunette::gen {

/// User and system time of all threads so far.
double cpu_seconds_of_process();

/// The most that was resident at once so far, bytes, mapped files included.
std::uint64_t peak_memory_of_process();

}  // namespace lunette::gen
