#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lunette/analysis/class_profile.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/compress/value.hpp"

namespace lunette {

/// SVG images of their own, light or dark as their surroundings wish, with a title and a description for those who do
/// not see them; the colours can be told apart by the colour-blind. Everything here is thread-safe.

/// A bar for each class and side to move: won, won but for the count, drawn, lost but for the count, lost.
std::string results_plot(std::string_view rules, const std::vector<ClassStatistics>& tables);

/// For each stored side to move a panel: how many positions are won (upwards) and lost (downwards) in so many plies, on
/// a logarithmic scale. `metric` is DTC or DTW; empty where the profile does not have it, or nothing is won or lost.
std::string distance_plot(std::string_view rules, const ClassProfile& profile, Metric metric);

}  // namespace lunette
