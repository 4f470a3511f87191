#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "built_set.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"

namespace lunette::testing {

/// Opens a table in whatever orientation it is asked for.
inline TableFile open_table(const std::filesystem::path& directory, const Ruleset& rules, const Material& material,
                            Metric metric) {
  auto file = TableFile::open(table_path(directory, rules.name, material.canonical(), metric));
  INFO((file ? "" : file.error().message));
  REQUIRE(file);
  return *std::move(file);
}

/// The stored code of one position.
inline ValueCode stored_code(const std::filesystem::path& directory, const Ruleset& rules, const Position& position,
                             Metric metric) {
  const TableFile file = open_table(directory, rules, material_of(position), metric);
  const Oriented oriented = orient(rules.board, position);
  const Index index = Indexer(rules.board, file.header().material).rank(oriented.position);
  const std::uint64_t block = index / file.header().block_entries;
  std::vector<ValueCode> codes(file.block_size(block));
  REQUIRE(file.read_block(static_cast<int>(index_of(oriented.side)), block, codes));
  return codes[index % file.header().block_entries];
}

inline Wdl stored_wdl(const std::filesystem::path& directory, const Ruleset& rules, const Position& position) {
  return decode_wdl(stored_code(directory, rules, position, Metric::wdl));
}
inline std::optional<int> stored_plies(const std::filesystem::path& directory, const Ruleset& rules,
                                       const Position& position, Metric metric) {
  return decode_plies(stored_code(directory, rules, position, metric));
}

inline Position read(const Ruleset& rules, std::string_view fen) {
  const auto position = read_position(rules, fen);
  INFO(fen);
  REQUIRE(position);
  return *position;
}

}  // namespace lunette::testing
