// What there is to ask: classes, files, values in bulk.

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "call.hpp"
#include "convert.hpp"
#include "lunette.h"
#include "lunette/index/indexer.hpp"

using namespace lunette;
using namespace lunette::c;

namespace {

Outcome write_materials(const std::vector<Material>& from, lunette_material* to, std::size_t capacity,
                        std::size_t* count) {
  if (auto null = check_pointers({{count, "count"}})) return null;
  if (capacity > 0) {
    if (auto null = check_pointers({{to, "materials"}})) return null;
  }
  const std::size_t fit = std::min(from.size(), capacity);
  std::transform(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(fit), to, write_material);
  *count = from.size();
  return std::nullopt;
}

/// A class and metric as two arguments name them.
struct TableName {
  Material material;
  Metric metric = Metric::wdl;
};

Outcome read_table_name(const lunette_tablebase* tables, const char* material, std::int32_t metric, TableName& to) {
  if (auto null = check_pointers({{tables, "tables"}})) return null;
  if (auto bad = read_material(material, to.material)) return bad;
  return read_metric(metric, to.metric);
}

/// One side to move of a table, as arguments name it.
struct StoredSide {
  TableName name;
  Color color{};
  const TableFile* file = nullptr;
};

Outcome read_stored_side(const lunette_tablebase* tables, const char* material, std::int32_t metric, std::int32_t side,
                         StoredSide& to) {
  if (auto bad = read_table_name(tables, material, metric, to.name)) return bad;
  if (auto bad = read_color(side, to.color)) return bad;
  auto found = tables->tables.table(to.name.material, to.name.metric);
  if (!found) return failed(std::move(found).error());
  to.file = *found;
  return std::nullopt;
}

void write_statistics(const TableHeader& header, lunette_table& to) noexcept {
  for (std::size_t side = 0; side < 2; ++side) {
    const SideStatistics& statistics = header.statistics[side];
    std::copy(statistics.counts.begin(), statistics.counts.end(), to.counts[side]);
    to.max_win[side] = statistics.max_win;
    to.max_loss[side] = statistics.max_loss;
    to.longest_win[side] = statistics.longest_win;
    to.longest_loss[side] = statistics.longest_loss;
  }
}

Outcome check_codes(const std::uint16_t* codes, std::size_t capacity, std::size_t* count, std::uint64_t needed) {
  *count = static_cast<std::size_t>(needed);
  if (capacity < needed) {
    return Failure{LUNETTE_BUFFER_TOO_SMALL,
                   "room for " + std::to_string(capacity) + " codes, there are " + std::to_string(needed)};
  }
  return check_pointers({{codes, "codes"}});
}

}  // namespace

extern "C" {

lunette_status lunette_has(const lunette_tablebase* tables, const char* material, int32_t metric, int32_t* yes,
                           lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    TableName name;
    if (auto bad = read_table_name(tables, material, metric, name)) return bad;
    if (auto null = check_pointers({{yes, "yes"}})) return null;
    *yes = tables->tables.has(name.material, name.metric) ? 1 : 0;
    return std::nullopt;
  });
}

lunette_status lunette_covers(const lunette_tablebase* tables, const char* material, int32_t* yes,
                              lunette_error* error) noexcept {
  return lunette_has(tables, material, LUNETTE_WDL, yes, error);
}

lunette_status lunette_missing(const lunette_tablebase* tables, int32_t pieces, int32_t max_side,
                               lunette_material* materials, size_t capacity, size_t* count,
                               lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{tables, "tables"}})) return null;
    return write_materials(tables->tables.missing(pieces, max_side), materials, capacity, count);
  });
}

lunette_status lunette_tables(const lunette_tablebase* tables, lunette_material* materials, size_t capacity,
                              size_t* count, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    if (auto null = check_pointers({{tables, "tables"}})) return null;
    return write_materials(tables->tables.tables(), materials, capacity, count);
  });
}

lunette_status lunette_table_info(const lunette_tablebase* tables, const char* material, int32_t metric,
                                  lunette_table* table, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    TableName name;
    if (auto bad = read_table_name(tables, material, metric, name)) return bad;
    if (auto null = check_pointers({{table, "table"}})) return null;
    if (auto small = check_size(table, "table")) return small;
    auto found = tables->tables.table(name.material, name.metric);
    if (!found) return failed(std::move(found).error());
    const TableFile& file = **found;
    table->material = write_material(file.header().material);
    table->sides = file.header().sides;
    table->count_limit = file.header().count_limit;
    table->entries = file.header().entries;
    table->blocks = file.blocks();
    table->bytes = file.bytes();
    table->file_checksum = file.file_checksum();
    table->value_checksum = file.header().value_checksum;
    write_statistics(file.header(), *table);
    return std::nullopt;
  });
}

lunette_status lunette_read_values(const lunette_tablebase* tables, const char* material, int32_t metric, int32_t side,
                                   uint16_t* codes, size_t capacity, size_t* count, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    StoredSide stored;
    if (auto bad = read_stored_side(tables, material, metric, side, stored)) return bad;
    if (auto null = check_pointers({{count, "count"}})) return null;
    const TableFile& file = *stored.file;
    if (auto bad = check_codes(codes, capacity, count, file.header().entries)) return bad;
    std::span<std::uint16_t> rest(codes, *count);
    for (std::uint64_t block = 0; block < file.blocks(); ++block) {
      const auto out = rest.first(file.block_size(block));
      auto read = tables->tables.read_block_values(stored.name.material, stored.name.metric, stored.color, block, out);
      if (!read) return failed(std::move(read).error());
      rest = rest.subspan(out.size());
    }
    return std::nullopt;
  });
}

lunette_status lunette_read_block_values(const lunette_tablebase* tables, const char* material, int32_t metric,
                                         int32_t side, uint64_t block, uint16_t* codes, size_t capacity, size_t* count,
                                         lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    StoredSide stored;
    if (auto bad = read_stored_side(tables, material, metric, side, stored)) return bad;
    if (auto null = check_pointers({{count, "count"}})) return null;
    if (auto bad = check_codes(codes, capacity, count, stored.file->block_size(block))) return bad;
    auto read = tables->tables.read_block_values(stored.name.material, stored.name.metric, stored.color, block,
                                                 std::span(codes, *count));
    if (!read) return failed(std::move(read).error());
    return std::nullopt;
  });
}

lunette_status lunette_unrank(const lunette_tablebase* tables, const char* material, int32_t side, uint64_t index,
                              lunette_position* position, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Material name;
    Color color{};
    if (auto null = check_pointers({{tables, "tables"}, {position, "position"}})) return null;
    if (auto bad = read_material(material, name)) return bad;
    if (auto bad = read_color(side, color)) return bad;
    if (!name.is_canonical()) return bad_argument(name.name() + " is stored as " + name.canonical().name());
    const Indexer indexer(tables->tables.rules().board, name);
    if (index >= indexer.size()) {
      return bad_argument(name.name() + " has " + std::to_string(indexer.size()) + " entries, none with the index " +
                          std::to_string(index));
    }
    Position found = indexer.unrank(index);
    found.side = color;
    *position = write_position(found);
    return std::nullopt;
  });
}

}  // extern "C"
