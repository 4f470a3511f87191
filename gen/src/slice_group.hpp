#pragma once

#include <cstdint>

#include "lunette/index/indexer.hpp"
#include "rows/row_solver.hpp"

namespace lunette::gen {

/// Which slices of a class a group has: of each wave from `first_wave` down to `last_wave` the group-th of `groups`
/// parts in index order, as long as each other but for one slice. Several groups only of one wave.
struct GroupExtent {
  int first_wave = 0;
  int last_wave = 0;
  std::uint32_t groups = 1;
  std::uint32_t group = 1;  ///< 1 to groups
};

/// The slices of a group, and those of the wave above that its men's quiet moves lead to.
rows::SliceGroup slice_group(const Indexer& indexer, const GroupExtent& extent);

/// At most so many slices does a group of a wave of `slices` read, if the wave above it has `above`.
Index most_read(const Material& material, Index slices, Index above);

}  // namespace lunette::gen
