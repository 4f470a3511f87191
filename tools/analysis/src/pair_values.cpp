#include "pair_values.hpp"

#include <algorithm>
#include <string>

#include "blocks.hpp"
#include "lunette/index/row_walk.hpp"

namespace lunette {

PairValues::PairValues(const Tablebase& tablebase, const Material& canonical, const TableFile& file)
    : tablebase_(tablebase), indexer_(tablebase.rules().board, canonical), file_(file), blocks_(file.blocks()) {}

Result<PairValues> PairValues::open(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options) {
  const Result<const TableFile*> file = tablebase.table(canonical, Metric::wdl);
  if (!file) return file.error();
  PairValues values(tablebase, canonical, **file);
  if (!canonical.is_own_flip()) return values;
  if (values.indexer_.size() > options.memory_bytes) {
    return Error{ErrorCode::out_of_memory, canonical.name() + " needs " + std::to_string(values.indexer_.size()) +
                                               " bytes, and only " + std::to_string(options.memory_bytes) +
                                               " may be used"};
  }
  if (Result<void> held = values.hold_whole_side(); !held) return held.error();
  return values;
}

Result<void> PairValues::read(std::uint64_t number, Block& block) const {
  block.first = number * file_.header().block_entries;
  if (Result<void> read = read_side(Color::white, number, block.white); !read) return read;
  if (whole_.empty()) return read_side(Color::black, number, block.black);
  read_flipped(block);
  return {};
}

Result<void> PairValues::read_side(Color side, std::uint64_t number, std::vector<ValueCode>& codes) const {
  codes.resize(file_.block_size(number));
  return tablebase_.read_block_values(indexer_.material(), Metric::wdl, side, number, codes);
}

Result<void> PairValues::hold_whole_side() {
  whole_.resize(indexer_.size());
  return for_each_block(blocks_, [this](std::uint64_t number) -> Result<void> {
    std::vector<ValueCode> codes;
    if (Result<void> read = read_side(Color::white, number, codes); !read) return read;
    const Index first = number * file_.header().block_entries;
    std::transform(codes.begin(), codes.end(), whole_.begin() + static_cast<std::ptrdiff_t>(first),
                   [](ValueCode code) { return static_cast<std::uint8_t>(code); });
    return {};
  });
}

void PairValues::read_flipped(Block& block) const {
  block.black.resize(block.white.size());
  for_each_row(indexer_, block.first, block.white.size(), [&](const Row& row, std::uint64_t offset) {
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      const Position placement = row.position(rest & (~rest + 1), Color::white);
      const Index flipped = indexer_.rank(flip(indexer_.board(), placement));
      const ValueCode black = whole_[flipped];
      const ValueCode white = block.white[offset];
      const bool elsewhere = white > black || (white == black && flipped < block.first + offset);
      block.black[offset] = elsewhere ? counted_elsewhere : black;
    }
    return true;
  });
}

}  // namespace lunette
