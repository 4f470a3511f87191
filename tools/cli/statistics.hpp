#pragma once

#include <string>
#include <vector>

#include "lunette/analysis/class_profile.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/json.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::cli {

/// What `lunette stats` shows: the headers' statistics and, after a scan, the profile of each class.
struct StatisticsReport {
  const Ruleset* rules = nullptr;
  std::vector<ClassStatistics> tables;
  std::vector<ClassProfile> profiles;  ///< empty without a scan
};

std::string statistics_text(const StatisticsReport& report);
/// The same as Markdown, with `images` (file names relative to the document) below the classes they belong to.
struct ClassImage {
  Material material;
  Metric metric = Metric::dtw;
  std::string file;
};
std::string statistics_markdown(const StatisticsReport& report, const std::vector<ClassImage>& images);
Json statistics_json(const StatisticsReport& report);

}  // namespace lunette::cli
