#include "iteration.hpp"

#include <algorithm>
#include <cstdlib>

namespace lunette {
namespace {

/// Searches with a small window about what the last iteration has found, and a wider one where that fails.
Score search_about(Worker& worker, const SearchTask& task, int depth, Score expected) {
  constexpr int first_with_window = 4;
  if (depth < first_with_window || is_sure(expected)) return worker.search_root(depth, -beyond_all, beyond_all);
  for (Score margin = 25;; margin *= 4) {
    const Score alpha = margin > 1000 ? -beyond_all : expected - margin;
    const Score beta = margin > 1000 ? beyond_all : expected + margin;
    const Score score = worker.search_root(depth, alpha, beta);
    if (task.control->halted() || (score > alpha && score < beta)) return score;
  }
}

/// True if no deeper search can find a quicker end.
bool is_final(Score score, int depth) {
  return std::abs(score) > won_table && won_game - std::abs(score) <= depth;
}

bool may_go_on(const SearchTask& task, const IterationLimits& limits, Score score, int depth) {
  if (!task.budget || task.control->pondering()) return true;
  constexpr int enough_for_one_move = 4;
  if (limits.single_move && depth >= enough_for_one_move) return false;
  return !is_final(score, depth) && task.control->seconds() < task.budget->target;
}

SearchInfo info_of(const Worker& worker, const SearchTask& task, int depth, Score score) {
  SearchInfo info;
  info.depth = depth;
  info.score = score;
  info.nodes = task.nodes.load(std::memory_order_relaxed);
  info.seconds = task.control->searched_seconds();
  info.line = worker.best_line();
  return info;
}

}  // namespace

void deepen(Worker& worker, SearchTask& task, const IterationLimits& limits,
            const std::function<void(const SearchInfo&)>& report) {
  Score score = 0;
  for (int depth = limits.first_depth; depth <= limits.last_depth; ++depth) {
    const Move best_before = worker.best_line().front();
    const Score found = search_about(worker, task, depth, score);
    worker.publish_nodes();
    if (task.control->halted()) {
      if (worker.best_line().front() != best_before) report(info_of(worker, task, depth, found));
      return;
    }
    score = found;
    report(info_of(worker, task, depth, score));
    if (!may_go_on(task, limits, score, depth)) return;
  }
}

}  // namespace lunette
