#include "table_writer.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "expected_header.hpp"
#include "lunette/compress/value_checksum.hpp"

namespace lunette::gen {
namespace {

void add(SideStatistics& sum, const SideStatistics& part) {
  for (std::size_t code = 0; code < sum.counts.size(); ++code) sum.counts[code] += part.counts[code];
  // Parts come in the order of indices, so that the first of equals has the lowest.
  if (part.max_win > sum.max_win) {
    sum.max_win = part.max_win;
    sum.longest_win = part.longest_win;
  }
  if (part.max_loss > sum.max_loss) {
    sum.max_loss = part.max_loss;
    sum.longest_loss = part.longest_loss;
  }
}

void measure(std::span<const ValueCode> wdl, std::span<const ValueCode> distances, Index first, SideStatistics& sum) {
  for (std::size_t i = 0; i < wdl.size(); ++i) {
    const int plies = distances[i] - 1;
    if (wdl[i] == encode_wdl(Wdl::win) && plies > sum.max_win) {
      sum.max_win = plies;
      sum.longest_win = first + i;
    } else if (wdl[i] == encode_wdl(Wdl::loss) && plies > sum.max_loss) {
      sum.max_loss = plies;
      sum.longest_loss = first + i;
    }
  }
}

// Codes read at once: as many as stay in the first-level cache.
constexpr Index stretch = 4096;

void add_range(const ClassCodes& codes, Metric metric, int side, Index first, Index last, SideStatistics& sum) {
  std::array<ValueCode, stretch> wdl_buffer;
  std::array<ValueCode, stretch> distance_buffer;
  for (; first < last; first += std::min(stretch, last - first)) {
    const std::size_t count = std::min(stretch, last - first);
    const auto wdl = std::span(wdl_buffer).first(count);
    codes.read(Metric::wdl, side, first, wdl);
    if (metric == Metric::wdl) {
      for (const ValueCode code : wdl) ++sum.counts[code];
    } else {
      const auto distances = std::span(distance_buffer).first(count);
      codes.read(metric, side, first, distances);
      measure(wdl, distances, first, sum);
    }
  }
}

SideStatistics statistics_of(const ClassCodes& codes, Metric metric, int side, Index entries) {
  return tbb::parallel_reduce(
      tbb::blocked_range<Index>(0, entries, default_block_entries), SideStatistics{},
      [&](const tbb::blocked_range<Index>& range, SideStatistics sum) {
        add_range(codes, metric, side, range.begin(), range.end(), sum);
        return sum;
      },
      [](SideStatistics left, const SideStatistics& right) {
        add(left, right);
        return left;
      });
}

}  // namespace

Result<WrittenTable> write_class(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                 const ClassCodes& codes) {
  TableHeader header = expected_header(rules, id);
  const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    codes.read(id.metric, side, first, out);
  };
  header.value_checksum = value_checksum(values, header.sides, header.entries);
  for (int side = 0; side < header.sides; ++side) {
    header.statistics[static_cast<std::size_t>(side)] = statistics_of(codes, id.metric, side, header.entries);
  }
  WriteOptions options;
  options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
    tbb::parallel_for(std::size_t{0}, count, body);
  };
  return write_table(table_path(directory, rules.name, id.material, id.metric), header, values, options);
}

}  // namespace lunette::gen
