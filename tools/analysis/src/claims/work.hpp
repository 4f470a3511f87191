#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "lunette/analysis/claims.hpp"
#include "lunette/index/indexer.hpp"

namespace lunette::claims {

/// WDL codes (encode_wdl) of one class and side to move in index order, a byte each: these arrays are large.
using WdlCodes = std::vector<std::uint8_t>;

/// Whether the count's draws are draws.
enum class CountView : std::uint8_t { included, ignored };

/// True unless the side to move loses.
constexpr bool mover_is_safe(std::uint8_t wdl, CountView view) {
  const Wdl worst = view == CountView::included ? Wdl::blessed_loss : Wdl::draw;
  return decode_wdl(wdl) >= worst;
}
/// True unless the side to move wins.
constexpr bool waiter_is_safe(std::uint8_t wdl, CountView view) {
  const Wdl best = view == CountView::included ? Wdl::cursed_win : Wdl::draw;
  return decode_wdl(wdl) <= best;
}

inline constexpr Material two_kings{2, 0, 1, 0};    ///< KKvK
inline constexpr Material three_kings{3, 0, 1, 0};  ///< KKKvK

/// One examination under way: its tables, threads, progress and the wish to stop.
class Work {
 public:
  /// `total`: entries that will be reported by advance().
  Work(const Tablebase& tablebase, const ClaimsOptions& options, std::uint64_t total)
      : tablebase_(tablebase), options_(options), total_(total) {}

  const Tablebase& tablebase() const { return tablebase_; }
  const Ruleset& rules() const { return tablebase_.rules(); }
  Board board() const { return rules().board; }
  Bitboard main_diagonal() const {
    return board() == Board::b8 ? Geometry<Board::b8>::main_diagonal : Geometry<Board::b10>::main_diagonal;
  }
  /// The ways to look at a value under these rules: two where there is a count.
  std::vector<CountView> views() const;

  /// Reads blocks in parallel.
  Result<WdlCodes> read_wdl(const Material& canonical, Color side);
  Result<std::vector<ValueCode>> read_dtw(const Material& canonical, Color side) const;

  /// Adds body(tally, first, entries) over all chunks of a class, in parallel; the order of the sum is fixed.
  template <class Tally, class Body>
  Result<Tally> sum(const Material& canonical, const std::string& detail, Body&& body);

  bool stopped() const { return options_.stop && options_.stop(); }
  void advance(const Material& canonical, const std::string& detail, std::uint64_t entries);

 private:
  static constexpr Index chunk_entries = Index{1} << 16;
  static Error interrupted() { return Error{ErrorCode::interrupted, "stopped before all claims were examined"}; }

  const Tablebase& tablebase_;
  const ClaimsOptions& options_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex progress_mutex_;
};

template <class Tally, class Body>
Result<Tally> Work::sum(const Material& canonical, const std::string& detail, Body&& body) {
  const Index entries = Indexer(board(), canonical).size();
  std::vector<Tally> tallies(static_cast<std::size_t>((entries + chunk_entries - 1) / chunk_entries));
  std::atomic<bool> stop = false;
  tbb::parallel_for(std::size_t{0}, tallies.size(), [&](std::size_t chunk) {
    if (stop || stopped()) {
      stop = true;
      return;
    }
    const Index first = chunk * chunk_entries;
    const Index count = std::min(chunk_entries, entries - first);
    body(tallies[chunk], first, count);
    advance(canonical, detail, count);
  });
  if (stop) return interrupted();
  Tally total;
  for (const Tally& tally : tallies) total.add(tally);
  return total;
}

/// For passes that only write to arrays of their own.
struct NoTally {
  void add(const NoTally&) {}
};

}  // namespace lunette::claims
