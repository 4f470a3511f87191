#include "extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "options.hpp"
#include "quantity.hpp"

namespace lunette::cli {
namespace {

Result<std::vector<Metric>> parse_metrics(const std::vector<std::string>& texts) {
  std::vector<Metric> metrics;
  for (const std::string& text : texts) {
    const std::optional<Metric> metric = parse_metric(text);
    if (!metric) {
      return Error{ErrorCode::bad_argument, fmt::format("expected some of wdl,dtc,dtw, got '{}'", text)};
    }
    if (std::find(metrics.begin(), metrics.end(), *metric) == metrics.end()) metrics.push_back(*metric);
  }
  return metrics;
}

}  // namespace

void add_extent(CLI::App& parser, BuildOptions& options) {
  add_value(parser, "--pieces", options.pieces, number_between(2, max_table_pieces), "N",
            "All classes of up to N pieces, 2 to 8");
  add_materials(parser, "--material", options.materials, "These classes and what they need");
  add_value(parser, "--max-side", options.max_side, number_between(1, max_table_pieces - 1), "M",
            "At most M pieces a side");
  const auto read_metrics = [&options](const std::vector<std::string>& texts) {
    Result<std::vector<Metric>> metrics = parse_metrics(texts);
    if (!metrics) throw CLI::ValidationError("--metrics", metrics.error().message);
    options.metrics = std::move(*metrics);
  };
  parser
      .add_option_function<std::vector<std::string>>("--metrics", read_metrics,
                                                     "Some of wdl,dtc,dtw (default: wdl,dtc)")
      ->type_name("LIST")
      ->delimiter(',');
}

Result<void> check_extent(const BuildOptions& options) {
  if (options.pieces != 0 || !options.materials.empty()) return {};
  return Error{ErrorCode::bad_argument, "what to build is missing: expected --pieces or --material"};
}

void add_budget(CLI::App& parser, BuildOptions& options) {
  add_value(parser, "--memory", options.memory_bytes, parse_memory, "SIZE",
            "Memory to stay within, such as 8G (default: half of the machine's)");
}

}  // namespace lunette::cli
