#include "waves.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

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

std::vector<Index> Waves::slices_of(int wave, Index first, Index last) const {
  std::vector<Index> slices;
  slices.reserve(last - first);
  Index number = 0;
  for (auto slice = advancement_.begin(); number < last; ++slice, ++number) {
    slice = std::find(slice, advancement_.end(), static_cast<std::uint8_t>(wave));
    if (slice == advancement_.end()) break;
    if (number >= first) slices.push_back(static_cast<Index>(slice - advancement_.begin()));
  }
  return slices;
}

/// Row by row: how many ways there are to place some white and some black men so that they have advanced so far.
std::vector<Index> wave_sizes(Board board, const Material& material) {
  const int side = board == Board::b8 ? Geometry<Board::b8>::side : Geometry<Board::b10>::side;
  const int row_squares = side / 2;
  const int white_men = material.white_men;
  const int black_men = material.black_men;
  const auto most = static_cast<std::size_t>((white_men + black_men) * (side - 1) + 1);
  const auto state = [&](int white, int black) { return static_cast<std::size_t>(white * (black_men + 1) + black); };
  std::vector<std::vector<Index>> ways(state(white_men, black_men) + 1, std::vector<Index>(most));
  ways[0][0] = 1;
  for (int row = 0; row < side; ++row) {
    std::vector<std::vector<Index>> next(ways.size(), std::vector<Index>(most));
    const int most_white = row == 0 ? 0 : std::min(white_men, row_squares);
    const int most_black = row == side - 1 ? 0 : std::min(black_men, row_squares);
    for (int white = 0; white <= most_white; ++white) {
      for (int black = 0; black <= most_black && white + black <= row_squares; ++black) {
        const Index here = binomial(row_squares, white) * binomial(row_squares - white, black);
        const auto advanced = static_cast<std::size_t>(white * (side - 1 - row) + black * row);
        for (int w = 0; w + white <= white_men; ++w) {
          for (int b = 0; b + black <= black_men; ++b) {
            const auto& from = ways[state(w, b)];
            auto& to = next[state(w + white, b + black)];
            for (std::size_t a = 0; a + advanced < most; ++a) to[a + advanced] += here * from[a];
          }
        }
      }
    }
    ways = std::move(next);
  }
  return std::move(ways[state(white_men, black_men)]);
}

}  // namespace lunette::gen
