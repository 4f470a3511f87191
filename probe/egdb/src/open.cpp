// Opening, and what a handle is.

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "border.hpp"
#include "driver.hpp"

namespace egdb_interface {

namespace fs = std::filesystem;
using lunette::Error;
using lunette::ErrorCode;
using lunette::Material;
using lunette::Metric;
using lunette::Result;
using lunette::Tablebase;

namespace {

constexpr int least_cache_megabytes = 4;

struct Settings {
  Metric metric = Metric::wdl;
  int max_pieces = lunette::max_table_pieces;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

Error bad_option(std::string_view name, std::string_view value, std::string_view expected) {
  return {ErrorCode::bad_argument,
          "option " + std::string(name) + ": \"" + std::string(value) + "\" is not " + std::string(expected)};
}

Result<Metric> read_metric(std::string_view value) {
  if (value == "wld") return Metric::wdl;
  if (value == "mtc") return Metric::dtc;
  if (value == "dtw") return Metric::dtw;
  return bad_option("metric", value, "wld, mtc or dtw");
}

/// Any number from two on: a program may allow more pieces than there are tables for.
Result<int> read_max_pieces(std::string_view value) {
  int pieces = 0;
  const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), pieces);
  if (fault != std::errc() || end != value.data() + value.size() || pieces < 2) {
    return bad_option("maxpieces", value, "a number of pieces");
  }
  return std::min(pieces, lunette::max_table_pieces);
}

Result<void> read_option(std::string_view option, MessageFunction message, Settings& settings) {
  const std::size_t sign = option.find('=');
  const std::string_view name = trimmed(option.substr(0, sign));
  const std::string_view value = sign == std::string_view::npos ? "" : trimmed(option.substr(sign + 1));
  if (name == "metric") {
    const auto metric = read_metric(value);
    if (!metric) return metric.error();
    settings.metric = *metric;
  } else if (name == "maxpieces") {
    const auto pieces = read_max_pieces(value);
    if (!pieces) return pieces.error();
    settings.max_pieces = *pieces;
  } else if (!name.empty()) {
    tell(message, "option " + std::string(name) + " is not known and ignored");
  }
  return {};
}

Result<Settings> read_options(std::string_view options, MessageFunction message) {
  Settings settings;
  while (!options.empty()) {
    const std::size_t end = std::min(options.find(';'), options.size());
    if (auto read = read_option(options.substr(0, end), message, settings); !read) return std::move(read).error();
    options.remove_prefix(std::min(end + 1, options.size()));
  }
  return settings;
}

/// WDL too where distances are asked for: a table may leave captures to it.
std::vector<Metric> metrics_behind(Metric metric) {
  return metric == Metric::dtc ? std::vector{Metric::wdl, Metric::dtc} : std::vector{metric};
}

Result<std::unique_ptr<EGDB_DRIVER>> open_driver(const char* options, int cache_mb, const char* directory,
                                                 MessageFunction message) {
  if (directory == nullptr) return Error{ErrorCode::bad_argument, "no directory"};
  const auto settings = read_options(options == nullptr ? "" : options, message);
  if (!settings) return settings.error();
  const auto [metric, max_pieces] = *settings;

  lunette::OpenOptions open;
  open.directories = {tables_root(directory)};
  open.cache_bytes = static_cast<std::size_t>(std::max(cache_mb, least_cache_megabytes)) << 20;
  open.metrics = metrics_behind(metric);
  open.max_pieces = max_pieces;
  auto tables = Tablebase::open(ruleset(), open);
  if (!tables) return std::move(tables).error();
  auto classes = classes_of(*tables, metric, max_pieces);
  if (classes.empty()) {
    return Error{ErrorCode::missing_table, std::string(directory) + ": no " + std::string(to_string(metric)) +
                                               " tables of " + std::string(ruleset().name)};
  }
  return std::make_unique<EGDB_DRIVER>(*std::move(tables), metric, std::move(classes), message);
}

/// The first metric with tables in a directory.
struct Identified {
  Metric metric = Metric::wdl;
  std::vector<Material> classes;
};

Result<Identified> identify(const char* directory) {
  lunette::OpenOptions open;
  open.directories = {tables_root(directory)};
  auto tables = Tablebase::open(ruleset(), open);
  if (!tables) return std::move(tables).error();
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    auto classes = classes_of(*tables, metric, lunette::max_table_pieces);
    if (!classes.empty()) return Identified{metric, std::move(classes)};
  }
  return Error{ErrorCode::missing_table, "no tables"};
}

}  // namespace

