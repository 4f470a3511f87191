#include "table_writer.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
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

/// The first of the entries with the value that has the greatest distance, if that is greater than `max`.
void measure(std::span<const ValueCode> wdl, std::span<const ValueCode> distances, Wdl value, Index first, int& max,
             Index& longest) {
  const ValueCode wanted = encode_wdl(value);
  const auto beaten = static_cast<ValueCode>(max + 1);
  // Few stretches have a new maximum; whether they do is found without branches, several entries at once.
  ValueCode any = 0;
  for (std::size_t i = 0; i < wdl.size(); ++i) {
    const ValueCode counts = wdl[i] == wanted ? 0xFFFF : 0;
    const ValueCode longer = distances[i] > beaten ? 0xFFFF : 0;
    any = static_cast<ValueCode>(any | (counts & longer));
  }
  if (any == 0) return;
  for (std::size_t i = 0; i < wdl.size(); ++i) {
    if (wdl[i] != wanted || distances[i] - 1 <= max) continue;
    max = distances[i] - 1;
    longest = first + i;
  }
}

/// Entries with one value code. A stretch has fewer than the sum can hold.
std::uint64_t count(std::span<const ValueCode> wdl, ValueCode code) {
  std::uint16_t found = 0;
  for (const ValueCode each : wdl) found = static_cast<std::uint16_t>(found + (each == code ? 1U : 0U));
  return found;
}

// Codes read at once: as many as stay in the first-level cache.
constexpr Index stretch = 4096;
static_assert(stretch < (1U << 16));

void add_range(const ClassCodes& codes, Metric metric, int side, Index first, Index last, SideStatistics& sum) {
  std::array<ValueCode, stretch> wdl_buffer;
  std::array<ValueCode, stretch> distance_buffer;
  for (; first < last; first += std::min(stretch, last - first)) {
    const std::size_t entries = std::min(stretch, last - first);
    const auto wdl = std::span(wdl_buffer).first(entries);
    codes.read(Metric::wdl, side, first, wdl);
    if (metric == Metric::wdl) {
      for (std::size_t code = 0; code < sum.counts.size(); ++code) {
        sum.counts[code] += count(wdl, static_cast<ValueCode>(code));
      }
    } else {
      const auto distances = std::span(distance_buffer).first(entries);
      codes.read(metric, side, first, distances);
      measure(wdl, distances, Wdl::win, first, sum.max_win, sum.longest_win);
      measure(wdl, distances, Wdl::loss, first, sum.max_loss, sum.longest_loss);
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
  // The checksum goes through the values from first to last, so one thread does it.
  tbb::parallel_invoke([&] { header.value_checksum = value_checksum(values, header.sides, header.entries); },
                       [&] {
                         for (int side = 0; side < header.sides; ++side) {
                           header.statistics[static_cast<std::size_t>(side)] =
                               statistics_of(codes, id.metric, side, header.entries);
                         }
                       });
  WriteOptions options;
  options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
    tbb::parallel_for(std::size_t{0}, count, body);
  };
  return write_table(table_path(directory, rules.name, id.material, id.metric), header, values, options);
}

}  // namespace lunette::gen
