#include "lunette/analysis/statistics.hpp"

#include <algorithm>

#include "lunette/index/indexer.hpp"
#include "lunette/rules/fen.hpp"

namespace lunette {

namespace {

/// What one distance file says about one side to move; all absent where the file is not there.
struct Distances {
  std::optional<int> max_win;
  std::optional<int> max_loss;
  std::optional<Index> longest_win;
  std::optional<Index> longest_loss;
  bool stored = false;
};

Result<Distances> read_distances(const Tablebase& tablebase, const Material& material, Metric metric, Color side) {
  if (!tablebase.has(material, metric)) return Distances{};
  const Result<const TableFile*> file = tablebase.table(material, metric);
  if (!file) return file.error();
  const SideStatistics& statistics = (*file)->header().statistics[index_of(side)];
  Distances distances;
  distances.stored = true;
  if (statistics.max_win >= 0) distances.max_win = statistics.max_win;
  if (statistics.max_loss >= 0) distances.max_loss = statistics.max_loss;
  if (statistics.longest_win != SideStatistics::no_index) distances.longest_win = statistics.longest_win;
  if (statistics.longest_loss != SideStatistics::no_index) distances.longest_loss = statistics.longest_loss;
  return distances;
}

std::optional<std::string> fen_at(const Indexer& indexer, std::optional<Index> index, Color side) {
  if (!index || *index >= indexer.size()) return std::nullopt;
  Position position = indexer.unrank(*index);
  position.side = side;
  return write_fen(indexer.board(), position);
}

Result<ClassStatistics> collect_side(const Tablebase& tablebase, const Material& material, Color side) {
  const Result<const TableFile*> file = tablebase.table(material, Metric::wdl);
  if (!file) return file.error();
  const Result<Distances> dtc = read_distances(tablebase, material, Metric::dtc, side);
  if (!dtc) return dtc.error();
  const Result<Distances> dtw = read_distances(tablebase, material, Metric::dtw, side);
  if (!dtw) return dtw.error();

  const TableHeader& header = (*file)->header();
  const auto& counts = header.statistics[index_of(side)].counts;
  const auto counted = [&counts](Wdl wdl) { return counts[encode_wdl(wdl)]; };
  ClassStatistics statistics;
  statistics.material = material;
  statistics.side = side;
  statistics.entries = header.entries;
  statistics.win = counted(Wdl::win);
  statistics.cursed_win = counted(Wdl::cursed_win);
  statistics.draw = counted(Wdl::draw);
  statistics.blessed_loss = counted(Wdl::blessed_loss);
  statistics.loss = counted(Wdl::loss);
  statistics.max_dtc_win = dtc->max_win;
  statistics.max_dtc_loss = dtc->max_loss;
  statistics.max_dtw_win = dtw->max_win;
  statistics.max_dtw_loss = dtw->max_loss;

  const Indexer indexer(tablebase.rules().board, material);
  const Distances& longest = dtw->stored ? *dtw : *dtc;
  statistics.longest_win_fen = fen_at(indexer, longest.longest_win, side);
  statistics.longest_loss_fen = fen_at(indexer, longest.longest_loss, side);
  return statistics;
}

}  // namespace

std::vector<Material> stored_classes(const Tablebase& tablebase, std::vector<Material> materials) {
  if (materials.empty()) return tablebase.tables();
  for (Material& material : materials) material = material.canonical();
  std::sort(materials.begin(), materials.end(), precedes);
  materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
  return materials;
}

Result<std::vector<ClassStatistics>> collect_statistics(const Tablebase& tablebase,
                                                        const std::vector<Material>& materials) {
  std::vector<ClassStatistics> collected;
  for (const Material& material : stored_classes(tablebase, materials)) {
    for (int side = 0; side < material.stored_sides(); ++side) {
      Result<ClassStatistics> statistics = collect_side(tablebase, material, static_cast<Color>(side));
      if (!statistics) return statistics.error();
      collected.push_back(*std::move(statistics));
    }
  }
  return collected;
}

}  // namespace lunette