void tell(MessageFunction message, const std::string& text) {
  if (message != nullptr) message(text.c_str());
}

const lunette::Ruleset& ruleset() {
  return **lunette::find_ruleset("international");
}

fs::path tables_root(const fs::path& named) {
  std::error_code failure;
  const fs::path own(ruleset().name);
  if (fs::is_directory(named / own, failure)) return named;
  fs::path whole = fs::absolute(named, failure).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  return whole.filename() == own ? whole.parent_path() : named;
}

std::vector<Material> classes_of(const Tablebase& tables, Metric metric, int max_pieces) {
  std::vector<Material> classes = lunette::enumerate_materials(max_pieces);
  std::erase_if(classes, [&](const Material& material) { return !tables.has(material, metric); });
  return classes;
}

EGDB_TYPE type_of(Metric metric) {
  switch (metric) {
    case Metric::wdl: return EGDB_WLD_TUN_V1;
    case Metric::dtc: return EGDB_MTC_RUNLEN;
    case Metric::dtw: break;
  }
  return EGDB_DTW;
}

int most_pieces(const std::vector<Material>& classes) {
  int most = 0;
  for (const Material& material : classes) most = std::max(most, material.pieces());
  return most;
}

PresentClasses::PresentClasses(const std::vector<Material>& canonical) {
  for (const Material& material : canonical) {
    present_[number_of(material)] = true;
    present_[number_of(material.flipped())] = true;
  }
}

EGDB_DRIVER* egdb_open(char const* options, int cache_mb, char const* directory, MessageFunction msg_fn) {
  auto driver = lunette::at_border([&] { return open_driver(options, cache_mb, directory, msg_fn); });
  if (driver) return std::move(*driver).release();
  tell(msg_fn, driver.error().message);
  return nullptr;
}

int egdb_close(EGDB_DRIVER* handle) {
  const std::unique_ptr<EGDB_DRIVER> owned(handle);
  return owned ? 0 : 1;
}

int egdb_identify(char const* directory, EGDB_TYPE* type, int* max_pieces) {
  if (directory == nullptr || type == nullptr || max_pieces == nullptr) return 1;
  const auto found = lunette::at_border([&] { return identify(directory); });
  if (!found) return 1;
  *type = type_of(found->metric);
  *max_pieces = most_pieces(found->classes);
  return 0;
}

int egdb_get_pieces(EGDB_DRIVER const* handle, int* max_pieces, int* max_pieces_1side) {
  if (handle == nullptr || max_pieces == nullptr || max_pieces_1side == nullptr) return 1;
  *max_pieces = most_pieces(handle->classes);
  *max_pieces_1side = 0;
  for (const Material& material : handle->classes) {
    *max_pieces_1side = std::max({*max_pieces_1side, material.white_pieces(), material.black_pieces()});
  }
  return 0;
}

EGDB_TYPE egdb_get_type(EGDB_DRIVER const* handle) {
  return handle == nullptr ? EGDB_WLD_RUNLEN : type_of(handle->metric);
}
bool is_wld(EGDB_DRIVER const* handle) {
  return handle != nullptr && handle->metric == Metric::wdl;
}
bool is_mtc(EGDB_DRIVER const* handle) {
  return handle != nullptr && handle->metric == Metric::dtc;
}
bool is_dtw(EGDB_DRIVER const* handle) {
  return handle != nullptr && handle->metric == Metric::dtw;
}

}  // namespace egdb_interface
