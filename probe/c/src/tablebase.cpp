// Opening, text, statistics.

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "call.hpp"
#include "convert.hpp"
#include "lunette.h"
#include "lunette/compress/version.hpp"
#include "lunette/rules/fen.hpp"

using namespace lunette;
using namespace lunette::c;

namespace {

Outcome read_metrics(std::uint32_t bits, std::vector<Metric>& metrics) {
  constexpr std::uint32_t known = LUNETTE_WDL | LUNETTE_DTC | LUNETTE_DTW;
  if ((bits & ~known) != 0) return bad_argument("options.metrics has bits that are no metric");
  metrics.clear();
  if ((bits & LUNETTE_WDL) != 0) metrics.push_back(Metric::wdl);
  if ((bits & LUNETTE_DTC) != 0) metrics.push_back(Metric::dtc);
  if ((bits & LUNETTE_DTW) != 0) metrics.push_back(Metric::dtw);
  return std::nullopt;
}

Outcome read_options(const lunette_options& from, OpenOptions& to) {
  if (auto small = check_size(&from, "options")) return small;
  if (from.directory_count > 0) {
    if (auto null = check_pointers({{from.directories, "options.directories"}})) return null;
  }
  for (std::size_t i = 0; i < from.directory_count; ++i) {
    if (auto null = check_pointers({{from.directories[i], "a directory"}})) return null;
    to.directories.emplace_back(from.directories[i]);
  }
  to.cache_bytes = static_cast<std::size_t>(from.cache_bytes);
  to.preload_bytes = static_cast<std::size_t>(from.preload_bytes);
  to.max_pieces = from.max_pieces;
  return read_metrics(from.metrics, to.metrics);
}

}  // namespace

extern "C" {

const char* lunette_version() noexcept {
  return tool_version().data();
}

int lunette_abi_version() noexcept {
  return LUNETTE_ABI_VERSION;
}

lunette_status lunette_open(const char* ruleset, const lunette_options* options, lunette_tablebase** tables,
                            lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{ruleset, "ruleset"}, {options, "options"}, {tables, "tables"}})) return null;
    OpenOptions requested;
    if (auto bad = read_options(*options, requested)) return bad;
    auto rules = find_ruleset(ruleset);
    if (!rules) return failed(std::move(rules).error());
    auto opened = Tablebase::open(**rules, requested);
    if (!opened) return failed(std::move(opened).error());
    *tables = std::make_unique<lunette_tablebase>(lunette_tablebase{*std::move(opened)}).release();
    return std::nullopt;
  });
}

void lunette_close(lunette_tablebase* tables) noexcept {
  const std::unique_ptr<lunette_tablebase> owned(tables);
}

const char* lunette_ruleset(const lunette_tablebase* tables) noexcept {
  return tables == nullptr ? nullptr : tables->tables.rules().name.data();
}

const char* lunette_ruleset_name(size_t number) noexcept {
  const auto rulesets = all_rulesets();
  return number < rulesets.size() ? rulesets[number].name.data() : nullptr;
}

lunette_status lunette_read_fen(const lunette_tablebase* tables, const char* fen, lunette_position* position,
                                lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{tables, "tables"}, {fen, "fen"}, {position, "position"}})) return null;
    auto read = lunette::read_position(tables->tables.rules(), fen);
    if (!read) return failed(std::move(read).error());
    *position = write_position(*read);
    return std::nullopt;
  });
}

lunette_status lunette_write_fen(const lunette_tablebase* tables, const lunette_position* position, char* text,
                                 size_t capacity, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{tables, "tables"}, {position, "position"}, {text, "text"}})) return null;
    Position read;
    if (auto bad = c::read_position(*position, read)) return bad;
    const Ruleset& rules = tables->tables.rules();
    if (const PositionFault fault = check(rules, read); fault != PositionFault::none) {
      return failed({ErrorCode::illegal_position, to_string(fault)});
    }
    const std::string fen = write_fen(rules.board, read);
    if (capacity > fen.size()) {
      std::memcpy(text, fen.c_str(), fen.size() + 1);
      return std::nullopt;
    }
    if (capacity > 0) {
      std::memcpy(text, fen.data(), capacity - 1);
      text[capacity - 1] = '\0';
    }
    return Failure{LUNETTE_BUFFER_TOO_SMALL, "the FEN takes " + std::to_string(fen.size() + 1) + " bytes"};
  });
}

lunette_status lunette_get_statistics(const lunette_tablebase* tables, lunette_statistics* statistics,
                                      lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{tables, "tables"}, {statistics, "statistics"}})) return null;
    if (auto small = check_size(statistics, "statistics")) return small;
    const Statistics now = tables->tables.statistics();
    statistics->probes = now.probes;
    statistics->cache_hits = now.cache_hits;
    statistics->cache_misses = now.cache_misses;
    statistics->cache_bytes = now.cache_bytes;
    statistics->cache_budget = now.cache_budget;
    statistics->open_tables = now.open_tables;
    return std::nullopt;
  });
}

void lunette_reset_statistics(lunette_tablebase* tables) noexcept {
  if (tables != nullptr) tables->tables.reset_statistics();
}

}  // extern "C"
