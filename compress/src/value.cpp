#include "lunette/compress/value.hpp"

namespace lunette {

std::string_view to_string(Wdl wdl) noexcept {
  switch (wdl) {
    case Wdl::loss: return "loss";
    case Wdl::blessed_loss: return "blessed-loss";
    case Wdl::draw: return "draw";
    case Wdl::cursed_win: return "cursed-win";
    case Wdl::win: return "win";
  }
  return "unknown";
}

std::string_view to_string(Metric metric) noexcept {
  switch (metric) {
    case Metric::wdl: return "wdl";
    case Metric::dtc: return "dtc";
    case Metric::dtw: return "dtw";
  }
  return "unknown";
}

std::optional<Metric> parse_metric(std::string_view text) noexcept {
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    if (text == to_string(metric)) return metric;
  }
  return std::nullopt;
}

}  // namespace lunette
