#include "decoded_tables.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "expected_header.hpp"

namespace lunette::gen {
Result<void> read_all_blocks(const TableFile& file, const BlockVisitor& visit) {
  std::mutex failure_mutex;
  std::optional<Error> failure;
  const auto blocks = static_cast<std::size_t>(file.blocks());
  const auto sides = static_cast<std::size_t>(file.header().sides);
  tbb::parallel_for(std::size_t{0}, blocks * sides, [&](std::size_t task) {
    const int side = static_cast<int>(task / blocks);
    const std::uint64_t block = task % blocks;
    std::vector<ValueCode> codes(file.block_size(block));
    if (auto read = file.read_block(side, block, codes); !read) {
      const std::lock_guard lock(failure_mutex);
      failure = std::move(read).error();
      return;
    }
    visit(side, block * file.header().block_entries, codes);
  });
  if (failure) return *std::move(failure);
  return {};
}

Result<TableFile> open_table(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id) {
  auto file = TableFile::open(table_path(directory, rules.name, id.material, id.metric));
  if (!file) return file;
  if (auto fits = check_identity(*file, rules, id); !fits) return std::move(fits).error();
  return file;
}

Result<TableFile> open_built_table(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id) {
  auto file = open_table(rules, directory, id);
  if (file && file->header().captures == CaptureEntries::filler) {
    return Error{
        ErrorCode::bad_argument,
        file->path().string() + ": a packed table, without the values of captures; others cannot be built on it"};
  }
  return file;
}

DecodedTable::DecodedTable(const TableFile& file, bool wide)
    : packed_{Indexer(file.header().board, file.header().material), {}}, wide_(wide) {
  for (int side = 0; side < file.header().sides; ++side) {
    const auto s = static_cast<std::size_t>(side);
    if (file.header().metric == Metric::wdl) {
      packed_.sides[s] = rows::PackedValues(file.header().entries, wide_);
    } else if (wide_) {
      wide_codes_[s].resize(file.header().entries);
    } else {
      narrow_codes_[s].resize(file.header().entries);
    }
  }
}

Result<DecodedTable> DecodedTable::load(const Ruleset& rules, const std::filesystem::path& directory,
                                        const TableId& id) {
  auto file = open_built_table(rules, directory, id);
  if (!file) return std::move(file).error();
  std::optional<DecodedTable> table = DecodedTable(*file, false);
  auto fits_bytes = table->read(*file);
  if (fits_bytes && !*fits_bytes) {
    table.reset();
    table = DecodedTable(*file, true);
    fits_bytes = table->read(*file);
  }
  if (!fits_bytes) return std::move(fits_bytes).error();
  return *std::move(table);
}

/// Blocks are a whole number of bytes of packed values, so that different threads fill different bytes.
Result<bool> DecodedTable::read_packed(const TableFile& file) {
  std::atomic<bool> fits = true;
  auto read = read_all_blocks(file, [&](int side, std::uint64_t first, std::span<const ValueCode> codes) {
    packed_.sides[static_cast<std::size_t>(side)].set(first, codes);
    const unsigned all = std::accumulate(codes.begin(), codes.end(), 0U, std::bit_or<>());
    if (!wide_ && all % 2 != 0) fits = false;
  });
  if (!read) return std::move(read).error();
  return fits.load();
}

Result<bool> DecodedTable::read(const TableFile& file) {
  if (file.header().metric == Metric::wdl) return read_packed(file);
  std::atomic<bool> fits = true;
  auto read = read_all_blocks(file, [&](int side, std::uint64_t first, std::span<const ValueCode> codes) {
    const auto s = static_cast<std::size_t>(side);
    const auto begin = static_cast<std::ptrdiff_t>(first);
    if (wide_) {
      std::copy(codes.begin(), codes.end(), wide_codes_[s].begin() + begin);
    } else {
      std::transform(codes.begin(), codes.end(), narrow_codes_[s].begin() + begin,
                     [](ValueCode code) { return static_cast<std::uint8_t>(code); });
      if (std::any_of(codes.begin(), codes.end(), [](ValueCode code) { return code > 0xFF; })) fits = false;
    }
  });
  if (!read) return std::move(read).error();
  return fits.load();
}

CodeView DecodedTable::codes(int side) const noexcept {
  const auto s = static_cast<std::size_t>(side);
  return wide_ ? CodeView(wide_codes_[s].data()) : CodeView(narrow_codes_[s].data());
}

std::uint64_t DecodedTable::bytes() const noexcept {
  return packed_.sides[0].bytes() + packed_.sides[1].bytes() + narrow_codes_[0].size() + narrow_codes_[1].size() +
         2 * (wide_codes_[0].size() + wide_codes_[1].size());
}

std::uint64_t DecodedTable::most_bytes(const Ruleset& rules, const TableId& id) {
  const std::uint64_t entries =
      Indexer(rules.board, id.material).size() * static_cast<std::uint64_t>(id.material.stored_sides());
  if (id.metric != Metric::wdl) return 2 * entries;
  return entries / (rules.count ? 2 : 4) + 2;
}

DecodedTables::DecodedTables(const Ruleset& rules, std::filesystem::path directory)
    : rules_(rules), directory_(std::move(directory)) {}

Result<const DecodedTable*> DecodedTables::load(const TableId& id) {
  if (const DecodedTable* table = find(id)) return table;
  auto table = DecodedTable::load(rules_, directory_, id);
  if (!table) return std::move(table).error();
  entries_.push_back({id, std::make_unique<const DecodedTable>(std::move(table).value())});
  return entries_.back().table.get();
}

const DecodedTable* DecodedTables::find(const TableId& id) const noexcept {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.id == id; });
  return found == entries_.end() ? nullptr : found->table.get();
}

void DecodedTables::drop(const TableId& id) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.id == id; });
}

std::vector<TableId> DecodedTables::ids() const {
  std::vector<TableId> ids;
  for (const Entry& entry : entries_) ids.push_back(entry.id);
  return ids;
}

std::uint64_t DecodedTables::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.table->bytes();
  return sum;
}

}  // namespace lunette::gen
