#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lunette/analysis/class_scan.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The WDL codes of the placements of a block with either side to move.
struct ValuePair {
  std::span<const ValueCode> white;
  std::span<const ValueCode> black;
};

/// Where the pairs of a class come from. Any number of threads may ask, each with a block and a buffer of its own.
class PairValues {
 public:
  /// In place of Black's value where a placement counts as its flip: as the one of the two with the worse value with
  /// White to move, or if these are equal with the lower index.
  static constexpr ValueCode counted_elsewhere = 0xFFFF;

  /// Reads a class that is its own flip as a whole, one byte an entry: Black's value is that of the flipped placement.
  static Result<PairValues> open(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options);

  /// Valid until the block is entered anew or the buffer changes.
  Result<ValuePair> of(ScanBlock& block, std::vector<ValueCode>& buffer) const;

 private:
  std::vector<std::uint8_t> whole_;  // of a class that is its own flip
};

}  // namespace lunette
