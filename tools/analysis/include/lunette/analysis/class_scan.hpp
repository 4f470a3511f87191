#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// What all blocks of one scan share.
struct ScannedClass;

/// Some consecutive placements of a class, with both sides to move. Values are decoded when they are first asked for:
/// a scan that needs one metric or one side reads no other. Used by one thread at a time.
class ScanBlock {
 public:
  explicit ScanBlock(const ScannedClass& scanned) noexcept;

  const Indexer& indexer() const noexcept;
  Index first() const noexcept { return first_; }
  std::size_t entries() const noexcept { return entries_; }

  /// Codes by offset from first(), as Tablebase::read_block_values() gives them: true values, captures resolved. `side`
  /// is that of the stored table, white only in a class that is its own flip. Errors: as there, and missing_metric
  /// for a metric that is not there. Where the file does not store captures, those cost some microseconds each.
  Result<std::span<const ValueCode>> values(Color side, Metric metric);

  /// The same without resolving captures: where stores_captures(metric) is false, entries in which the side to move
  /// must capture hold anything. For scans that do not ask for these, or for few of them (Tablebase::probe_wdl() and
  /// its like give their values).
  Result<std::span<const ValueCode>> stored(Color side, Metric metric);
  Result<bool> stores_captures(Metric metric) const;

  /// Calls visit(row, offset) for the rows of the block in index order, until it returns false; see for_each_row().
  template <class Visit>
  void for_each_row(Visit&& visit) const {
    lunette::for_each_row(indexer(), first_, entries_, std::forward<Visit>(visit));
  }

  /// Makes it another block, whose values are not decoded yet.
  void enter(Index first, std::size_t entries) noexcept;

 private:
  enum class Holds : std::uint8_t { nothing, stored, values };
  struct Codes {
    Holds holds = Holds::nothing;
    std::vector<ValueCode> codes;
  };
  Codes& codes_of(Color side, Metric metric) noexcept;
  Result<void> resolve_captures(Color side, Metric metric, std::span<ValueCode> codes) const;

  const ScannedClass& scanned_;
  Index first_ = 0;
  std::size_t entries_ = 0;
  std::array<std::array<Codes, 3>, 2> codes_;
};

/// scan_class() with the type of the parts erased.
using BlockWork = std::function<Result<std::shared_ptr<void>>(ScanBlock&)>;
using BlockMerge = std::function<bool(void*)>;
Result<void> scan_blocks(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options,
                         const BlockWork& work, const BlockMerge& merge);

/// Streams one class: work(ScanBlock&) -> Result<Part> is called for every block, on several threads at once, and
/// merge(Part&) -> bool for what it returned, on one thread at a time and in the order of the index, so that the
/// outcome does not depend on threads. Where merge returns false the scan ends. A few blocks a thread are held at a
/// time, whatever the size of the class:
///
///     Result<void> scanned = scan_class(tablebase, material, {}, [](ScanBlock& block) -> Result<std::uint64_t> {
///       const auto codes = block.values(Color::white, Metric::wdl);
///       if (!codes) return codes.error();
///       return count_wins(*codes);
///     }, [&](std::uint64_t& wins) { sum += wins; return true; });
///
/// Errors: bad_argument for a class that is not canonical, missing_table where its WDL is not there, and of the errors
/// of `work` the one of the lowest block.
template <class Work, class Merge>
Result<void> scan_class(const Tablebase& tablebase, const Material& canonical, const ScanOptions& options, Work&& work,
                        Merge&& merge) {
  using Part = typename std::invoke_result_t<Work&, ScanBlock&>::value_type;
  return scan_blocks(
      tablebase, canonical, options,
      [&work](ScanBlock& block) -> Result<std::shared_ptr<void>> {
        auto part = work(block);
        if (!part) return std::move(part).error();
        return std::shared_ptr<void>(std::make_shared<Part>(*std::move(part)));
      },
      [&merge](void* part) { return merge(*static_cast<Part*>(part)); });
}

}  // namespace lunette
