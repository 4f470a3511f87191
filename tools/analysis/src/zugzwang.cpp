#include "lunette/analysis/zugzwang.hpp"

#include <algorithm>
#include <vector>

#include "pair_values.hpp"
#include "zugzwang_rows.hpp"

namespace lunette {
namespace {

bool passes(const Zugzwang& zugzwang, const ZugzwangFilter& filter) {
  return (!filter.white || *filter.white == zugzwang.white) && (!filter.black || *filter.black == zugzwang.black) &&
         (!filter.quiet || zugzwang.quiet);
}

/// The same placement with colours exchanged.
Zugzwang flipped(const Indexer& indexer, const Zugzwang& zugzwang) {
  Zugzwang turned{flip(indexer.board(), zugzwang.position), 0, zugzwang.black, zugzwang.white, zugzwang.quiet};
  turned.position.side = Color::white;
  turned.index = indexer.rank(turned.position);
  return turned;
}

}  // namespace

Result<void> find_zugzwangs(const Tablebase& tablebase, const Material& material, const ZugzwangFilter& filter,
                            const ScanOptions& options, const ZugzwangVisitor& visit) {
  const Result<PairValues> values = PairValues::open(tablebase, material.canonical(), options);
  if (!values) return values.error();
  return scan_class(
      tablebase, material.canonical(), options,
      [&](ScanBlock& block) -> Result<std::vector<Zugzwang>> {
        std::vector<ValueCode> buffer;
        const Result<ValuePair> pair = values->of(block, buffer);
        if (!pair) return pair.error();
        std::vector<Zugzwang> found;
        for_each_zugzwang(block, *pair, [&](const Zugzwang& zugzwang) {
          if (passes(zugzwang, filter)) return found.push_back(zugzwang);
          if (!block.indexer().material().is_own_flip()) return;
          const Zugzwang turned = flipped(block.indexer(), zugzwang);
          if (passes(turned, filter)) found.push_back(turned);
        });
        return found;
      },
      [&visit](const std::vector<Zugzwang>& found) { return std::all_of(found.begin(), found.end(), visit); });
}

}  // namespace lunette
