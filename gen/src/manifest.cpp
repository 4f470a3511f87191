#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "decoded_tables.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/gen/builder.hpp"

namespace lunette {
namespace {

using gen::TableId;
using Json = nlohmann::ordered_json;

/// The table that a file name stands for; absent for anything else in the directory.
std::optional<TableId> table_of(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const auto metric = ending.empty() ? std::nullopt : parse_metric(std::string_view(ending).substr(1));
  const auto material = parse_material(path.stem().string());
  if (!metric || !material || !material->is_canonical() || material->name() != path.stem().string()) {
    return std::nullopt;
  }
  return TableId{*material, *metric};
}

Result<std::vector<TableId>> tables_in(const std::filesystem::path& directory) {
  std::vector<TableId> tables;
  std::error_code error;
  for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    if (const auto id = table_of(it->path())) tables.push_back(*id);
  }
  if (error) return Error{ErrorCode::io_error, "cannot read " + directory.string() + ": " + error.message()};
  std::sort(tables.begin(), tables.end(), [](const TableId& a, const TableId& b) {
    return a.material == b.material ? a.metric < b.metric : precedes(a.material, b.material);
  });
  return tables;
}

/// JSON numbers lose bits beyond 2^53 in many readers, hence text.
std::string hexadecimal(std::uint64_t checksum) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, checksum >>= 4) *digit = digits[checksum & 0xF];
  return text;
}

Json json_of(const SideStatistics& statistics, Metric metric, Color side) {
  Json json;
  json["side"] = side == Color::white ? "white" : "black";
  if (metric == Metric::wdl) {
    for (int value = static_cast<int>(Wdl::win); value >= static_cast<int>(Wdl::loss); --value) {
      const Wdl wdl = static_cast<Wdl>(value);
      json[std::string(to_string(wdl))] = statistics.counts[encode_wdl(wdl)];
    }
  } else {
    json["max_win"] = statistics.max_win < 0 ? Json() : Json(statistics.max_win);
    json["max_loss"] = statistics.max_loss < 0 ? Json() : Json(statistics.max_loss);
  }
  return json;
}

Json json_of(const TableFile& file) {
  const TableHeader& header = file.header();
  Json json;
  json["material"] = header.material.name();
  json["metric"] = std::string(to_string(header.metric));
  json["entries"] = header.entries * static_cast<std::uint64_t>(header.sides);
  json["bytes"] = file.bytes();
  json["file_checksum"] = hexadecimal(file.file_checksum());
  json["value_checksum"] = hexadecimal(header.value_checksum);
  json["sides"] = Json::array();
  for (int side = 0; side < header.sides; ++side) {
    json["sides"].push_back(
        json_of(header.statistics[static_cast<std::size_t>(side)], header.metric, static_cast<Color>(side)));
  }
  return json;
}

}  // namespace

Result<void> write_manifest(const std::filesystem::path& directory, const Ruleset& rules) {
  try {
    const auto tables_directory = directory / rules.name;
    auto tables = tables_in(tables_directory);
    if (!tables) return std::move(tables).error();
    Json manifest;
    manifest["rules"] = std::string(rules.name);
    manifest["count_limit"] = rules.count ? rules.count->limit : 0;
    manifest["tables"] = Json::array();
    for (const TableId& id : *tables) {
      auto file = gen::open_table(rules, directory, id);
      if (!file) return std::move(file).error();
      manifest["tables"].push_back(json_of(*file));
    }
    const std::string text = manifest.dump(1) + "\n";
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return write_file_atomically(tables_directory / "manifest.json", bytes);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "no memory for the manifest of " + directory.string()};
  }
}

}  // namespace lunette
