#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answer.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/version.hpp"
#include "lunette/report/json.hpp"
#include "lunette/rules/fen.hpp"
#include "reports.hpp"

namespace lunette::serve {
namespace {

std::string_view name_of(CaptureChoice choice) {
  switch (choice) {
    case CaptureChoice::free: return "any";
    case CaptureChoice::most_pieces: return "most";
    case CaptureChoice::most_pieces_then_kings: break;
  }
  return "most-then-kings";
}

std::string_view name_of(Promotion promotion) {
  return promotion == Promotion::during_capture ? "during-capture" : "at-end";
}

std::string_view name_of(NoMove no_move) {
  return no_move == NoMove::loss ? "loss" : "draw-if-mutual";
}

Json count_json(const std::optional<CountRule>& rule) {
  if (!rule) return nullptr;
  Json object;
  object["limit"] = rule->limit;
  Json& kings = object["strong_kings"] = Json::array();
  for (const std::uint8_t number : rule->strong_kings) kings.push_back(static_cast<int>(number));
  object["counts"] = rule->counts == CountRule::Counts::lone_side_moves ? "lone-side-moves" : "both-sides-moves";
  return object;
}

Json rules_json(const Ruleset& rules) {
  const bool small = rules.board == Board::b8;
  Json object;
  object["name"] = rules.name;
  object["board"] = to_string(rules.board);
  object["width"] = small ? Geometry<Board::b8>::side : Geometry<Board::b10>::side;
  object["squares"] = square_count(rules.board);
  object["men_per_side"] = rules.men_per_side;
  object["capture"] = name_of(rules.capture);
  object["promotion"] = name_of(rules.promotion);
  object["no_move"] = name_of(rules.no_move);
  object["count"] = count_json(rules.count);
  object["main_diagonal"] = square_numbers(rules.board, main_diagonal(rules.board));
  object["start_fen"] = write_fen(rules.board, start_position(rules.board));
  return object;
}

struct Totals {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;
};

/// A table that cannot be opened is listed with the reason: the others are of use without it.
Json class_json(const Tablebase& tables, const Material& material, Totals& totals) {
  Json object;
  object["material"] = material.name();
  object["entries"] = nullptr;
  Json& metrics = object["metrics"] = Json::array();
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    if (!tables.has(material, metric)) continue;
    Json entry;
    entry["metric"] = to_string(metric);
    const Result<const TableFile*> file = tables.table(material, metric);
    if (file) {
      const TableHeader& header = (*file)->header();
      const std::uint64_t entries = header.entries * static_cast<std::uint64_t>(header.sides);
      if (metric == Metric::wdl) {
        object["entries"] = entries;
        totals.entries += entries;
      }
      totals.bytes += (*file)->bytes();
      entry["bytes"] = (*file)->bytes();
      entry["checksum"] = fmt::format("{:016x}", header.value_checksum);
    } else {
      entry["error"] = error_json(file.error());
    }
    metrics.push_back(std::move(entry));
  }
  return object;
}

Json coverage_json(const std::vector<Material>& present) {
  std::map<int, std::size_t> found;
  for (const Material& material : present) ++found[material.pieces()];
  Json list = Json::array();
  if (present.empty()) return list;
  std::map<int, std::size_t> all;
  for (const Material& material : enumerate_materials(found.rbegin()->first)) ++all[material.pieces()];
  for (const auto& [pieces, number] : all) {
    Json entry;
    entry["pieces"] = pieces;
    entry["tables"] = found[pieces];
    entry["of"] = number;
    list.push_back(std::move(entry));
  }
  return list;
}

/// Without opening a table.
Json outline_json(const RulesetTables& set, const std::vector<Material>& present) {
  Json object = rules_json(*set.rules);
  int most = 0;
  for (const Material& material : present) most = std::max(most, material.pieces());
  object["max_pieces"] = most;
  object["coverage"] = coverage_json(present);
  return object;
}

Json set_json(const RulesetTables& set) {
  const std::vector<Material> present = set.tables.tables();
  Json object = outline_json(set, present);
  Totals totals;
  Json list = Json::array();
  for (const Material& material : present) list.push_back(class_json(set.tables, material, totals));
  object["entries"] = totals.entries;
  object["bytes"] = totals.bytes;
  object["tables"] = std::move(list);
  return object;
}

Response list_sets(std::span<const RulesetTables> sets, Json (*describe)(const RulesetTables&)) {
  Json object;
  object["service"] = "lunette";
  object["version"] = tool_version();
  Json& list = object["rulesets"] = Json::array();
  for (const RulesetTables& set : sets) list.push_back(describe(set));
  return json_response(object, keep_for_a_minute);
}

}  // namespace

Response answer_inventory(std::span<const RulesetTables> sets) {
  return list_sets(sets, set_json);
}

Response answer_rulesets(std::span<const RulesetTables> sets) {
  return list_sets(sets, [](const RulesetTables& set) { return outline_json(set, set.tables.tables()); });
}

}  // namespace lunette::serve
