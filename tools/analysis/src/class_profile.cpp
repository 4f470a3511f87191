#include "lunette/analysis/class_profile.hpp"

#include <tbb/combinable.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "blocks.hpp"
#include "lunette/rules/fen.hpp"
#include "pair_rows.hpp"
#include "pair_values.hpp"

namespace lunette {
namespace {

constexpr Index no_index = std::numeric_limits<Index>::max();
constexpr std::size_t values = 5;

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

/// What one thread has counted.
struct Tally {
  std::array<std::array<KindTally, values>, values> kinds;    // by code with White to move, with Black to move
  std::array<std::array<DistanceHistogram, 2>, 2> distances;  // by side to move, DTC and DTW

  void add(const Tally& other) {
    for (std::size_t white = 0; white < values; ++white) {
      for (std::size_t black = 0; black < values; ++black) kinds[white][black].add(other.kinds[white][black]);
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

void count_distances(const std::vector<ValueCode>& wdl, const std::vector<ValueCode>& codes,
                     DistanceHistogram& histogram) {
  for (std::size_t entry = 0; entry < wdl.size(); ++entry) {
    if (codes[entry] == 0) continue;
    const std::size_t plies = codes[entry] - std::size_t{1};
    if (wdl[entry] == encode_wdl(Wdl::win)) count(histogram.wins, plies);
    if (wdl[entry] == encode_wdl(Wdl::loss)) count(histogram.losses, plies);
  }
}

class Profiler {
 public:
  Profiler(const Tablebase& tablebase, const Material& canonical, const PairValues& pairs)
      : tablebase_(tablebase), material_(canonical), pairs_(pairs) {}

  Result<ClassProfile> profile() {
    if (Result<void> checked = find_metrics(); !checked) return checked.error();
    tbb::combinable<Tally> tallies;
    const Result<void> scanned =
        for_each_block(pairs_.blocks(), [&](std::uint64_t number) { return scan(number, tallies.local()); });
    if (!scanned) return scanned.error();
    Tally sum;
    tallies.combine_each([&sum](const Tally& tally) { sum.add(tally); });
    return profile_of(sum);
  }

 private:
  Result<void> find_metrics() {
    const Result<const TableFile*> wdl = tablebase_.table(material_, Metric::wdl);
    if (!wdl) return wdl.error();
    for (std::size_t metric = 0; metric < distance_metrics.size(); ++metric) {
      if (!tablebase_.has(material_, distance_metrics[metric])) continue;
      const Result<const TableFile*> file = tablebase_.table(material_, distance_metrics[metric]);
      if (!file) return file.error();
      if ((*file)->header().block_entries != (*wdl)->header().block_entries) {
        return Error{ErrorCode::bad_argument,
                     (*file)->path().string() + " has blocks of another size than " + (*wdl)->path().string()};
      }
      stored_[metric] = true;
    }
    return {};
  }

  Result<void> scan(std::uint64_t number, Tally& tally) const {
    PairValues::Block block;
    if (Result<void> read = pairs_.read(number, block); !read) return read;
    for_each_zugzwang(pairs_.indexer(), block, [&tally](const Zugzwang& zugzwang) {
      tally.kinds[encode_wdl(zugzwang.white)][encode_wdl(zugzwang.black)].add(zugzwang);
    });
    std::vector<ValueCode> codes(block.white.size());
    for (int side = 0; side < material_.stored_sides(); ++side) {
      for (std::size_t metric = 0; metric < distance_metrics.size(); ++metric) {
        if (!stored_[metric]) continue;
        const auto color = static_cast<Color>(side);
        Result<void> read = tablebase_.read_block_values(material_, distance_metrics[metric], color, number, codes);
        if (!read) return read;
        count_distances(color == Color::white ? block.white : block.black, codes,
                        tally.distances[index_of(color)][metric]);
      }
    }
    return {};
  }

  ClassProfile profile_of(const Tally& tally) const {
    ClassProfile profile;
    profile.material = material_;
    for (int side = 0; side < material_.stored_sides(); ++side) {
      SideHistograms histograms;
      histograms.side = static_cast<Color>(side);
      if (stored_[0]) histograms.dtc = tally.distances[index_of(histograms.side)][0];
      if (stored_[1]) histograms.dtw = tally.distances[index_of(histograms.side)][1];
      profile.sides.push_back(std::move(histograms));
    }
    for (std::size_t white = 0; white < values; ++white) {
      for (std::size_t black = 0; black < values; ++black) {
        const KindTally& kind = tally.kinds[white][black];
        if (kind.positions == 0) continue;
        const Index example = kind.quiet > 0 ? kind.lowest_quiet : kind.lowest;
        profile.zugzwangs.push_back({decode_wdl(static_cast<ValueCode>(white)),
                                     decode_wdl(static_cast<ValueCode>(black)), kind.positions, kind.quiet,
                                     write_fen(pairs_.indexer().board(), pairs_.indexer().unrank(example))});
      }
    }
    return profile;
  }

  const Tablebase& tablebase_;
  Material material_;
  const PairValues& pairs_;
  std::array<bool, 2> stored_{};
};

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
  return with_threads(options, [&]() -> Result<ClassProfile> {
    const Result<PairValues> pairs = PairValues::open(tablebase, canonical, options);
    if (!pairs) return pairs.error();
    return Profiler(tablebase, canonical, *pairs).profile();
  });
}

}  // namespace lunette
