#pragma once

#include <cstddef>

#include "evaluator.hpp"
#include "tables.hpp"

namespace lunette {

/// Decodes whole tables into the cache until it holds `bytes` or is full: WDL before DTC before DTW, classes with fewer
/// entries first. A table that cannot be used is passed over: the probe that needs it will say why.
void preload(const Ruleset& rules, Tables& tables, const Evaluator& evaluator, std::size_t bytes);

}  // namespace lunette
