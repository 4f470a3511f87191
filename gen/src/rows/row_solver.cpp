#include "rows/row_solver.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "lunette/rules/generator.hpp"
#include "rows/kingless.hpp"
#include "rows/retrograde.hpp"
#include "rows/seeds.hpp"
#include "rows/slice.hpp"
#include "rows/solve.hpp"
#include "waves.hpp"

namespace lunette::rows {
namespace {

bool any_five_valued(const SubTables& tables, const Material& material) {
  const auto successors = direct_successors(material);
  return std::any_of(successors.begin(), successors.end(), [&](const Material& each) {
    const auto& sides = tables.find(each)->sides;
    return sides[0].five_valued() || sides[1].five_valued();
  });
}

ClassShape shape_of(const Indexer& indexer, bool five_valued, bool with_dtc, bool wide_dtc) {
  // Without kings a slice would be one position.
  const bool kingless = indexer.material().kings() == 0;
  return {kingless ? 1 : indexer.slices(), kingless ? indexer.size() : indexer.slice_size(), five_valued,
          with_dtc ? indexer.material().stored_sides() : 0, wide_dtc};
}

ClassValues room_for(const ConversionTask& task, bool five_valued, bool wide_dtc) {
  if (task.group == nullptr) return ClassValues(shape_of(task.indexer, five_valued, task.with_dtc, wide_dtc));
  const HeldSlices& held = task.group->held;
  ClassShape shape = group_shape(task.indexer, five_valued, task.with_dtc, held.solved().size(), held.read().size());
  shape.wide_dtc = wide_dtc;
  return ClassValues(shape, held);
}

template <class Gen>
class ClassAtWork {
 public:
  ClassAtWork(const ConversionTask& task, ClassValues& values, SliceLog* log)
      : task_(task), values_(values), log_(log), rules_{task.indexer.material(), &task.tables, task.with_count} {}

  /// False if a DTC did not fit.
  bool solve() {
    if (task_.indexer.material().kings() == 0) {
      KinglessSolver<Gen>(rules_, task_.indexer, task_.rules.no_move, task_.advanced).solve(values_);
      return true;
    }
    if (log_ != nullptr) restore();
    solve_slices();
    if (log_ != nullptr) log_->flush(values_);
    return fits_;
  }

 private:
  void restore() {
    log_->restore(values_);
    if (log_->restored() > 0 && task_.restored) task_.restored(2 * task_.indexer.slice_size() * log_->restored());
  }

  void solve_slices() {
    if (task_.group != nullptr) {
      for (const std::vector<Index>& wave : task_.group->waves) {
        tbb::parallel_for(std::size_t{0}, wave.size(), [&](std::size_t i) { solve_slice(wave[i], Threads::one); });
      }
    } else if (task_.indexer.slices() == 1) {
      solve_slice(0, Threads::all);
    } else {
      gen::Waves(task_.indexer).for_each_slice([&](Index slice) { solve_slice(slice, Threads::one); });
    }
  }

  struct Workspace {
    Workspace(const ClassRules& rules, const ConversionTask& task, ClassValues& values)
        : seeds(rules, task.indexer, values), retrograde(task.rules.no_move, values) {}
    Slice slice;
    SeedRows<Gen> seeds;
    Retrograde<Gen> retrograde;
    std::uint64_t unreported = 0;
  };

  void solve_slice(Index number, Threads threads) {
    if (stopped_.load(std::memory_order_relaxed) || !fits_.load(std::memory_order_relaxed)) return;
    const Index place = values_.place(number);
    if (log_ != nullptr && log_->contains(place)) return;
    solve_rows(workspace(), number, place, threads);
    if (log_ != nullptr && fits_.load(std::memory_order_relaxed)) log_->add(values_, place);
    report(workspace());
  }

  void solve_rows(Workspace& at_work, Index number, Index place, Threads threads) {
    at_work.slice.template assign<Gen::board>(task_.indexer.material(), task_.indexer.unrank_men(number));
    at_work.seeds.assign(at_work.slice, threads);
    if (!at_work.retrograde.solve(at_work.slice, place, at_work.seeds, threads)) fits_ = false;
  }

  void report(Workspace& at_work) {
    constexpr std::uint64_t enough = 1U << 18;
    at_work.unreported += 2 * task_.indexer.slice_size();
    if (at_work.unreported < enough) return;
    if (task_.advanced && task_.advanced(at_work.unreported)) stopped_ = true;
    at_work.unreported = 0;
  }

  Workspace& workspace() {
    std::unique_ptr<Workspace>& own = workspaces_.local();
    if (!own) own = std::make_unique<Workspace>(rules_, task_, values_);
    return *own;
  }

  const ConversionTask& task_;
  ClassValues& values_;
  SliceLog* const log_;
  const ClassRules rules_;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> fits_ = true;
  tbb::enumerable_thread_specific<std::unique_ptr<Workspace>> workspaces_;
};

}  // namespace

ClassValues LUNETTE_ROWS_ENTRY(const ConversionTask& task) {
  const bool five_valued = task.with_count && any_five_valued(task.tables, task.indexer.material());
  return with_generator(task.rules, [&](auto gen) {
    // No DTC beyond 254 plies has been met; if there is one, the class is solved again with room for it.
    for (const bool wide : {false, true}) {
      ClassValues values = room_for(task, five_valued, wide);
      if (ClassAtWork<decltype(gen)>(task, values, task.log).solve() || wide) return values;
    }
    return ClassValues({});
  });
}

std::uint64_t conversion_bytes(const Indexer& indexer, bool five_valued, bool with_dtc, int threads) {
  const Material& material = indexer.material();
  const auto at_work = std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), indexer.slices());
  const std::uint64_t kept = shape_of(indexer, five_valued, with_dtc, false).bytes();
  if (material.kings() == 0) return threads == 0 ? kept : kept + kingless_bytes(indexer);
  return kept + gen::Waves::bytes(indexer) + at_work * workspace_bytes(indexer.board(), material);
}

ClassShape group_shape(const Indexer& indexer, bool five_valued, bool with_dtc, Index solved, Index read) {
  ClassShape shape = shape_of(indexer, five_valued, with_dtc, false);
  shape.slices = solved + read;
  shape.only_read = read;
  return shape;
}

std::uint64_t group_bytes(const Indexer& indexer, bool five_valued, bool with_dtc, int threads, Index solved,
                          Index read) {
  const auto at_work = std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), solved);
  // The numbers of the slices: kept, and again wave by wave.
  const std::uint64_t numbers = (2 * solved + read) * sizeof(Index);
  return group_shape(indexer, five_valued, with_dtc, solved, read).bytes() + numbers + gen::Waves::bytes(indexer) +
         at_work * workspace_bytes(indexer.board(), indexer.material());
}

std::uint64_t conversion_slice_bytes(const Indexer& indexer, bool five_valued, bool with_dtc) {
  return shape_of(indexer, five_valued, with_dtc, false).bytes() / indexer.slices();
}

}  // namespace lunette::rows
