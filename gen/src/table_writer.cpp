#include "table_writer.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "expected_header.hpp"
#include "lunette/compress/value_checksum.hpp"

namespace lunette::gen {
namespace {

const std::vector<std::uint16_t>& distances(const ClassArrays& arrays, Metric metric, std::size_t side) {
  return metric == Metric::dtc ? arrays.dtc[side] : arrays.dtw[side];
}

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

void count_values(const ClassArrays& arrays, std::size_t side, Index first, Index last, SideStatistics& sum) {
  for (Index index = first; index < last; ++index) ++sum.counts[arrays.wdl[side][index]];
}

void measure(const ClassArrays& arrays, Metric metric, std::size_t side, Index first, Index last, SideStatistics& sum) {
  const std::vector<std::uint16_t>& codes = distances(arrays, metric, side);
  for (Index index = first; index < last; ++index) {
    const int plies = codes[index] - 1;
    const std::uint8_t wdl = arrays.wdl[side][index];
    if (wdl == encode_wdl(Wdl::win) && plies > sum.max_win) {
      sum.max_win = plies;
      sum.longest_win = index;
    } else if (wdl == encode_wdl(Wdl::loss) && plies > sum.max_loss) {
      sum.max_loss = plies;
      sum.longest_loss = index;
    }
  }
}

SideStatistics statistics_of(const ClassArrays& arrays, Metric metric, std::size_t side) {
  return tbb::parallel_reduce(
      tbb::blocked_range<Index>(0, arrays.wdl[side].size(), default_block_entries), SideStatistics{},
      [&](const tbb::blocked_range<Index>& range, SideStatistics sum) {
        if (metric == Metric::wdl) {
          count_values(arrays, side, range.begin(), range.end(), sum);
        } else {
          measure(arrays, metric, side, range.begin(), range.end(), sum);
        }
        return sum;
      },
      [](SideStatistics left, const SideStatistics& right) {
        add(left, right);
        return left;
      });
}

ValueSource source_of(const ClassArrays& arrays, Metric metric) {
  return [&arrays, metric](int side, std::uint64_t first, std::span<ValueCode> out) {
    const auto s = static_cast<std::size_t>(side);
    const auto begin = static_cast<std::ptrdiff_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(out.size());
    if (metric == Metric::wdl) {
      std::copy_n(arrays.wdl[s].begin() + begin, count, out.begin());
    } else {
      std::copy_n(distances(arrays, metric, s).begin() + begin, count, out.begin());
    }
  };
}

}  // namespace

Result<WrittenTable> write_class(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                 const ClassArrays& arrays) {
  TableHeader header = expected_header(rules, id);
  const ValueSource values = source_of(arrays, id.metric);
  header.value_checksum = value_checksum(values, header.sides, header.entries);
  for (int side = 0; side < header.sides; ++side) {
    const auto s = static_cast<std::size_t>(side);
    header.statistics[s] = statistics_of(arrays, id.metric, s);
  }
  WriteOptions options;
  options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
    tbb::parallel_for(std::size_t{0}, count, body);
  };
  return write_table(table_path(directory, rules.name, id.material, id.metric), header, values, options);
}

}  // namespace lunette::gen
