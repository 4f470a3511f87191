#pragma once

#include <cstdint>

namespace lunette {

/// What a scan of whole classes may use.
struct ScanOptions {
  int threads = 0;  ///< 0: all that the machine has
  /// For what is held as a whole: one byte an entry of a class that is its own flip. Blocks on the way are not counted:
  /// a few MiB for each thread.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
};

}  // namespace lunette
