#include "lunette/analysis/class_profile.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "lunette/rules/fen.hpp"
#include "pair_values.hpp"
#include "zugzwang_rows.hpp"

namespace lunette {
namespace {

constexpr Index no_index = std::numeric_limits<Index>::max();
constexpr std::size_t wdl_codes = 5;

struct KindTally {
  std::uint64_t positions = 0;
  std::uint64_t quiet = 0;
  Index lowest = no_index;
  Index lowest_quiet = no_index;

  void add(const Zugzwang& zugzwang) {
    ++positions;
    lowest = std::min(lowest, zugzwang.index);
    if (!zugzwang.quiet) return;
    ++quiet;
    lowest_quiet = std::min(lowest_quiet, zugzwang.index);
  }
  void add(const KindTally& other) {
    positions += other.positions;
    quiet += other.quiet;
    lowest = std::min(lowest, other.lowest);
    lowest_quiet = std::min(lowest_quiet, other.lowest_quiet);
  }
};

void count(std::vector<std::uint64_t>& histogram, std::size_t plies) {
  if (plies >= histogram.size()) histogram.resize(plies + 1);
  ++histogram[plies];
}

void add(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& other) {
  sum.resize(std::max(sum.size(), other.size()));
  for (std::size_t plies = 0; plies < other.size(); ++plies) sum[plies] += other[plies];
}

/// What has been counted in a block, or in all.
struct Tally {
  std::array<std::array<KindTally, wdl_codes>, wdl_codes> kinds;  // by code with White to move, with Black to move
  std::array<std::array<DistanceHistogram, 2>, 2> distances;      // by side to move, DTC and DTW

  void add(const Tally& other) {
    for (std::size_t white = 0; white < wdl_codes; ++white) {
      for (std::size_t black = 0; black < wdl_codes; ++black) kinds[white][black].add(other.kinds[white][black]);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t metric = 0; metric < 2; ++metric) {
        lunette::add(distances[side][metric].wins, other.distances[side][metric].wins);
        lunette::add(distances[side][metric].losses, other.distances[side][metric].losses);
      }
    }
  }
};

constexpr std::array<Metric, 2> distance_metrics{Metric::dtc, Metric::dtw};

void count_distances(std::span<const ValueCode> wdl, std::span<const ValueCode> codes, DistanceHistogram& histogram) {
  for (std::size_t entry = 0; entry < wdl.size(); ++entry) {
    if (codes[entry] == 0) continue;
    const std::size_t plies = codes[entry] - std::size_t{1};
    if (wdl[entry] == encode_wdl(Wdl::win)) count(histogram.wins, plies);
    if (wdl[entry] == encode_wdl(Wdl::loss)) count(histogram.losses, plies);
  }
}

using StoredDistances = std::array<bool, distance_metrics.size()>;

Result<Tally> tally_block(ScanBlock& block, const PairValues& pairs, const StoredDistances& stored) {
  std::vector<ValueCode> buffer;
  const Result<ValuePair> pair = pairs.of(block, buffer);
  if (!pair) return pair.error();
  Tally tally;
  for_each_zugzwang(block, *pair, [&tally](const Zugzwang& zugzwang) {
    tally.kinds[encode_wdl(zugzwang.white)][encode_wdl(zugzwang.black)].add(zugzwang);
  });
  for (int side = 0; side < block.indexer().material().stored_sides(); ++side) {
    const auto color = static_cast<Color>(side);
    for (std::size_t metric = 0; metric < distance_metrics.size(); ++metric) {
      if (!stored[metric]) continue;
      const auto codes = block.values(color, distance_metrics[metric]);
      if (!codes) return codes.error();
      count_distances(color == Color::white ? pair->white : pair->black, *codes,
                      tally.distances[index_of(color)][metric]);
    }
  }
  return tally;
}

std::vector<SideHistograms> histograms_of(const Material& material, Tally& tally, const StoredDistances& stored) {
  std::vector<SideHistograms> sides;
  for (int side = 0; side < material.stored_sides(); ++side) {
    SideHistograms histograms;
    histograms.side = static_cast<Color>(side);
    auto& counted = tally.distances[index_of(histograms.side)];
    if (stored[0]) histograms.dtc = std::move(counted[0]);
    if (stored[1]) histograms.dtw = std::move(counted[1]);
    sides.push_back(std::move(histograms));
  }
  return sides;
}

std::vector<ZugzwangKind> kinds_of(const Indexer& indexer, const Tally& tally) {
  std::vector<ZugzwangKind> kinds;
  for (std::size_t white = 0; white < wdl_codes; ++white) {
    for (std::size_t black = 0; black < wdl_codes; ++black) {
      const KindTally& kind = tally.kinds[white][black];
      if (kind.positions == 0) continue;
      const Index example = kind.quiet > 0 ? kind.lowest_quiet : kind.lowest;
      kinds.push_back({decode_wdl(static_cast<ValueCode>(white)), decode_wdl(static_cast<ValueCode>(black)),
                       kind.positions, kind.quiet, write_fen(indexer.board(), indexer.unrank(example))});
    }
  }
  return kinds;
}

std::uint64_t sum_of(const std::vector<ZugzwangKind>& kinds, std::uint64_t ZugzwangKind::*counted) {
  return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0},
                         [counted](std::uint64_t sum, const ZugzwangKind& kind) { return sum + kind.*counted; });
}

}  // namespace

std::uint64_t ClassProfile::zugzwang_positions() const {
  return sum_of(zugzwangs, &ZugzwangKind::positions);
}

std::uint64_t ClassProfile::quiet_zugzwang_positions() const {
  return sum_of(zugzwangs, &ZugzwangKind::quiet);
}

Result<ClassProfile> profile_class(const Tablebase& tablebase, const Material& material, const ScanOptions& options) {
  const Material canonical = material.canonical();
  const Result<PairValues> pairs = PairValues::open(tablebase, canonical, options);
  if (!pairs) return pairs.error();
  const StoredDistances stored{tablebase.has(canonical, Metric::dtc), tablebase.has(canonical, Metric::dtw)};
  Tally sum;
  const Result<void> scanned = scan_class(
      tablebase, canonical, options, [&](ScanBlock& block) { return tally_block(block, *pairs, stored); },
      [&sum](const Tally& tally) {
        sum.add(tally);
        return true;
      });
  if (!scanned) return scanned.error();
  ClassProfile profile;
  profile.material = canonical;
  profile.sides = histograms_of(canonical, sum, stored);
  profile.zugzwangs = kinds_of(Indexer(tablebase.rules().board, canonical), sum);
  return profile;
}

}  // namespace lunette
