#include "verify_manifest.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace lunette::verification {

namespace {

using Json = nlohmann::json;

constexpr const char* manifest_name = "manifest.json";

/// The facts of one table as text, by name: "entries", "value_checksum", "white max_win", ...
using Facts = std::map<std::string, std::string>;

struct Manifest {
  std::string rules;
  std::string count_limit;
  std::map<std::string, Facts> tables;  ///< by file name
};

/// Facts that depend on the version of zstd and of the file format, and say nothing about values.
bool is_about_packing(const std::string& fact) {
  return fact == "bytes" || fact == "file_checksum";
}

std::string hexadecimal(std::uint64_t checksum) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[(checksum >> shift) & 0xF];
  return text;
}

/// A manifest comes from anywhere: what it says is printed as one line, and without a terminal's control characters.
std::string fact_text(const Json& value) {
  if (value.is_null()) return "none";
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    if (std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; })) return text;
  }
  return value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Facts facts_of(const Json& row) {
  Facts facts;
  for (const auto& [name, value] : row.items()) {
    if (name != "sides" || !value.is_array()) {
      facts[name] = fact_text(value);
      continue;
    }
    for (const Json& side : value) {
      if (!side.is_object() || !side.contains("side")) continue;
      for (const auto& [fact, number] : side.items()) facts[fact_text(side["side"]) + " " + fact] = fact_text(number);
    }
  }
  return facts;
}

Facts facts_of(const NamedTable& table, const CheckedFile& file) {
  const TableHeader& header = file.header;
  Facts facts;
  facts["material"] = table.material.name();
  facts["metric"] = to_string(table.metric);
  facts["entries"] = std::to_string(header.entries * static_cast<std::uint64_t>(header.sides));
  facts["bytes"] = std::to_string(file.bytes);
  facts["file_checksum"] = hexadecimal(file.file_checksum);
  facts["value_checksum"] = hexadecimal(header.value_checksum);
  for (int side = 0; side < header.sides; ++side) {
    const SideStatistics& statistics = header.statistics[static_cast<std::size_t>(side)];
    const std::string mover = side == 0 ? "white " : "black ";
    if (table.metric == Metric::wdl) {
      for (ValueCode code = 0; code < statistics.counts.size(); ++code) {
        facts[mover + std::string(to_string(decode_wdl(code)))] = std::to_string(statistics.counts[code]);
      }
    } else {
      const auto plies = [](int longest) { return longest < 0 ? std::string("none") : std::to_string(longest); };
      facts[mover + "max_win"] = plies(statistics.max_win);
      facts[mover + "max_loss"] = plies(statistics.max_loss);
    }
  }
  return facts;
}

/// The file name of the table that a row is about; absent if it is about none.
std::optional<std::string> table_name(const Json& row) {
  if (!row.is_object() || !row.contains("material") || !row.contains("metric")) return std::nullopt;
  const std::string name = fact_text(row["material"]);
  const Result<Material> material = parse_material(name);
  const std::optional<Metric> metric = parse_metric(fact_text(row["metric"]));
  if (!material || !material->is_canonical() || material->name() != name || !metric) return std::nullopt;
  return name + "." + std::string(to_string(*metric));
}

/// Errors: io_error, corrupt_file; the message names the file.
Result<Manifest> read_manifest(const std::filesystem::path& path) {
  const auto corrupt = [&path](const std::string& reason) {
    return Error{ErrorCode::corrupt_file, path.string() + ": not a manifest of tables: " + reason};
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::io_error, path.string() + ": cannot be read"};
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return corrupt("damaged, or no JSON");
  const bool usable = json.is_object() && json.contains("rules") && json.contains("count_limit") &&
                      json.contains("tables") && json["tables"].is_array();
  if (!usable) return corrupt("JSON without rules, count_limit or tables");

  Manifest manifest{fact_text(json["rules"]), fact_text(json["count_limit"]), {}};
  std::size_t number = 0;
  for (const Json& row : json["tables"]) {
    ++number;
    const std::optional<std::string> name = table_name(row);
    if (!name) return corrupt("row " + std::to_string(number) + " names no stored class and metric");
    if (!manifest.tables.emplace(*name, facts_of(row)).second) return corrupt(*name + " is listed twice");
  }
  return manifest;
}

/// Another game, in words; absent if the manifest is of these rules.
std::optional<std::string> other_rules(const Manifest& manifest, const Ruleset& rules) {
  if (manifest.rules != rules.name) return "of the ruleset " + manifest.rules + ", not " + std::string(rules.name);
  const std::string limit = std::to_string(rules.count ? rules.count->limit : 0);
  if (manifest.count_limit != limit) return "of count limit " + manifest.count_limit + ", not " + limit;
  return std::nullopt;
}

