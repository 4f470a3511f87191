#pragma once

#include "lunette/index/indexer.hpp"
#include "rows/class_values.hpp"

namespace lunette::rows {

/// Keeps the solved slices of a class at work where they outlive the process. Never fails: what it can't keep is
/// solved again.
class SliceLog {
 public:
  virtual ~SliceLog() = default;
  /// Before anything is solved: puts the slices that were kept into `values`.
  virtual void restore(ClassValues& values) = 0;
  /// The number of slices that restore() has put there.
  virtual std::uint64_t restored() const = 0;
  /// Whether a slice is one of them.
  virtual bool contains(Index slice) const = 0;
  /// The slice is solved. Called from any thread.
  virtual void add(const ClassValues& values, Index slice) = 0;
  /// No slice will be added any more: keeps what it still has in hand.
  virtual void flush(const ClassValues& values) = 0;
};

}  // namespace lunette::rows
