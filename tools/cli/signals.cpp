#include "signals.hpp"

#include <pthread.h>

#include <ctime>

namespace lunette::cli {
namespace {

constexpr int stop_signals[] = {SIGINT, SIGTERM};

bool is_ignored(int signal) noexcept {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals() {
  ::sigemptyset(&watched_);
  for (const int signal : stop_signals) {
    // Linux keeps a blocked signal pending even where it is ignored.
    if (!is_ignored(signal)) ::sigaddset(&watched_, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

StopSignals::~StopSignals() {
  // What has arrived was answered by stopping; unblocked, it would kill the process before it can say so.
  const timespec at_once{};
  while (::sigtimedwait(&watched_, nullptr, &at_once) > 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> StopSignals::arrived() const noexcept {
  sigset_t pending;
  if (::sigpending(&pending) != 0) return std::nullopt;
  for (const int signal : stop_signals) {
    if (::sigismember(&pending, signal) == 1 && ::sigismember(&watched_, signal) == 1) return signal;
  }
  return std::nullopt;
}

ExitStatus exit_status(int signal) noexcept {
  return signal == SIGTERM ? ExitStatus::terminated : ExitStatus::interrupted;
}

}  // namespace lunette::cli
