#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lunette/index/indexer.hpp"

namespace lunette::gen {

/// The slices of a class by total advancement. A man's quiet move leads to a slice with exactly one more, so slices of
/// one wave do not depend on each other, and only on waves before it: the most advanced come first.
class Waves {
 public:
  explicit Waves(const Indexer& indexer);

  /// Calls solve(slice) for every slice, one wave after the other, those of one wave in parallel.
  void for_each_slice(const std::function<void(Index)>& solve) const;

  /// The slices of a wave in index order, from the one with number `first` among them to before `last`.
  std::vector<Index> slices_of(int wave, Index first, Index last) const;

  static std::uint64_t bytes(const Indexer& indexer) { return indexer.slices(); }

 private:
  std::vector<std::uint8_t> advancement_;
};

/// The number of slices in each wave, without looking at any: from a wave's advancement to its size.
std::vector<Index> wave_sizes(Board board, const Material& material);

}  // namespace lunette::gen
