#include "step_memory.hpp"

#include <algorithm>
#include <string>

#include "class_journal.hpp"
#include "class_parts.hpp"
#include "decoded_tables.hpp"
#include "plan.hpp"
#include "rows/row_solver.hpp"

namespace lunette::gen {

Error too_little_memory(const StepId& id, std::uint64_t needed, std::uint64_t allowed) {
  return {ErrorCode::out_of_memory, id.text() + " needs " + std::to_string(needed) + " bytes of memory, " +
                                        std::to_string(allowed) + " are allowed"};
}

SliceMemory::SliceMemory(const Ruleset& rules, const Indexer& indexer, bool with_dtc, int threads)
    : indexer_(indexer),
      five_valued_(rules.count.has_value()),
      with_dtc_(with_dtc),
      threads_(threads),
      smaller_(process_bytes(threads)) {
  for (const Material& smaller : direct_successors(indexer.material())) {
    smaller_ += DecodedTable::most_bytes(rules, {smaller, Metric::wdl});
  }
}

std::uint64_t SliceMemory::group(Index solved, Index read, Index above) const {
  const auto threads = static_cast<std::uint64_t>(threads_);
  const std::uint64_t slice_bytes = rows::conversion_slice_bytes(indexer_, five_valued_, with_dtc_);
  const std::uint64_t set_of_slices = indexer_.slices() / 8;
  const std::uint64_t numbers_of_parts = above * sizeof(Index);
  const std::uint64_t records =
      std::max(ClassJournal::bytes(slice_bytes, threads_), threads * part_workspace(slice_bytes));
  return smaller_ + rows::group_bytes(indexer_, five_valued_, with_dtc_, threads_, solved, read) + set_of_slices +
         numbers_of_parts + records;
}

std::uint64_t SliceMemory::merge() const {
  const std::uint64_t entries = indexer_.size() * static_cast<std::uint64_t>(indexer_.material().stored_sides());
  return process_bytes(threads_) + indexer_.slices() * sizeof(Index) + writer_bytes(entries, threads_) +
         PartCodes::cache_bytes(indexer_, five_valued_, threads_);
}

}  // namespace lunette::gen
