#include "lunette/engine/search_control.hpp"

namespace lunette {

void SearchControl::begin(bool pondering) noexcept {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  halted_ = false;
  pondering_ = pondering;
  search_began_ = Clock::now().time_since_epoch().count();
  clock_began_ = search_began_.load();
}

void SearchControl::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    halted_ = true;
  }
  told_.notify_all();
}

void SearchControl::ponder_hit() noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (!pondering_) return;
    clock_began_ = Clock::now().time_since_epoch().count();
    pondering_.store(false, std::memory_order_release);
  }
  told_.notify_all();
}

double SearchControl::seconds_since(const std::atomic<Clock::rep>& began) noexcept {
  const Clock::duration then(began.load());
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - then).count();
}

void SearchControl::wait_for_permission(bool until_stopped) {
  std::unique_lock lock(mutex_);
  told_.wait(lock, [&] { return stopped_ || (!until_stopped && !pondering_); });
}

}  // namespace lunette
