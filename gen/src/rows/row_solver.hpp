#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lunette/index/indexer.hpp"
#include "lunette/rules/ruleset.hpp"
#include "rows/class_values.hpp"
#include "rows/packed_values.hpp"
#include "rows/slice_log.hpp"

namespace lunette::rows {

/// A part of a class that is solved by itself, when the slices that its men's moves lead to are solved.
struct SliceGroup {
  HeldSlices held;
  std::vector<std::vector<Index>> waves;  ///< the slices to be solved, the most advanced first
};

/// The WDL and DTC of one class, to be found.
struct ConversionTask {
  const Ruleset& rules;
  const Indexer& indexer;
  const SubTables& tables;  ///< WDL of all direct successors
  bool with_count = true;   ///< false: cursed and blessed values of smaller classes count as won and lost
  bool with_dtc = true;
  /// Called now and then from any thread with the positions solved since; true asks to stop.
  std::function<bool(std::uint64_t positions)> advanced;
  /// Called once if the log had solved positions.
  std::function<void(std::uint64_t positions)> restored;
  SliceLog* log = nullptr;            ///< absent: a process that dies loses what it has solved
  const SliceGroup* group = nullptr;  ///< absent: all; otherwise the log brings the slices that are read
};

/// Solves a class slice by slice (without kings run by run: kingless.hpp), in waves of equal advancement, whole rows of
/// positions at a time: the design and its costs are described in slice.hpp, capture_rows.hpp and retrograde.hpp. After
/// a stop the values mean nothing, but for the log. The result does not depend on the number of threads.
ClassValues solve_conversion(const ConversionTask& task);

/// Bytes at the peak of it, without the smaller classes. `five_valued`: some of these have cursed values.
std::uint64_t conversion_bytes(const Indexer& indexer, bool five_valued, bool with_dtc, int threads);

/// The same of a group of so many slices, with so many others that it reads.
std::uint64_t group_bytes(const Indexer& indexer, bool five_valued, bool with_dtc, int threads, Index solved,
                          Index read);

/// How values of the class are kept whose slices come in parts.
ClassShape group_shape(const Indexer& indexer, bool five_valued, bool with_dtc, Index solved, Index read);

/// ClassValues::slice_bytes() of the class.
std::uint64_t conversion_slice_bytes(const Indexer& indexer, bool five_valued, bool with_dtc);

}  // namespace lunette::rows
