#include "rows/solve.hpp"

namespace lunette::rows {

ClassValues solve_conversion(const ConversionTask& task) {
#ifdef LUNETTE_ROWS_AVX2
  // The first two generations of Zen have PEXT and PDEP in microcode, slower than without.
  const bool slow_bits = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
  const bool fast = !slow_bits && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
  if (fast) return solve_for_avx2(task);
#endif
  return solve_for_any_processor(task);
}

}  // namespace lunette::rows
