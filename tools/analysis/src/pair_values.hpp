#pragma once

#include <cstdint>
#include <vector>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The values of one class, block by block, with either side to move. Any number of threads may read.
class PairValues {
 public:
  /// In place of Black's value where a placement counts as its flip: as the one of the two with the worse value with
  /// White to move, or if these are equal with the lower index.
  static constexpr ValueCode counted_elsewhere = 0xFFFF;

  struct Block {
    Index first = 0;
    std::vector<ValueCode> white;  ///< WDL codes with White to move
    std::vector<ValueCode> black;
  };

  /// Reads a class that is its own flip as a whole, one byte an entry: Black's value is that of the flipped placement.
  static Result<PairValues> open(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options);

  const Indexer& indexer() const { return indexer_; }
  std::uint64_t blocks() const { return blocks_; }
  /// Fills `block`, whose memory is used again.
  Result<void> read(std::uint64_t number, Block& block) const;

 private:
  PairValues(const Tablebase& tablebase, const Material& canonical, const TableFile& file);
  Result<void> read_side(Color side, std::uint64_t number, std::vector<ValueCode>& codes) const;
  Result<void> hold_whole_side();
  void read_flipped(Block& block) const;

  const Tablebase& tablebase_;
  Indexer indexer_;
  const TableFile& file_;
  std::uint64_t blocks_;
  std::vector<std::uint8_t> whole_;
};

}  // namespace lunette
