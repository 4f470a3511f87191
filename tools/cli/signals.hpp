#pragma once

#include <csignal>
#include <optional>

#include "exit_status.hpp"

namespace lunette::cli {

/// Holds SIGINT and SIGTERM back for its lifetime, so that a long run can ask for them between two safe places
/// instead of dying at any. Signals stay pending and are looked up with sigpending(): no handler, and thus no
/// global. Make it before any thread is started, since threads inherit the mask. A signal that was ignored from
/// the start (nohup, background jobs) stays ignored.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The signal that has arrived, if any. Thread-safe.
  std::optional<int> arrived() const noexcept;

 private:
  sigset_t watched_;
  sigset_t before_;
};

/// 130 for SIGINT, 143 for SIGTERM.
ExitStatus exit_status(int signal) noexcept;

}  // namespace lunette::cli
