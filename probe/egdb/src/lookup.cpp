// Look-ups and their statistics.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "driver.hpp"

namespace egdb_interface {

using lunette::Color;
using lunette::Error;
using lunette::ErrorCode;
using lunette::Material;
using lunette::Metric;
using lunette::Position;
using lunette::Result;
using lunette::Wdl;

namespace {

/// Squares, bits and the way up are the same as ours. King bits without a piece mean nothing.
Position position_of(const EGDB_POSITION& from, int color) {
  return {{from.white & ~from.king, from.black & ~from.king},
          {from.white & from.king, from.black & from.king},
          color == EGDB_WHITE ? Color::white : Color::black};
}

int wld_value(Wdl wdl) {
  if (wdl == Wdl::draw) return EGDB_DRAW;
  return wdl > Wdl::draw ? EGDB_WIN : EGDB_LOSS;
}

int mtc_value(std::optional<int> dtc) {
  if (!dtc) return MTC_UNKNOWN;
  const int even = *dtc + *dtc % 2;
  return even < MTC_THRESHOLD ? MTC_LESS_THAN_THRESHOLD : even;
}

int dtw_value(std::optional<int> dtw) {
  return dtw ? *dtw / 2 : EGDB_SUBDB_UNAVAILABLE;
}

bool is_failure(ErrorCode code) {
  switch (code) {
    case ErrorCode::wrong_ruleset:
    case ErrorCode::unknown_version:
    case ErrorCode::corrupt_file:
    case ErrorCode::io_error:
    case ErrorCode::out_of_memory: return true;
    default: return false;
  }
}

int value_of_error(EGDB_DRIVER& driver, const Error& error) {
  if (error.code == ErrorCode::not_cached) return EGDB_NOT_IN_CACHE;
  if (is_failure(error.code) && !driver.told_of_failure.exchange(true)) tell(driver.message, error.message);
  return EGDB_SUBDB_UNAVAILABLE;
}

template <class Value>
int value_of(EGDB_DRIVER& driver, const Result<Value>& found, int (*convert)(Value)) {
  return found ? convert(*found) : value_of_error(driver, found.error());
}

int look_up(EGDB_DRIVER& driver, const EGDB_POSITION& from, int color, bool cached_only) {
  if (color != EGDB_BLACK && color != EGDB_WHITE) return EGDB_SUBDB_UNAVAILABLE;
  const Position position = position_of(from, color);
  const Material material = material_of(position);
  // Without pieces of its own a side has lost, table or not.
  const bool is_over = material.white_pieces() == 0 || material.black_pieces() == 0;
  if (!is_over && !driver.present.contains(material)) return EGDB_SUBDB_UNAVAILABLE;

  const lunette::Tablebase& tables = driver.tables;
  switch (driver.metric) {
    case Metric::wdl:
      return value_of(driver, cached_only ? tables.probe_cached(position) : tables.probe_wdl(position), wld_value);
    case Metric::dtc:
      return value_of(driver, cached_only ? tables.probe_cached_dtc(position) : tables.probe_dtc(position), mtc_value);
    case Metric::dtw: break;
  }
  return value_of(driver, cached_only ? tables.probe_cached_dtw(position) : tables.probe_dtw(position), dtw_value);
}

LookupEvent event_of(int value) {
  if (value == EGDB_NOT_IN_CACHE) return LookupEvent::not_cached;
  return value == EGDB_SUBDB_UNAVAILABLE ? LookupEvent::unavailable : LookupEvent::answered;
}

unsigned narrowed(std::uint64_t number) {
  return static_cast<unsigned>(std::min<std::uint64_t>(number, std::numeric_limits<unsigned>::max()));
}

}  // namespace

int egdb_lookup(EGDB_DRIVER* handle, EGDB_POSITION const* position, int color, int cl) {
  if (handle == nullptr || position == nullptr) return EGDB_SUBDB_UNAVAILABLE;
  const int value = look_up(*handle, *position, color, cl != 0);
  handle->lookups.add(event_of(value));
  return value;
}

void egdb_reset_stats(EGDB_DRIVER* handle) {
  if (handle == nullptr) return;
  handle->tables.reset_statistics();
  handle->lookups.reset();
}

EGDB_STATS* egdb_get_stats(EGDB_DRIVER const* handle) {
  if (handle == nullptr) return nullptr;
  const std::uint64_t answered = handle->lookups.sum(LookupEvent::answered);
  const std::uint64_t unavailable = handle->lookups.sum(LookupEvent::unavailable);
  const std::uint64_t not_cached = handle->lookups.sum(LookupEvent::not_cached);
  const lunette::Statistics tables = handle->tables.statistics();
  const std::lock_guard lock(handle->statistics_mutex);
  handle->statistics = {
      narrowed(tables.cache_hits), narrowed(tables.cache_misses), 0, narrowed(answered + unavailable + not_cached),
      narrowed(answered),          narrowed(unavailable),         0};
  return &handle->statistics;
}

}  // namespace egdb_interface
