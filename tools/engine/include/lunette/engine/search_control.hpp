#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace lunette {

/// What is said to a running search from outside, and its clock. All functions are thread-safe, but begin(), which
/// precedes a search.
class SearchControl {
 public:
  /// Starts the clock. While pondering the clock does not matter; ponder_hit() starts it afresh.
  void begin(bool pondering) noexcept;
  /// The search is to end at once. What it has found stands.
  void stop() noexcept;
  /// Nothing where no search ponders.
  void ponder_hit() noexcept;
  /// Ends the search from inside: it has reached its limits. Unlike stop(), it does not end the wait for permission to
  /// answer.
  void halt() noexcept { halted_.store(true, std::memory_order_relaxed); }

  bool halted() const noexcept { return halted_.load(std::memory_order_relaxed); }
  bool pondering() const noexcept { return pondering_.load(std::memory_order_acquire); }
  /// On the player's clock: since begin() or ponder_hit().
  double seconds() const noexcept { return seconds_since(clock_began_); }
  /// Since begin().
  double searched_seconds() const noexcept { return seconds_since(search_began_); }

  /// Waits until a search that is finished may answer: at once, or where it was pondering, after ponder_hit() or
  /// stop(). With `until_stopped` only stop() ends the wait.
  void wait_for_permission(bool until_stopped);

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(const std::atomic<Clock::rep>& began) noexcept;

  std::atomic<bool> halted_{false};
  std::atomic<bool> pondering_{false};
  std::atomic<Clock::rep> clock_began_{0};
  std::atomic<Clock::rep> search_began_{0};
  std::mutex mutex_;
  std::condition_variable told_;
  bool stopped_ = false;
};

}  // namespace lunette
