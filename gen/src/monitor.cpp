#include "monitor.hpp"

#include <algorithm>
#include <utility>

namespace lunette::gen {
namespace {

constexpr std::chrono::nanoseconds report_interval = std::chrono::milliseconds(200);

}  // namespace

Monitor::Monitor(const ProgressSink& sink, const StopRequest& stop, std::uint64_t total)
    : sink_(sink), stop_(stop), total_(total) {}

void Monitor::start(const TableId& id, std::uint64_t entries, std::string what) {
  const std::lock_guard lock(mutex_);
  done_before_ += std::exchange(pass_entries_, entries);
  positions_ = 0;
  current_ = id;
  doing_ = std::move(what);
  send(ProgressEvent::Kind::started, id, doing_, done_before_);
}

void Monitor::add(std::uint64_t positions, std::uint64_t of) {
  positions_ += positions;
  const std::int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin_).count();
  if (now < next_report_ns_.load(std::memory_order_relaxed)) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || now < next_report_ns_.load(std::memory_order_relaxed)) return;
  next_report_ns_ = now + report_interval.count();
  send(ProgressEvent::Kind::advanced, current_, doing_, done_before_ + entries_of(positions_, of));
  if (stop_ && stop_()) stopped_ = true;
}

void Monitor::find(std::uint64_t positions, std::uint64_t of) {
  const std::lock_guard lock(mutex_);
  positions_ += positions;
  found_ += entries_of(positions, of);
}

void Monitor::finish(const TableId& id, std::string what) {
  const std::lock_guard lock(mutex_);
  send(ProgressEvent::Kind::finished, id, std::move(what), done_before_ + pass_entries_);
}

void Monitor::skip(const Material& material, std::string what, std::uint64_t entries) {
  const std::lock_guard lock(mutex_);
  done_before_ += entries;
  found_ += entries;
  send(ProgressEvent::Kind::skipped, {material, Metric::wdl}, std::move(what), done_before_ + pass_entries_);
}

bool Monitor::ask_to_stop() {
  const std::lock_guard lock(mutex_);
  if (!stopped_ && stop_ && stop_()) stopped_ = true;
  return stopped_;
}

double Monitor::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void Monitor::send(ProgressEvent::Kind kind, const TableId& id, std::string detail, std::uint64_t done) {
  if (!sink_) return;
  sink_({kind, id.material, id.metric, done, found_, total_, seconds(), std::move(detail)});
}

std::uint64_t Monitor::entries_of(std::uint64_t positions, std::uint64_t of) const {
  if (of == 0) return 0;
  const double part = static_cast<double>(positions) / static_cast<double>(of);
  return static_cast<std::uint64_t>(std::min(part, 1.0) * static_cast<double>(pass_entries_));
}

}  // namespace lunette::gen
