#include "slice_group.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>
#include <vector>

#include "man_steps.hpp"
#include "waves.hpp"

namespace lunette::gen {
namespace {

/// A set of slices that several threads add to.
class SliceSet {
 public:
  explicit SliceSet(Index slices) : words_(slices / 64 + 1) {}

  void add(Index slice) {
    std::atomic_ref<std::uint64_t>(words_[slice / 64]).fetch_or(std::uint64_t{1} << (slice % 64));
  }
  std::vector<Index> in_order() const {
    std::vector<Index> slices;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
        slices.push_back(word * 64 + static_cast<Index>(std::countr_zero(rest)));
      }
    }
    return slices;
  }

 private:
  std::vector<std::uint64_t> words_;
};

void add_successors(const Indexer& indexer, Index slice, SliceSet& successors) {
  const Board board = indexer.board();
  const MenConfiguration men = indexer.unrank_men(slice);
  for (const Color mover : {Color::white, Color::black}) {
    const Bitboard own = mover == Color::white ? men.white : men.black;
    for_each_bit(own, [&](int bit) {
      const Bitboard from = Bitboard{1} << bit;
      const Bitboard targets = man_steps(board, mover, from) & ~(men.white | men.black) & ~promotion_row(board, mover);
      for_each_bit(targets, [&](int to) {
        MenConfiguration after = men;
        Bitboard& moved = mover == Color::white ? after.white : after.black;
        moved = (moved ^ from) | (Bitboard{1} << to);
        successors.add(indexer.rank_men(after));
      });
    });
  }
}

}  // namespace

rows::SliceGroup slice_group(const Indexer& indexer, const GroupExtent& extent) {
  rows::SliceGroup group;
  std::vector<Index> solved;
  {
    const Waves waves(indexer);
    const std::vector<Index> sizes = wave_sizes(indexer.board(), indexer.material());
    for (int wave = extent.first_wave; wave >= extent.last_wave; --wave) {
      // Divided first, so that no product overflows.
      const Index size = sizes[static_cast<std::size_t>(wave)];
      const Index share = size / extent.groups;
      const Index rest = size % extent.groups;
      const auto begin_of = [&](Index number) { return number * share + std::min(number, rest); };
      group.waves.push_back(waves.slices_of(wave, begin_of(extent.group - 1), begin_of(extent.group)));
      solved.insert(solved.end(), group.waves.back().begin(), group.waves.back().end());
    }
  }
  std::sort(solved.begin(), solved.end());
  SliceSet successors(indexer.slices());
  const std::vector<Index>& first = group.waves.front();
  tbb::parallel_for(std::size_t{0}, first.size(),
                    [&](std::size_t i) { add_successors(indexer, first[i], successors); });
  group.held = rows::HeldSlices(std::move(solved), successors.in_order());
  return group;
}

Index most_read(const Material& material, Index slices, Index above) {
  const auto moves = static_cast<Index>(2 * material.men());
  return slices < above / moves ? slices * moves : above;
}

}  // namespace lunette::gen
