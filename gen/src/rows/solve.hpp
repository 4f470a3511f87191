#pragma once

#include "rows/row_solver.hpp"

// The solver is compiled once for any processor and, where CMakeLists.txt says so, once more for processors with the
// instructions that it gains most from. Each has its own name here.
#ifndef LUNETTE_ROWS_ENTRY
#define LUNETTE_ROWS_ENTRY solve_for_any_processor
#endif

namespace lunette::rows {

ClassValues solve_for_any_processor(const ConversionTask& task);
/// Needs POPCNT, BMI1, BMI2 and AVX2.
ClassValues solve_for_avx2(const ConversionTask& task);

}  // namespace lunette::rows
