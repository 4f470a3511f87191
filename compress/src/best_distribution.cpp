#include "best_distribution.hpp"

#include <cmath>
#include <cstddef>

namespace lunette {

std::uint8_t best_distribution(const std::array<double, symbol_count>& counts) {
  static const auto bits = [] {
    std::array<std::array<double, symbol_count>, distribution_count> table{};
    for (std::size_t d = 0; d < distribution_count; ++d) {
      for (std::size_t s = 0; s < symbol_count; ++s) {
        table[d][s] = -std::log2(static_cast<double>(distributions[d].share(static_cast<Symbol>(s))) / scale);
      }
    }
    return table;
  }();
  std::size_t best = 0;
  double least = 0;
  for (std::size_t d = 0; d < distribution_count; ++d) {
    const double cost = counts[0] * bits[d][0] + counts[1] * bits[d][1] + counts[2] * bits[d][2];
    if (d == 0 || cost < least) {
      least = cost;
      best = d;
    }
  }
  return static_cast<std::uint8_t>(best);
}

}  // namespace lunette
