#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "lunette/gen/progress.hpp"

namespace lunette::cli {

/// Shows the events of a long run on stderr: on a terminal a bar with rate and remaining time, elsewhere plain
/// lines, at most one every few seconds, besides one for each table that is finished or skipped if so wished.
/// Not thread-safe: events come from one thread at a time.
class ProgressDisplay {
 public:
  enum class Lines : unsigned char { pace, tables };  ///< tables: one for each table too

  explicit ProgressDisplay(Lines lines);
  /// Takes the bar away; what is printed next starts on an empty line.
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void show(const ProgressEvent& event);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool due(Clock::duration interval);
  void draw_bar(const ProgressEvent& event);
  void print_line(const ProgressEvent& event, const std::string& text);
  std::string pace(const ProgressEvent& event);

  Lines lines_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point last_ = Clock::now();
  // Where the work began: what was there already says nothing about the rate.
  bool begun_ = false;
  std::uint64_t begin_worked_ = 0;
  double begin_seconds_ = 0;
};

/// "KKKvK.dtw"
std::string table_name(const Material& material, Metric metric);

}  // namespace lunette::cli
