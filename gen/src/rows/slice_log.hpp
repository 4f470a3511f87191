#pragma once

#include "lunette/index/indexer.hpp"
#include "rows/class_values.hpp"

namespace lunette::rows {

/// Keeps the solved slices of a class at work where they outlive the process. Never fails: what it can't keep is
/// solved again. Slices are named by their places among those that are kept in memory.
class SliceLog {
 public:
  virtual ~SliceLog() = default;
  /// Before anything is solved, and again if all of it must be solved again with a wider DTC: puts the slices that were
  /// kept into `values`, and those that are only read.
  virtual void restore(ClassValues& values) = 0;
  /// The number of slices to be solved that restore() has put there.
  virtual std::uint64_t restored() const = 0;
  /// Whether a slice is one of them.
  virtual bool contains(Index place) const = 0;
  /// The slice is solved. Called from any thread.
  virtual void add(const ClassValues& values, Index place) = 0;
  /// No slice will be added any more: keeps what it still has in hand.
  virtual void flush(const ClassValues& values) = 0;
};

}  // namespace lunette::rows
