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

/// What the header says of the values, found while they are read once: statistics by all threads, piece by piece, and
/// the checksum, which goes through the values from first to last, by one of them a window behind.
class Survey {
 public:
  Survey(const ClassCodes& codes, TableHeader& header) : codes_(codes), header_(header) {
    for (std::vector<ValueCode>& buffer : buffers_) buffer.resize(std::min<Index>(window, header.entries));
  }

  void run() {
    std::span<const ValueCode> last;
    std::size_t turn = 0;
    for (int side = 0; side < header_.sides; ++side) {
      for (Index first = 0; first < header_.entries; first += window, turn ^= 1) {
        const auto next = std::span(buffers_[turn]).first(std::min(window, header_.entries - first));
        tbb::parallel_invoke([&] { checksum_.add(last); }, [&] { read(side, first, next); });
        last = next;
      }
    }
    checksum_.add(last);
    header_.value_checksum = checksum_.value();
  }

 private:
  static constexpr Index window = 32 * default_block_entries;
  static constexpr Index stretch = 4096;  // as many as stay in the first-level cache
  static_assert(stretch < (1U << 16));

  void read(int side, Index first, std::span<ValueCode> out) {
    const SideStatistics found = tbb::parallel_reduce(
        tbb::blocked_range<Index>(0, out.size(), default_block_entries), SideStatistics{},
        [&](const tbb::blocked_range<Index>& range, SideStatistics sum) {
          for (Index begin = range.begin(); begin < range.end(); begin += stretch) {
            const auto part = out.subspan(begin, std::min(stretch, range.end() - begin));
            read_part(side, first + begin, part, sum);
          }
          return sum;
        },
        [](SideStatistics left, const SideStatistics& right) {
          add(left, right);
          return left;
        });
    add(header_.statistics[static_cast<std::size_t>(side)], found);
  }

  void read_part(int side, Index first, std::span<ValueCode> out, SideStatistics& sum) const {
    codes_.read(header_.metric, side, first, out);
    if (header_.metric == Metric::wdl) {
      for (std::size_t code = 0; code < sum.counts.size(); ++code) {
        sum.counts[code] += count(out, static_cast<ValueCode>(code));
      }
      return;
    }
    std::array<ValueCode, stretch> buffer;
    const auto wdl = std::span(buffer).first(out.size());
    codes_.read(Metric::wdl, side, first, wdl);
    measure(wdl, out, Wdl::win, first, sum.max_win, sum.longest_win);
    measure(wdl, out, Wdl::loss, first, sum.max_loss, sum.longest_loss);
  }

  const ClassCodes& codes_;
  TableHeader& header_;
  ValueChecksum checksum_;
  std::array<std::vector<ValueCode>, 2> buffers_;
};

}  // namespace

Result<WrittenTable> write_class(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                 const ClassCodes& codes) {
  TableHeader header = expected_header(rules, id);
  const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    codes.read(id.metric, side, first, out);
  };
  Survey(codes, header).run();
  WriteOptions options;
  options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
    tbb::parallel_for(std::size_t{0}, count, body);
  };
  return write_table(table_path(directory, rules.name, id.material, id.metric), header, values, options);
}

}  // namespace lunette::gen
