#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "code_view.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "rows/packed_values.hpp"
#include "table_id.hpp"

namespace lunette::gen {

/// Opens a table file that holds what its name says; otherwise the errors of check_identity().
Result<TableFile> open_table(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id);

/// The same of a table that others are built upon: bad_argument for one in its shipping form, which leaves out entries.
Result<TableFile> open_built_table(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id);

/// Decodes all blocks of a file, each checked, with several threads: visit(side, first entry, codes).
using BlockVisitor = std::function<void(int side, std::uint64_t first, std::span<const ValueCode> codes)>;
Result<void> read_all_blocks(const TableFile& file, const BlockVisitor& visit);

/// A finished table, every value decoded. WDL takes two bits a value, four where the file has five of them; distances
/// eight bits a code where they fit, otherwise sixteen.
class DecodedTable {
 public:
  /// Reads the file and checks every block. Errors: those of TableFile, wrong_ruleset.
  static Result<DecodedTable> load(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id);

  const Indexer& indexer() const noexcept { return packed_.indexer; }
  /// Of a distance table.
  CodeView codes(int side) const noexcept;
  /// Of a WDL table.
  const rows::SubTable& packed() const noexcept { return packed_; }
  std::uint64_t bytes() const noexcept;
  /// At most so many bytes for a table of this material, whatever its values are.
  static std::uint64_t most_bytes(const Ruleset& rules, const TableId& id);

 private:
  DecodedTable(const TableFile& file, bool wide);
  /// False if a code did not fit.
  Result<bool> read(const TableFile& file);
  Result<bool> read_packed(const TableFile& file);

  rows::SubTable packed_;
  bool wide_ = false;
  std::array<std::vector<std::uint8_t>, 2> narrow_codes_;
  std::array<std::vector<std::uint16_t>, 2> wide_codes_;
};

/// The finished tables that are decoded at the moment. Not for use by several threads, but the tables are: they do not
/// move and do not change until they are dropped.
class DecodedTables {
 public:
  DecodedTables(const Ruleset& rules, std::filesystem::path directory);

  /// Decodes a table unless it is there already.
  Result<const DecodedTable*> load(const TableId& id);
  /// Null if it is not decoded.
  const DecodedTable* find(const TableId& id) const noexcept;
  void drop(const TableId& id);
  std::vector<TableId> ids() const;
  std::uint64_t bytes() const noexcept;

 private:
  struct Entry {
    TableId id;
    std::unique_ptr<const DecodedTable> table;
  };
  const Ruleset& rules_;
  std::filesystem::path directory_;
  std::vector<Entry> entries_;
};

}  // namespace lunette::gen
