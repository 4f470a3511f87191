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

}  // namespace

Result<void> find_zugzwangs(const Tablebase& tablebase, const Material& material, const ZugzwangFilter& filter,
                            const ScanOptions& options, const ZugzwangVisitor& visit) {
  const Result<PairValues> values = PairValues::open(tablebase, material.canonical(), options);
  if (!values) return values.error();
  return scan_class(
      tablebase, material.canonical(), options,
      [&](ScanBlock& block) -> Result<std::vector<Zugzwang>> {
        std::vector<ValueCode> buffer;
        const Result<Pair> pair = values->of(block, buffer);
        if (!pair) return pair.error();
        std::vector<Zugzwang> found;
        for_each_zugzwang(block, *pair, [&](const Zugzwang& zugzwang) {
          if (passes(zugzwang, filter)) found.push_back(zugzwang);
        });
        return found;
      },
      [&visit](const std::vector<Zugzwang>& found) { return std::all_of(found.begin(), found.end(), visit); });
}

}  // namespace lunette
