#include "waves.hpp"

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
    tbb::parallel_for(Index{0}, Index{advancement_.size()}, [&](Index slice) {
      if (advancement_[slice] == wave) solve(slice);
    });
  }
}

}  // namespace lunette::gen
