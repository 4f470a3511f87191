#include "diagonal_tally.hpp"

#include <numeric>

namespace lunette {

std::uint64_t DiagonalTally::positions() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void DiagonalTally::add(DiagonalResult result, const Example& example) {
  ++counts[index_of(result)];
  Example& best = examples[index_of(result)];
  if (example.is_better_than(best)) best = example;
}

void DiagonalTally::add(const DiagonalTally& other) {
  for (std::size_t result = 0; result < diagonal_results; ++result) {
    counts[result] += other.counts[result];
    if (other.examples[result].is_better_than(examples[result])) examples[result] = other.examples[result];
  }
}

}  // namespace lunette
