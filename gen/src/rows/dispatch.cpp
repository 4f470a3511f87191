#include "rows/solve.hpp"

namespace lunette::rows {

ClassValues solve_conversion(const ConversionTask& task) {
#ifdef LUNETTE_ROWS_AVX2
  const bool fast = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
  if (fast) return solve_for_avx2(task);
#endif
  return solve_for_any_processor(task);
}

}  // namespace lunette::rows
