#include "tables.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <system_error>
#include <utility>

namespace lunette {

namespace fs = std::filesystem;

namespace {

Error corrupt(const fs::path& path, const std::string& what) {
  return Error{ErrorCode::corrupt_file, path.string() + ": header: " + what};
}

/// The first thing in a header that is not as the file's place says. (That sides, entries and block size fit the
/// material and board, the file itself has checked.)
std::optional<Error> mismatch(const fs::path& path, const TableHeader& header, const Ruleset& rules,
                              const Material& canonical, Metric metric) {
  if (header.ruleset != rules.name) {
    return Error{ErrorCode::wrong_ruleset,
                 path.string() + ": a table of the ruleset " + header.ruleset + ", not of " + std::string(rules.name)};
  }
  const int limit = rules.count ? rules.count->limit : 0;
  if (header.count_limit != limit) {
    return Error{ErrorCode::wrong_ruleset, path.string() + ": made for a count limit of " +
                                               std::to_string(header.count_limit) + ", not of " +
                                               std::to_string(limit)};
  }
  if (header.material != canonical || header.metric != metric) {
    return corrupt(path, "holds " + header.material.name() + "." + std::string(to_string(header.metric)));
  }
  if (header.board != rules.board) return corrupt(path, "another board than the ruleset's");
  return std::nullopt;
}

bool worth_remembering(ErrorCode code) {
  return code == ErrorCode::corrupt_file || code == ErrorCode::unknown_version || code == ErrorCode::wrong_ruleset;
}

}  // namespace

std::string table_name(const Ruleset& rules, const Material& canonical, Metric metric) {
  return std::string(rules.name) + "/" + canonical.name() + "." + std::string(to_string(metric));
}

Error not_cached() {
  return Error{ErrorCode::not_cached, "not cached"};
}

Table::Table(TableFile file, const Indexer& indexer)
    : file_(std::move(file)),
      indexer_(indexer),
      stores_captures_(file_.header().captures == CaptureEntries::stored),
      joint_(file_.joint()),
      planes_(joint_ && file_.header().metric == Metric::wdl),
      side_groups_(file_.unit_entries() / 64),
      unit_shift_(std::countr_zero(file_.unit_entries())),
      units_((file_.header().entries + file_.unit_entries() - 1) >> unit_shift_),
      lines_in_unit_((file_.unit_bytes() + LineCache::line_bytes - 1) / LineCache::line_bytes),
      entries_(static_cast<std::size_t>(units_) * lines_in_unit_ *
               (joint_ ? 1 : static_cast<std::size_t>(file_.header().sides))) {}

Tables::Tables(const Ruleset& rules, std::vector<fs::path> directories, int max_pieces, std::span<const Metric> metrics)
    : rules_(&rules), directories_(std::move(directories)), max_pieces_(max_pieces) {
  for (const Metric metric : metrics) used_[static_cast<std::size_t>(metric)] = true;
}

std::size_t Tables::number_of(const Material& material, Metric metric) noexcept {
  // The rank of a multiset by the combinatorial number system: partial sums a <= b <= c <= d, made strict.
  const std::size_t a = material.white_kings;
  const std::size_t b = a + material.white_men;
  const std::size_t c = b + material.black_kings;
  const std::size_t d = c + material.black_men;
  const std::size_t rank = d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a;
  return rank * metric_count + static_cast<std::size_t>(metric);
}

/// Why no table of this class and metric is looked for; absent if it is.
std::optional<Error> Tables::unused(const Material& canonical, Metric metric) const {
  if (canonical.pieces() > max_pieces_) {
    return Error{ErrorCode::not_covered,
                 std::to_string(canonical.pieces()) + " pieces, opened for at most " + std::to_string(max_pieces_)};
  }
  if (!uses(metric)) {
    return Error{ErrorCode::missing_metric,
                 "no table " + table_name(*rules_, canonical, metric) + ": opened without this metric"};
  }
  return std::nullopt;
}

Result<const Table*> Tables::find(const Material& canonical, Metric metric) {
  const std::size_t number = number_of(canonical, metric);
  if (const Table* table = tables_[number].load(std::memory_order_acquire)) return table;
  if (auto error = unused(canonical, metric)) return *std::move(error);
  auto path = locate(canonical, metric);
  if (!path) return std::move(path).error();
  if (!*path) return missing(canonical, metric);
  return open(**path, canonical, metric);
}

Result<const Table*> Tables::find_open(const Material& canonical, Metric metric) const {
  if (const Table* table = tables_[number_of(canonical, metric)].load(std::memory_order_acquire)) return table;
  if (auto error = unused(canonical, metric)) return *std::move(error);
  return not_cached();
}

std::size_t Tables::open_tables() const noexcept {
  return static_cast<std::size_t>(std::count_if(tables_.begin(), tables_.end(), [](const auto& table) {
    return table.load(std::memory_order_relaxed) != nullptr;
  }));
}

bool Tables::has(const Material& canonical, Metric metric) {
  if (canonical.pieces() > max_pieces_ || !uses(metric)) return false;
  if (tables_[number_of(canonical, metric)].load(std::memory_order_acquire) != nullptr) return true;
  const auto path = locate(canonical, metric);
  return path && *path;
}

/// Where the file is; absent if in no directory.
Result<std::optional<fs::path>> Tables::locate(const Material& canonical, Metric metric) const {
  for (const fs::path& directory : directories_) {
    fs::path path = table_path(directory, rules_->name, canonical, metric);
    std::error_code failure;
    const fs::file_type type = fs::status(path, failure).type();
    if (type == fs::file_type::not_found) continue;
    if (type == fs::file_type::none) {
      return Error{ErrorCode::io_error, path.string() + ": " + failure.message()};
    }
    return std::optional<fs::path>(std::move(path));
  }
  return std::optional<fs::path>();
}

Error Tables::missing(const Material& canonical, Metric metric) {
  const bool other_metric = metric != Metric::wdl && has(canonical, Metric::wdl);
  return Error{other_metric ? ErrorCode::missing_metric : ErrorCode::missing_table,
               "no table " + table_name(*rules_, canonical, metric)};
}

std::optional<std::vector<Tables::Look>> Tables::looks_of(const std::vector<fs::path>& files) {
  std::vector<Look> looks;
  for (const fs::path& path : files) {
    std::error_code no_size;
    std::error_code no_time;
    looks.push_back({path, fs::file_size(path, no_size), fs::last_write_time(path, no_time)});
    if (no_size || no_time) return std::nullopt;
  }
  return looks;
}

Result<const Table*> Tables::open(const fs::path& path, const Material& canonical, Metric metric) {
  const std::size_t number = number_of(canonical, metric);
  const std::lock_guard lock(opening_);
  if (const Table* table = tables_[number].load(std::memory_order_relaxed)) return table;

  std::vector<fs::path> files{path};
  if (metric != Metric::wdl) {
    auto wdl = locate(canonical, Metric::wdl);
    if (!wdl) return std::move(wdl).error();
    if (*wdl) files.push_back(**wdl);
  }
  // Looked at before reading, so that a file replaced meanwhile is tried again.
  const auto looks = looks_of(files);
  const auto known = failures_.find(number);
  if (looks && known != failures_.end() && known->second.files == *looks) return known->second.error;
  auto table = read(path, files.back() == path ? fs::path() : files.back(), canonical, metric);
  if (!table) {
    if (looks && worth_remembering(table.error().code))
      failures_.insert_or_assign(number, Failure{*looks, table.error()});
    return std::move(table).error();
  }
  opened_.push_back(*std::move(table));
  failures_.erase(number);
  tables_[number].store(opened_.back().get(), std::memory_order_release);
  return opened_.back().get();
}

/// `wdl` is the WDL file of the class, wherever it lies; empty if there is none.
Result<std::unique_ptr<Table>> Tables::read(const fs::path& path, const fs::path& wdl, const Material& canonical,
                                            Metric metric) const {
  auto file = TableFile::open(path, capture_squares, wdl);
  if (!file) return std::move(file).error();
  if (auto error = mismatch(path, file->header(), *rules_, canonical, metric)) return *std::move(error);
  return std::make_unique<Table>(*std::move(file), Indexer(rules_->board, canonical));
}

}  // namespace lunette
