#include "reports.hpp"

#include <fmt/format.h>

#include "answer.hpp"
#include "lunette/analysis/class_profile.hpp"
#include "lunette/analysis/json.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "question.hpp"

namespace lunette::serve {
namespace {

Json side_json(const SideHistograms& side, std::string_view metric, const std::optional<DistanceHistogram>& histogram) {
  Json object;
  object["metric"] = metric;
  object["side"] = side.side == Color::white ? "white" : "black";
  Json counts = histogram_json(histogram);
  object["wins"] = std::move(counts["win"]);
  object["losses"] = std::move(counts["loss"]);
  return object;
}

Result<Json> scan_histograms(const Tablebase& tables, const Material& material, const ServiceOptions& options) {
  ScanOptions scan;
  scan.threads = options.scan_threads;
  scan.memory_bytes = options.scan_entries;  // a byte an entry, and no larger class comes here
  const Result<ClassProfile> profile = profile_class(tables, material, scan);
  if (!profile) return profile.error();
  Json list = Json::array();
  for (const SideHistograms& side : profile->sides) {
    if (side.dtw) list.push_back(side_json(side, to_string(Metric::dtw), side.dtw));
    if (side.dtc) list.push_back(side_json(side, to_string(Metric::dtc), side.dtc));
  }
  return list;
}

Json statistics_list(const std::vector<ClassStatistics>& statistics) {
  Json list = Json::array();
  for (const ClassStatistics& row : statistics) list.push_back(class_statistics_json(row));
  return list;
}

/// "K4,K7,11" as bits.
Result<Bitboard> read_kings(Board board, std::string_view text) {
  Bitboard kings = 0;
  while (true) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    if (!part.empty() && (part.front() == 'K' || part.front() == 'k')) part.remove_prefix(1);
    const std::optional<Square> square = parse_square(board, part);
    if (!square) {
      return Error{ErrorCode::bad_argument, "strong: expected squares such as K4,K7,K11"};
    }
    const Bitboard king = bit_of(board, *square);
    if ((kings & king) != 0) {
      return Error{ErrorCode::bad_argument, fmt::format("strong: square {} twice", square->number())};
    }
    kings |= king;
    if (comma == std::string_view::npos) return kings;
    text.remove_prefix(comma + 1);
  }
}

Result<EndingSide> read_side(const Target& target) {
  const std::string_view text = target.parameter("side").value_or("lone");
  if (text == "lone") return EndingSide::lone;
  if (text == "strong") return EndingSide::strong;
  return Error{ErrorCode::bad_argument, "side: expected lone or strong"};
}

}  // namespace

Response answer_statistics(const RulesetTables& set) {
  const Result<std::vector<ClassStatistics>> statistics = collect_statistics(set.tables);
  if (!statistics) return error_response(statistics.error());
  Json object;
  object["rules"] = set.rules->name;
  object["tables"] = statistics_list(*statistics);
  return json_response(object, keep_for_a_minute);
}

Response answer_class(const RulesetTables& set, std::string_view name, const ServiceOptions& options) {
  const Result<Material> material = parse_material(name);
  if (!material) return error_response(material.error());
  const Material canonical = material->canonical();
  const Result<std::vector<ClassStatistics>> statistics = collect_statistics(set.tables, {canonical});
  if (!statistics) return error_response(statistics.error());
  std::uint64_t entries = 0;
  for (const ClassStatistics& row : *statistics) entries += row.entries;
  Json object;
  object["rules"] = set.rules->name;
  object["material"] = canonical.name();
  object["tables"] = statistics_list(*statistics);
  object["histograms"] = nullptr;
  object["histograms_reason"] = nullptr;
  if (entries > options.scan_entries) {
    object["histograms_reason"] = fmt::format("{} has {}; this server scans classes of up to {}", canonical.name(),
                                              amount(entries, "entry", "entries"), grouped(options.scan_entries));
    return json_response(object, keep_for_a_minute);
  }
  Result<Json> histograms =
      set.scans->get(canonical.name(), [&] { return scan_histograms(set.tables, canonical, options); });
  if (!histograms) return error_response(histograms.error());
  object["histograms"] = *std::move(histograms);
  return json_response(object, keep_for_a_minute);
}

Response answer_diagonal(const RulesetTables& set) {
  // The report has a part more where four kings are there.
  const bool with_four = set.tables.covers(Material{4, 0, 1, 0});
  const Result<Json> report = set.scans->get(with_four ? "diagonal of four" : "diagonal", [&]() -> Result<Json> {
    const Result<DiagonalReport> made = report_diagonal(set.tables);
    if (!made) return made.error();
    return diagonal_json(*made);
  });
  if (!report) return error_response(report.error());
  return json_response(*report, keep_for_a_minute);
}

Response answer_lone_king_map(const RulesetTables& set, const Target& target) {
  const auto strong = target.parameter("strong");
  if (!strong) {
    return error_response(
        Error{ErrorCode::bad_argument, "parameter strong is missing: expected squares as in K4,K7,K11"});
  }
  const Result<Bitboard> kings = read_kings(set.rules->board, *strong);
  if (!kings) return error_response(kings.error());
  const Result<EndingSide> side = read_side(target);
  if (!side) return error_response(side.error());
  const Result<LoneKingMap> map = map_lone_king(set.tables, *kings, *side);
  if (!map) return error_response(map.error());
  Json object;
  object["rules"] = set.rules->name;
  object["strong"] = square_numbers(set.rules->board, *kings);
  object["main_diagonal"] = square_numbers(set.rules->board, main_diagonal(set.rules->board));
  object.update(lone_king_map_json(*map));
  return json_response(object, keep_for_a_day);
}

}  // namespace lunette::serve
