#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"

namespace lunette {

/// One event of a long run. Delivered from one thread at a time.
struct ProgressEvent {
  enum class Kind : std::uint8_t { started, advanced, finished, skipped };
  Kind kind = Kind::advanced;
  Material material;
  Metric metric = Metric::wdl;
  std::uint64_t done = 0;   ///< entries of the whole run
  std::uint64_t found = 0;  ///< of `done`: entries that took no work, as another process had solved them
  std::uint64_t total = 0;  ///< entries of the whole run
  double seconds = 0;       ///< since the run started
  std::string detail;       ///< what is being done, or what came out; one line
};
using ProgressSink = std::function<void(const ProgressEvent&)>;

/// Asked now and then; true stops the run at the next safe place.
using StopRequest = std::function<bool()>;

}  // namespace lunette
