#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstdint>
#include <limits>
#include <mutex>
#include <thread>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// Calls work(block) -> Result<void> for the blocks [first, last), from several threads. The error of the lowest block
/// that failed is returned; blocks above it may not be worked on.
template <class Work>
Result<void> for_each_block(std::uint64_t first, std::uint64_t last, const Work& work) {
  std::mutex mutex;
  std::uint64_t failed = std::numeric_limits<std::uint64_t>::max();
  Result<void> result;
  tbb::parallel_for(first, last, [&](std::uint64_t block) {
    {
      const std::lock_guard lock(mutex);
      if (block > failed) return;
    }
    Result<void> done = work(block);
    if (done) return;
    const std::lock_guard lock(mutex);
    if (block > failed) return;
    failed = block;
    result = std::move(done);
  });
  return result;
}

template <class Work>
Result<void> for_each_block(std::uint64_t blocks, const Work& work) {
  return for_each_block(std::uint64_t{0}, blocks, work);
}

/// Runs work() with so many threads and returns what it returns.
template <class Work>
auto with_threads(const ScanOptions& options, const Work& work) {
  const int threads = options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute(work);
}

}  // namespace lunette
