#include "preload.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lunette {

namespace {

std::vector<Material> smallest_first(Board board, int pieces) {
  std::vector<Material> materials = enumerate_materials(pieces);
  const auto entries = [board](const Material& material) {
    return Indexer(board, material).size() * static_cast<Index>(material.stored_sides());
  };
  std::stable_sort(materials.begin(), materials.end(),
                   [&](const Material& a, const Material& b) { return entries(a) < entries(b); });
  return materials;
}

/// False once there is no room left.
bool load(const Table& table, const Evaluator& evaluator, std::size_t bytes) {
  const int sides = table.file().joint() ? 1 : table.file().header().sides;
  for (int side = 0; side < sides; ++side) {
    for (std::uint64_t unit = 0; unit < table.units(); ++unit) {
      const auto loaded = evaluator.load_unit(table, side, unit, bytes);
      if (!loaded) return true;
      if (!*loaded) return false;
    }
  }
  return true;
}

}  // namespace

void preload(const Ruleset& rules, Tables& tables, const Evaluator& evaluator, std::size_t bytes) {
  if (bytes == 0) return;
  const std::vector<Material> materials = smallest_first(rules.board, tables.max_pieces());
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    if (!tables.uses(metric)) continue;
    for (const Material& material : materials) {
      const auto found = tables.find(material, metric);
      if (found && !load(**found, evaluator, bytes)) return;
    }
  }
}

}  // namespace lunette
