#include "manifest.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "decoded_tables.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/gen/builder.hpp"
#include "table_json.hpp"

namespace lunette {
namespace {

using gen::TableId;

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

Result<std::string> manifest_text(const std::filesystem::path& directory, const Ruleset& rules) {
  auto tables = tables_in(directory / rules.name);
  if (!tables) return std::move(tables).error();
  gen::Json manifest;
  manifest["rules"] = std::string(rules.name);
  manifest["count_limit"] = rules.count ? rules.count->limit : 0;
  manifest["tables"] = gen::Json::array();
  for (const TableId& id : *tables) {
    auto file = gen::open_table(rules, directory, id);
    if (!file) return std::move(file).error();
    manifest["tables"].push_back(gen::table_json(*file));
  }
  return manifest.dump(1) + "\n";
}

std::filesystem::path manifest_path(const std::filesystem::path& directory, const Ruleset& rules) {
  return directory / rules.name / "manifest.json";
}

}  // namespace

Result<void> write_manifest(const std::filesystem::path& directory, const Ruleset& rules) {
  try {
    const auto text = manifest_text(directory, rules);
    if (!text) return text.error();
    const std::vector<std::uint8_t> bytes(text->begin(), text->end());
    return write_file_atomically(manifest_path(directory, rules), bytes);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "no memory for the manifest of " + directory.string()};
  }
}

bool gen::manifest_is_up_to_date(const std::filesystem::path& directory, const Ruleset& rules) {
  const auto expected = manifest_text(directory, rules);
  std::ifstream file(manifest_path(directory, rules), std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(file), {}};
  return expected && *expected == found;
}

}  // namespace lunette
