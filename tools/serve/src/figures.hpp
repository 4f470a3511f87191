#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lunette/serve/service.hpp"

namespace lunette::serve {

/// What the server counts of itself. Thread-safe.
class Figures {
 public:
  void answered(std::string_view route, int status, double seconds, std::size_t bytes);
  void connected() {
    ++open_;
    ++connections_;
  }
  void disconnected() { --open_; }
  void turned_away() { ++turned_away_; }
  void timed_out() { ++timed_out_; }
  std::size_t open() const { return open_; }

  /// Prometheus's text format, version 0.0.4.
  std::string text(const std::vector<CacheFigures>& caches) const;

 private:
  /// Upper ends, in seconds, of what each route's times are counted in.
  static constexpr std::array<double, 9> bounds{0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5};
  struct Times {
    std::array<std::uint64_t, bounds.size()> within{};  ///< at most so long; not added up
    std::uint64_t number = 0;
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string_view, int>, std::uint64_t> answers_;
  std::map<std::string_view, Times> times_;
  std::uint64_t bytes_ = 0;
  std::atomic<std::size_t> open_ = 0;
  std::atomic<std::uint64_t> connections_ = 0;
  std::atomic<std::uint64_t> turned_away_ = 0;
  std::atomic<std::uint64_t> timed_out_ = 0;
};

}  // namespace lunette::serve
