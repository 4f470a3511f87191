#include "lunette/analysis/zugzwang.hpp"

#include <algorithm>
#include <vector>

#include "blocks.hpp"
#include "pair_rows.hpp"
#include "pair_values.hpp"

namespace lunette {
namespace {

bool passes(const Zugzwang& zugzwang, const ZugzwangFilter& filter) {
  return (!filter.white || *filter.white == zugzwang.white) && (!filter.black || *filter.black == zugzwang.black) &&
         (!filter.quiet || zugzwang.quiet);
}

/// The blocks from `first` on, as many as are read at once, each with what was found in it.
Result<std::vector<std::vector<Zugzwang>>> search_blocks(const PairValues& values, std::uint64_t first,
                                                         std::uint64_t last, const ZugzwangFilter& filter) {
  std::vector<std::vector<Zugzwang>> found(last - first);
  const Result<void> searched = for_each_block(first, last, [&](std::uint64_t number) -> Result<void> {
    PairValues::Block block;
    if (Result<void> read = values.read(number, block); !read) return read;
    for_each_zugzwang(values.indexer(), block, [&](const Zugzwang& zugzwang) {
      if (passes(zugzwang, filter)) found[number - first].push_back(zugzwang);
    });
    return {};
  });
  if (!searched) return searched.error();
  return found;
}

}  // namespace

Result<void> find_zugzwangs(const Tablebase& tablebase, const Material& material, const ZugzwangFilter& filter,
                            const ScanOptions& options, const ZugzwangVisitor& visit) {
  // Few enough that their zugzwangs are held: at most 65,536 of 64 bytes a block.
  constexpr std::uint64_t blocks_at_once = 16;
  return with_threads(options, [&]() -> Result<void> {
    const Result<PairValues> values = PairValues::open(tablebase, material.canonical(), options);
    if (!values) return values.error();
    for (std::uint64_t first = 0; first < values->blocks(); first += blocks_at_once) {
      const std::uint64_t last = std::min(values->blocks(), first + blocks_at_once);
      const Result<std::vector<std::vector<Zugzwang>>> found = search_blocks(*values, first, last, filter);
      if (!found) return found.error();
      for (const std::vector<Zugzwang>& in_block : *found) {
        for (const Zugzwang& zugzwang : in_block) {
          if (!visit(zugzwang)) return {};
        }
      }
    }
    return {};
  });
}

}  // namespace lunette
