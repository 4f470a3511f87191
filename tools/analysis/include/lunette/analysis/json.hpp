#pragma once

#include <optional>
#include <vector>

#include "lunette/analysis/class_profile.hpp"
#include "lunette/analysis/diagonal.hpp"
#include "lunette/analysis/lone_king_map.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/json.hpp"

namespace lunette {

/// The reports as JSON, with the names of design.md. Thread-safe.

/// {"material","side","entries","win","cursed-win","draw","blessed-loss","loss","max_dtc_win","max_dtc_loss",
/// "max_dtw_win","max_dtw_loss","longest_win_fen","longest_loss_fen"}
Json class_statistics_json(const ClassStatistics& statistics);

/// {"win":[[plies,positions],...],"loss":[...]} for the distances that occur; null where the metric is not stored.
Json histogram_json(const std::optional<DistanceHistogram>& histogram);

/// {"rules","verdict","rows":[{"material","side","diagonal","capture","strong_wins","cursed","draws","lone_wins",
/// "example_fen"}]}
Json diagonal_json(const DiagonalReport& report);

/// {"material","side","limit","squares":[{"square","fen","capture","dtw","results":["strong win",...]}]}
Json lone_king_map_json(const LoneKingMap& map);

}  // namespace lunette
