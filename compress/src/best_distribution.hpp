#pragma once

#include <array>
#include <cstdint>

#include "distributions.hpp"

namespace lunette {

/// The number of the distribution that codes symbols of these counts in the fewest bits.
std::uint8_t best_distribution(const std::array<double, symbol_count>& counts);

}  // namespace lunette
