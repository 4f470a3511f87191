#include "verify_statistics.hpp"

#include <algorithm>
#include <cstdio>

#include "lunette/compress/value_checksum.hpp"

namespace lunette::verification {

namespace {

std::string in_hexadecimal(std::uint64_t number) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

std::uint64_t checksum_of(const ClassValues& values, Metric metric, int sides) {
  const ValueSource source = [&values, metric](int side, std::uint64_t first, std::span<ValueCode> out) {
    values.codes(metric, static_cast<Color>(side)).copy(first, out);
  };
  return value_checksum(source, sides, values.indexer().size());
}

/// Keeps the longest distance and the lowest index that has it.
void lengthen(ValueCode code, Index index, std::int32_t& longest, std::uint64_t& at) {
  const std::int32_t plies = static_cast<std::int32_t>(code) - 1;
  if (plies <= longest) return;
  longest = plies;
  at = index;
}

SideStatistics statistics_of(const ClassValues& values, Metric metric, Color side) {
  SideStatistics statistics;
  const Codes& wdl = values.codes(Metric::wdl, side);
  if (metric == Metric::wdl) {
    for (Index index = 0; index < values.indexer().size(); ++index) {
      if (wdl[index] < statistics.counts.size()) ++statistics.counts[wdl[index]];
    }
    return statistics;
  }
  const Codes& distances = values.codes(metric, side);
  for (Index index = 0; index < values.indexer().size(); ++index) {
    if (wdl[index] == encode_wdl(Wdl::win)) {
      lengthen(distances[index], index, statistics.max_win, statistics.longest_win);
    } else if (wdl[index] == encode_wdl(Wdl::loss)) {
      lengthen(distances[index], index, statistics.max_loss, statistics.longest_loss);
    }
  }
  return statistics;
}

std::string index_text(std::uint64_t index) {
  return index == SideStatistics::no_index ? "none" : std::to_string(index);
}

std::string plies_text(std::int32_t plies) {
  return plies < 0 ? "none" : std::to_string(plies);
}

/// One message for each number that differs.
void compare_side(const SideStatistics& stated, const SideStatistics& found, Metric metric, Color side,
                  std::vector<std::string>& faults) {
  const std::string mover = side == Color::white ? "white to move, " : "black to move, ";
  const auto expect = [&](const std::string& what, const std::string& stated_text, const std::string& found_text) {
    if (stated_text == found_text) return;
    faults.push_back("header: " + mover + what + " is " + stated_text + ", by the values " + found_text);
  };
  if (metric == Metric::wdl) {
    for (ValueCode code = 0; code < found.counts.size(); ++code) {
      expect("the number of positions with value " + std::string(to_string(decode_wdl(code))),
             std::to_string(stated.counts[code]), std::to_string(found.counts[code]));
    }
    return;
  }
  expect("the longest win", plies_text(stated.max_win), plies_text(found.max_win));
  expect("the longest loss", plies_text(stated.max_loss), plies_text(found.max_loss));
  expect("the first index of the longest win", index_text(stated.longest_win), index_text(found.longest_win));
  expect("the first index of the longest loss", index_text(stated.longest_loss), index_text(found.longest_loss));
}

}  // namespace

std::vector<std::string> statistics_faults(const TableHeader& header, const ClassValues& values) {
  std::vector<std::string> faults;
  const int sides = values.material().stored_sides();
  for (int side = 0; side < sides; ++side) {
    const Color mover = static_cast<Color>(side);
    compare_side(header.statistics[lunette::index_of(mover)], statistics_of(values, header.metric, mover),
                 header.metric, mover, faults);
  }
  const std::uint64_t checksum = checksum_of(values, header.metric, sides);
  if (checksum != header.value_checksum) {
    faults.push_back("header: the value checksum is " + in_hexadecimal(header.value_checksum) + ", of the values " +
                     in_hexadecimal(checksum));
  }
  return faults;
}

}  // namespace lunette::verification
