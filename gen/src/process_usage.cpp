#include "process_usage.hpp"

#include <sys/resource.h>

namespace lunette::gen {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

rusage usage_of_process() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage;
}

}  // namespace

double cpu_seconds_of_process() {
  const rusage usage = usage_of_process();
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::uint64_t peak_memory_of_process() {
  return static_cast<std::uint64_t>(usage_of_process().ru_maxrss) << 10;
}

}  // namespace lunette::gen
