#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "lunette/gen/progress.hpp"
#include "table_id.hpp"

namespace lunette::gen {

/// The progress and the stopping of one build. Work is counted in entries from any thread; the sink and the stop
/// request are called from one thread at a time, `advanced` at most five times a second.
class Monitor {
 public:
  Monitor(const ProgressSink& sink, const StopRequest& stop, std::uint64_t total);

  /// One pass over a table begins, which counts as so many entries of the whole run.
  void start(const TableId& id, std::uint64_t entries, std::string what);
  /// `positions` of the pass's `of` are done. Cheap.
  void add(std::uint64_t positions, std::uint64_t of);
  /// The same of positions that took no work.
  void find(std::uint64_t positions, std::uint64_t of);
  void finish(const TableId& id, std::string what);
  /// A class that is not built here, and what of the total was planned for it.
  void skip(const Material& material, std::string what, std::uint64_t entries = 0);

  /// True once the stop request has said so.
  bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }
  bool ask_to_stop();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void send(ProgressEvent::Kind kind, const TableId& id, std::string detail, std::uint64_t done);
  std::uint64_t entries_of(std::uint64_t positions, std::uint64_t of) const;

  const ProgressSink& sink_;
  const StopRequest& stop_;
  const std::uint64_t total_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;  // guards the sink, the stop request and what follows
  TableId current_;
  std::string doing_;
  std::uint64_t done_before_ = 0;
  std::uint64_t pass_entries_ = 0;
  std::uint64_t found_ = 0;
  std::atomic<std::uint64_t> positions_ = 0;
  std::atomic<std::int64_t> next_report_ns_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace lunette::gen
