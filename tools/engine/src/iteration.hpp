#pragma once

#include <functional>

#include "lunette/engine/engine.hpp"
#include "worker.hpp"

namespace lunette {

struct IterationLimits {
  int first_depth = 1;
  int last_depth = Worker::most_depth;
  /// One move, or nothing but a result that is sure: no reason to go on where a clock runs.
  bool single_move = false;
};

/// Searches deeper and deeper until the task is halted, the last depth is done, or the time for another iteration is
/// not there. `report` is told of each iteration that is completed, and of a better move found in the last one.
void deepen(Worker& worker, SearchTask& task, const IterationLimits& limits,
            const std::function<void(const SearchInfo&)>& report);

}  // namespace lunette
