#include "verify_files.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "lunette/index/indexer.hpp"

namespace lunette::verification {

namespace {

namespace fs = std::filesystem;

/// Small enough that progress moves and a stop request is heard, large enough to keep all threads busy.
constexpr std::size_t files_at_once = 16;

/// The canonical class of a file name without its ending; absent if it names none.
std::optional<Material> canonical_material(const std::string& stem) {
  const Result<Material> material = parse_material(stem);
  if (!material || !material->is_canonical() || material->name() != stem) return std::nullopt;
  return *material;
}

bool is_wanted(const std::vector<Material>& wanted, const Material& material) {
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(),
                                       [&](const Material& named) { return named.canonical() == material; });
}

std::string in_quotes(std::string_view text) {
  return std::string(1, '"').append(text).append(1, '"');
}

/// Everything in which the header contradicts the place where the file was found, one message each.
std::vector<std::string> header_faults(const Ruleset& rules, const NamedTable& table, const TableHeader& header) {
  std::vector<std::string> faults;
  const auto expect = [&faults](bool holds, const std::string& what, const std::string& found,
                                const std::string& expected) {
    if (!holds) faults.push_back("header: " + what + " is " + found + ", expected " + expected);
  };
  const int limit = rules.count ? rules.count->limit : 0;
  const std::uint64_t entries = Indexer(rules.board, table.material).size();
  expect(header.ruleset == rules.name, "ruleset", in_quotes(header.ruleset), in_quotes(rules.name));
  expect(header.board == rules.board, "board", std::string(to_string(header.board)),
         std::string(to_string(rules.board)));
  expect(header.material == table.material, "material", header.material.name(), table.material.name());
  expect(header.metric == table.metric, "metric", std::string(to_string(header.metric)),
         std::string(to_string(table.metric)));
  expect(header.count_limit == limit, "count limit", std::to_string(header.count_limit), std::to_string(limit));
  expect(header.sides == table.material.stored_sides(), "number of sides to move", std::to_string(header.sides),
         std::to_string(table.material.stored_sides()));
  expect(header.entries == entries, "number of entries", std::to_string(header.entries), std::to_string(entries));
  return faults;
}

struct FileCheck {
  CheckedFile file;
  std::vector<std::string> faults;
};

FileCheck check_file(const Ruleset& rules, const NamedTable& table) {
  FileCheck check;
  const Result<TableFile> file = TableFile::open(table.path);
  if (!file) {
    check.faults.push_back(file.error().message);
    return check;
  }
  check.file = {true, false, file->header(), file->bytes(), file->file_checksum()};
  check.faults = header_faults(rules, table, file->header());
  const Result<void> verified = file->verify();
  if (!verified) check.faults.push_back(verified.error().message);
  check.file.sound = check.faults.empty();
  return check;
}

std::string outcome(std::size_t faults) {
  if (faults == 0) return "file is sound";
  return std::to_string(faults) + (faults == 1 ? " fault" : " faults");
}

}  // namespace

std::uint64_t stored_entries(Board board, const Material& material) {
  return Indexer(board, material).size() * static_cast<std::uint64_t>(material.stored_sides());
}

Result<std::vector<NamedTable>> find_tables(const VerifyOptions& options, Findings& findings) {
  const fs::path directory = options.directory / std::string(options.rules->name);
  std::error_code failure;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end; entry.increment(failure)) {
    paths.push_back(entry->path());
  }
  if (failure) return Error{ErrorCode::io_error, directory.string() + ": " + failure.message()};
  std::sort(paths.begin(), paths.end());

  std::vector<NamedTable> tables;
  for (const fs::path& path : paths) {
    const std::string ending = path.extension().string();
    const std::optional<Metric> metric = ending.empty() ? std::nullopt : parse_metric(ending.substr(1));
    if (!metric) continue;  // the manifest, or a temporary of a build that died
    if (const std::optional<Material> material = canonical_material(path.stem().string())) {
      if (is_wanted(options.materials, *material)) tables.push_back({*material, *metric, path});
    } else if (options.materials.empty()) {
      findings.add({path.filename().string(), {}, "the name is not that of a stored class"});
    }
  }
  std::stable_sort(tables.begin(), tables.end(), [](const NamedTable& a, const NamedTable& b) {
    return a.material == b.material ? a.metric < b.metric : precedes(a.material, b.material);
  });

  if (tables.empty() && options.materials.empty()) {
    return Error{ErrorCode::missing_table, directory.string() + " holds no table"};
  }
  if (!options.against.empty()) return tables;
  for (const Material& wanted : options.materials) {
    const auto is_there = [&wanted](const NamedTable& table) { return table.material == wanted.canonical(); };
    if (std::any_of(tables.begin(), tables.end(), is_there)) continue;
    return Error{ErrorCode::missing_table, directory.string() + " holds no table of " + wanted.canonical().name()};
  }
  return tables;
}

Result<std::vector<CheckedFile>> check_files(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                                             Findings& findings, Run& run) {
  std::vector<CheckedFile> checked;
  checked.reserve(tables.size());
  for (std::size_t first = 0; first < tables.size(); first += files_at_once) {
    if (run.stopped()) return Run::interrupted();
    const std::size_t count = std::min(files_at_once, tables.size() - first);
    std::vector<FileCheck> checks(count);
    tbb::parallel_for(std::size_t{0}, count,
                      [&](std::size_t i) { checks[i] = check_file(*options.rules, tables[first + i]); });
    for (std::size_t i = 0; i < count; ++i) {
      const NamedTable& table = tables[first + i];
      run.started(table.material, table.metric, "checking " + table.name());
      for (std::string& fault : checks[i].faults) findings.add({table.name(), {}, std::move(fault)});
      run.advanced(table.material, table.metric, stored_entries(options.rules->board, table.material));
      run.finished(table.material, table.metric, outcome(checks[i].faults.size()));
      checked.push_back(std::move(checks[i].file));
    }
  }
  return checked;
}

}  // namespace lunette::verification
