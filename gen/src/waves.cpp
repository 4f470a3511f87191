#include "waves.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

namespace lunette::gen {

Waves::Waves(const Indexer& indexer) : advancement_(indexer.slices()) {
  tbb::parallel_for(Index{0}, indexer.slices(), [&](Index slice) {
    advancement_[slice] = static_cast<std::uint8_t>(indexer.advancement(indexer.unrank_men(slice)));
  });
}

void Waves::for_each_slice(const std::function<void(Index)>& solve) const {
  const auto [least, most] = std::minmax_element(advancement_.begin(), advancement_.end());
  for (int wave = *most; wave >= *least; --wave) {
    tbb::parallel_for(tbb::blocked_range<Index>(0, advancement_.size()), [&](const tbb::blocked_range<Index>& range) {
      const auto end = advancement_.begin() + static_cast<std::ptrdiff_t>(range.end());
      auto slice = advancement_.begin() + static_cast<std::ptrdiff_t>(range.begin());
      while ((slice = std::find(slice, end, static_cast<std::uint8_t>(wave))) != end) {
        solve(static_cast<Index>(slice++ - advancement_.begin()));
      }
    });
  }
}

}  // namespace lunette::gen
