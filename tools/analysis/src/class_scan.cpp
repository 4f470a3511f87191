#include "lunette/analysis/class_scan.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <string>

namespace lunette {

struct ScannedClass {
  const Tablebase& tablebase;
  Indexer indexer;
  std::size_t block_entries;  ///< those of the WDL file: reading a whole block of a file saves a copy
};

namespace {

using Part = std::shared_ptr<void>;

Result<ValueCode> probe_code(const Tablebase& tablebase, const Position& position, Metric metric) {
  if (metric == Metric::wdl) {
    const Result<Wdl> wdl = tablebase.probe_wdl(position);
    return wdl ? Result<ValueCode>(encode_wdl(*wdl)) : wdl.error();
  }
  const auto plies = metric == Metric::dtc ? tablebase.probe_dtc(position) : tablebase.probe_dtw(position);
  return plies ? Result<ValueCode>(encode_plies(*plies)) : plies.error();
}

/// A run of the scan: the next block to hand out, and the first thing that ended it.
class Run {
 public:
  Run(const ScannedClass& scanned, const BlockWork& work, const BlockMerge& merge)
      : work_(work), merge_(merge), scanned_(scanned), blocks_([&scanned] { return ScanBlock(scanned); }) {}

  Result<void> on(int threads) {
    // Blocks that wait for their turn are few, and threads need not wait for a slow one.
    const auto tokens = static_cast<std::size_t>(threads) * 4;
    tbb::parallel_pipeline(
        tokens,
        tbb::make_filter<void, Index>(tbb::filter_mode::serial_in_order,
                                      [this](tbb::flow_control& flow) { return next(flow); }) &
            tbb::make_filter<Index, std::shared_ptr<Result<Part>>>(tbb::filter_mode::parallel,
                                                                   [this](Index first) { return part_of(first); }) &
            tbb::make_filter<std::shared_ptr<Result<Part>>, void>(
                tbb::filter_mode::serial_in_order, [this](const std::shared_ptr<Result<Part>>& part) { take(*part); }));
    if (error_) return *std::move(error_);
    return {};
  }

 private:
  Index next(tbb::flow_control& flow) {
    const Index first = next_;
    if (ended_.load(std::memory_order_relaxed) || first >= scanned_.indexer.size()) {
      flow.stop();
      return 0;
    }
    next_ += scanned_.block_entries;
    return first;
  }

  std::shared_ptr<Result<Part>> part_of(Index first) {
    if (ended_.load(std::memory_order_relaxed)) return std::make_shared<Result<Part>>(Part());
    ScanBlock& block = blocks_.local();
    block.enter(first,
                static_cast<std::size_t>(std::min<Index>(scanned_.block_entries, scanned_.indexer.size() - first)));
    return std::make_shared<Result<Part>>(work_(block));
  }

  void take(Result<Part>& part) {
    if (ended_.load(std::memory_order_relaxed)) return;
    if (!part) {
      error_ = std::move(part).error();
    } else if (merge_(part->get())) {
      return;
    }
    ended_.store(true, std::memory_order_relaxed);
  }

  const BlockWork& work_;
  const BlockMerge& merge_;
  const ScannedClass& scanned_;
  tbb::enumerable_thread_specific<ScanBlock> blocks_;
  Index next_ = 0;
  std::atomic<bool> ended_{false};
  std::optional<Error> error_;
};

}  // namespace

ScanBlock::ScanBlock(const ScannedClass& scanned) noexcept : scanned_(scanned) {}

const Indexer& ScanBlock::indexer() const noexcept {
  return scanned_.indexer;
}

void ScanBlock::enter(Index first, std::size_t entries) noexcept {
  first_ = first;
  entries_ = entries;
  for (auto& side : codes_) {
    for (Codes& codes : side) codes.holds = Holds::nothing;
  }
}

ScanBlock::Codes& ScanBlock::codes_of(Color side, Metric metric) noexcept {
  return codes_[index_of(side)][static_cast<std::size_t>(metric)];
}

Result<bool> ScanBlock::stores_captures(Metric metric) const {
  const Result<const TableFile*> file = scanned_.tablebase.table(scanned_.indexer.material(), metric);
  if (!file) return file.error();
  return (*file)->header().captures == CaptureEntries::stored;
}

Result<std::span<const ValueCode>> ScanBlock::stored(Color side, Metric metric) {
  Codes& held = codes_of(side, metric);
  if (held.holds == Holds::nothing) {
    const Material& material = scanned_.indexer.material();
    if (side == Color::black && material.is_own_flip()) {
      return Error{ErrorCode::bad_argument, material.name() + " is its own colour flip and stores White to move only"};
    }
    const Result<const TableFile*> file = scanned_.tablebase.table(material, metric);
    if (!file) return file.error();
    held.codes.resize(entries_);
    const auto number = static_cast<int>(index_of(side));
    const std::uint64_t block = first_ / (*file)->header().block_entries;
    const bool whole = first_ % (*file)->header().block_entries == 0 && (*file)->block_size(block) == entries_;
    const Result<void> read =
        whole ? (*file)->read_block(number, block, held.codes) : (*file)->read_range(number, first_, held.codes);
    if (!read) return read.error();
    held.holds = Holds::stored;
  }
  return std::span<const ValueCode>(held.codes);
}

Result<std::span<const ValueCode>> ScanBlock::values(Color side, Metric metric) {
  Codes& held = codes_of(side, metric);
  if (held.holds != Holds::values) {
    const Result<bool> complete = stores_captures(metric);
    if (!complete) return complete.error();
    if (const auto read = stored(side, metric); !read) return read.error();
    if (!*complete) {
      if (const Result<void> resolved = resolve_captures(side, metric, held.codes); !resolved) return resolved.error();
    }
    held.holds = Holds::values;
  }
  return std::span<const ValueCode>(held.codes);
}

Result<void> ScanBlock::resolve_captures(Color side, Metric metric, std::span<ValueCode> codes) const {
  Result<void> resolved;
  for_each_row([&](const Row& row, std::uint64_t offset) {
    const Bitboard capturing = capture_squares(indexer().board(), row)[index_of(side)];
    for (Bitboard rest = row.squares; rest != 0 && resolved; rest &= rest - 1, ++offset) {
      const Bitboard square = rest & (~rest + 1);
      if ((capturing & square) == 0) continue;
      const Result<ValueCode> code = probe_code(scanned_.tablebase, row.position(square, side), metric);
      if (code) {
        codes[static_cast<std::size_t>(offset)] = *code;
      } else {
        resolved = code.error();
      }
    }
    return resolved.has_value();
  });
  return resolved;
}

Result<void> scan_blocks(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options,
                         const BlockWork& work, const BlockMerge& merge) {
  if (!canonical.is_canonical()) {
    return Error{ErrorCode::bad_argument, canonical.name() + " is stored as " + canonical.canonical().name()};
  }
  const Result<const TableFile*> file = tablebase.table(canonical, Metric::wdl);
  if (!file) return file.error();
  const ScannedClass scanned{tablebase, Indexer(tablebase.rules().board, canonical), (*file)->header().block_entries};
  const int threads =
      options.threads > 0 ? options.threads : tbb::task_arena(tbb::task_arena::automatic).max_concurrency();
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute([&]() -> Result<void> {
    try {
      return Run(scanned, work, merge).on(threads);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::out_of_memory, "no memory for scanning " + canonical.name()};
    }
  });
}

}  // namespace lunette
