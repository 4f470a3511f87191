#include "lunette/analysis/json.hpp"

namespace lunette {
namespace {

template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json counts_json(const std::vector<std::uint64_t>& counts) {
  Json list = Json::array();
  for (std::size_t plies = 0; plies < counts.size(); ++plies) {
    if (counts[plies] > 0) list.push_back(Json::array({plies, counts[plies]}));
  }
  return list;
}

Json row_json(const DiagonalRow& row) {
  Json object;
  object["material"] = row.material.name();
  object["side"] = to_string(row.side);
  object["diagonal"] = to_string(row.diagonal);
  object["capture"] = row.capture;
  object["strong_wins"] = row.strong_wins;
  object["cursed"] = row.cursed;
  object["draws"] = row.draws;
  object["lone_wins"] = row.lone_wins;
  object["example_fen"] = row.example_fen.empty() ? Json(nullptr) : Json(row.example_fen);
  return object;
}

}  // namespace

Json class_statistics_json(const ClassStatistics& statistics) {
  Json object;
  object["material"] = statistics.material.name();
  object["side"] = statistics.side == Color::white ? "white" : "black";
  object["entries"] = statistics.entries;
  object["win"] = statistics.win;
  object["cursed-win"] = statistics.cursed_win;
  object["draw"] = statistics.draw;
  object["blessed-loss"] = statistics.blessed_loss;
  object["loss"] = statistics.loss;
  object["max_dtc_win"] = value_or_null(statistics.max_dtc_win);
  object["max_dtc_loss"] = value_or_null(statistics.max_dtc_loss);
  object["max_dtw_win"] = value_or_null(statistics.max_dtw_win);
  object["max_dtw_loss"] = value_or_null(statistics.max_dtw_loss);
  object["longest_win_fen"] = value_or_null(statistics.longest_win_fen);
  object["longest_loss_fen"] = value_or_null(statistics.longest_loss_fen);
  return object;
}

Json histogram_json(const std::optional<DistanceHistogram>& histogram) {
  if (!histogram) return nullptr;
  Json object;
  object["win"] = counts_json(histogram->wins);
  object["loss"] = counts_json(histogram->losses);
  return object;
}

Json diagonal_json(const DiagonalReport& report) {
  Json object;
  object["rules"] = report.rules;
  object["verdict"] = report.verdict;
  Json& rows = object["rows"] = Json::array();
  for (const DiagonalRow& row : report.rows) rows.push_back(row_json(row));
  return object;
}

Json lone_king_map_json(const LoneKingMap& map) {
  Json object;
  object["material"] = map.material.name();
  object["side"] = to_string(map.side);
  object["limit"] = value_or_null(map.limit);
  Json& squares = object["squares"] = Json::array();
  for (const LoneKingSquare& valued : map.squares) {
    Json entry;
    entry["square"] = valued.square.number();
    entry["fen"] = valued.fen;
    entry["capture"] = valued.capture;
    entry["dtw"] = value_or_null(valued.dtw);
    Json& results = entry["results"] = Json::array();
    for (const DiagonalResult result : valued.results) results.push_back(to_string(result));
    squares.push_back(std::move(entry));
  }
  return object;
}

}  // namespace lunette