std::string fact_of(const Facts& facts, const std::string& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? "not said" : found->second;
}

bool is_there(const std::vector<NamedTable>& tables, const std::string& name) {
  return std::any_of(tables.begin(), tables.end(), [&](const NamedTable& table) { return table.name() == name; });
}

/// The class that a file name begins with is one of those asked for by name.
bool is_asked_for(const std::vector<Material>& materials, const std::string& name) {
  return std::any_of(materials.begin(), materials.end(), [&](const Material& material) {
    return name.substr(0, name.find('.')) == material.canonical().name();
  });
}

bool is_wanted(const VerifyOptions& options, const std::string& name) {
  return options.materials.empty() || is_asked_for(options.materials, name);
}

void erase_unwanted(const VerifyOptions& options, Manifest& manifest) {
  std::erase_if(manifest.tables, [&options](const auto& row) { return !is_wanted(options, row.first); });
}

/// What a file says otherwise than its row; nothing where the file itself has been found wrong already.
enum class Agreement : std::uint8_t { bytes, values, none };
Agreement compare_table(const NamedTable& table, const CheckedFile& file, const Facts& row,
                        const std::filesystem::path& against, Findings& findings) {
  if (!file.sound) return Agreement::none;
  Agreement agreement = Agreement::bytes;
  for (const auto& [fact, here] : facts_of(table, file)) {
    const std::string there = fact_of(row, fact);
    if (here == there) continue;
    if (is_about_packing(fact)) {
      if (agreement == Agreement::bytes) agreement = Agreement::values;
      continue;
    }
    agreement = Agreement::none;
    findings.add({table.name(), {}, fact + " is " + here + ", in " + against.string() + " " + there});
  }
  return agreement;
}

}  // namespace

void check_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                    const std::vector<CheckedFile>& files, Findings& findings) {
  const auto add = [&findings](std::string message) { findings.add({manifest_name, {}, std::move(message)}); };
  const std::filesystem::path path = options.directory / std::string(options.rules->name) / manifest_name;
  if (!options.against.empty()) {
    std::error_code unknown;  // then they are not the same
    if (!std::filesystem::exists(path, unknown) || std::filesystem::equivalent(path, options.against, unknown)) return;
  }
  Result<Manifest> manifest = read_manifest(path);
  if (!manifest) return add(manifest.error().message);
  if (const std::optional<std::string> other = other_rules(*manifest, *options.rules)) return add("it is " + *other);

  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string name = tables[i].name();
    const auto row = manifest->tables.find(name);
    if (row == manifest->tables.end()) {
      add(name + " is there and not listed");
    } else if (files[i].opened) {
      for (const auto& [fact, in_file] : facts_of(tables[i], files[i])) {
        const std::string listed = fact_of(row->second, fact);
        if (listed != in_file) add(name + ": " + fact + " is " + listed + ", in the file " + in_file);
      }
    }
  }
  if (options.partial) return;
  erase_unwanted(options, *manifest);
  for (const auto& [name, facts] : manifest->tables) {
    if (!is_there(tables, name)) add(name + " is listed and not there");
  }
}

Result<Comparison> compare_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                                    const std::vector<CheckedFile>& files, Findings& findings) {
  Result<Manifest> manifest = read_manifest(options.against);
  if (!manifest) return manifest.error();
  if (const std::optional<std::string> other = other_rules(*manifest, *options.rules)) {
    return Error{ErrorCode::wrong_ruleset, options.against.string() + " is " + *other};
  }
  erase_unwanted(options, *manifest);

  Comparison comparison;
  comparison.listed = manifest->tables.size();
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto row = manifest->tables.find(tables[i].name());
    if (row == manifest->tables.end()) {
      comparison.extra.push_back(tables[i].name());
      continue;
    }
    switch (compare_table(tables[i], files[i], row->second, options.against, findings)) {
      case Agreement::bytes: ++comparison.same_bytes; break;
      case Agreement::values: ++comparison.same_values; break;
      case Agreement::none: comparison.different.push_back(tables[i].name()); break;
    }
  }
  for (const auto& [name, facts] : manifest->tables) {
    if (is_there(tables, name)) continue;
    comparison.missing.push_back(name);
    if (!options.partial) findings.add({name, {}, "is in " + options.against.string() + " and not here"});
  }
  std::sort(comparison.different.begin(), comparison.different.end());
  std::sort(comparison.extra.begin(), comparison.extra.end());
  if (comparison.missing.size() == comparison.listed && (options.partial || comparison.listed == 0)) {
    findings.add({manifest_name, {}, options.against.string() + " has no table in common with this set"});
  }
  return comparison;
}

}  // namespace lunette::verification
