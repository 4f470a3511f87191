#include "pair_values.hpp"

#include <string>
#include <utility>

namespace lunette {
namespace {

Result<std::vector<std::uint8_t>> read_whole(const Tablebase& tablebase, const Material& canonical,
                                             const ScanOptions& options) {
  const Index entries = Indexer(tablebase.rules().board, canonical).size();
  if (entries > options.memory_bytes) {
    return Error{ErrorCode::out_of_memory, canonical.name() + " needs " + std::to_string(entries) +
                                               " bytes, and only " + std::to_string(options.memory_bytes) +
                                               " may be used"};
  }
  std::vector<std::uint8_t> whole;
  whole.reserve(entries);
  const Result<void> read = scan_class(
      tablebase, canonical, options,
      [](ScanBlock& block) -> Result<std::vector<std::uint8_t>> {
        const auto codes = block.values(Color::white, Metric::wdl);
        if (!codes) return codes.error();
        return std::vector<std::uint8_t>(codes->begin(), codes->end());
      },
      [&whole](const std::vector<std::uint8_t>& codes) {
        whole.insert(whole.end(), codes.begin(), codes.end());
        return true;
      });
  if (!read) return read.error();
  return whole;
}

}  // namespace

Result<PairValues> PairValues::open(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options) {
  PairValues values;
  if (!canonical.is_own_flip()) return values;
  Result<std::vector<std::uint8_t>> whole = read_whole(tablebase, canonical, options);
  if (!whole) return whole.error();
  values.whole_ = *std::move(whole);
  return values;
}

Result<ValuePair> PairValues::of(ScanBlock& block, std::vector<ValueCode>& buffer) const {
  const auto white = block.values(Color::white, Metric::wdl);
  if (!white) return white.error();
  if (whole_.empty()) {
    const auto black = block.values(Color::black, Metric::wdl);
    if (!black) return black.error();
    return ValuePair{*white, *black};
  }
  buffer.resize(block.entries());
  const Indexer& indexer = block.indexer();
  block.for_each_row([&](const Row& row, std::uint64_t offset) {
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      const Position placement = row.position(rest & (~rest + 1), Color::white);
      const Index flipped = indexer.rank(flip(indexer.board(), placement));
      const ValueCode own = (*white)[offset];
      const ValueCode other = whole_[flipped];
      const bool elsewhere = own > other || (own == other && flipped < block.first() + offset);
      buffer[offset] = elsewhere ? counted_elsewhere : other;
    }
    return true;
  });
  return ValuePair{*white, buffer};
}

}  // namespace lunette
