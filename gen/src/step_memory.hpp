#pragma once

#include <cstdint>

#include "lunette/gen/steps.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::gen {

/// out_of_memory, with the bytes that the step needs.
Error too_little_memory(const StepId& id, std::uint64_t needed, std::uint64_t allowed);

/// What the steps of a sliced class take at their peak, in bytes, the process itself and decoded smaller tables
/// included.
class SliceMemory {
 public:
  SliceMemory(const Ruleset& rules, const Indexer& indexer, bool with_dtc, int threads);

  /// A group that solves so many slices and reads so many of the wave above it, which has `above`.
  std::uint64_t group(Index solved, Index read, Index above) const;
  std::uint64_t merge() const;

 private:
  Indexer indexer_;
  bool five_valued_;
  bool with_dtc_;
  int threads_;
  std::uint64_t smaller_;  // decoded tables, and the process
};

}  // namespace lunette::gen
