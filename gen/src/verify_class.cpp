#include "verify_class.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <string>
#include <utility>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/generator.hpp"
#include "verify_entry.hpp"

namespace lunette::verification {

namespace {

/// Entries of one task, and of the tasks between two looks at the outside (progress, stop, findings handed over).
constexpr Index range_entries = 4096;
constexpr std::size_t ranges_at_once = 256;

/// The entries [first, last) with one side to move.
struct EntryRange {
  Color side = Color::white;
  Index first = 0;
  Index last = 0;
};

/// What came out of one range; findings by metric.
struct RangeCheck {
  std::array<RangeFindings, 3> findings;
  ClassTally tally;
};

std::vector<EntryRange> ranges_of(const ClassValues& own) {
  std::vector<EntryRange> ranges;
  for (int side = 0; side < own.material().stored_sides(); ++side) {
    for (Index first = 0; first < own.indexer().size(); first += range_entries) {
      const Index last = std::min(first + range_entries, own.indexer().size());
      ranges.push_back({static_cast<Color>(side), first, last});
    }
  }
  return ranges;
}

/// All entries up to three pieces, otherwise one in a thousand: by a hash, so that the choice is the same in
/// every run and follows no pattern of the index (splitmix64, Steele, Lea and Flood 2014).
bool is_sampled(const Material& material, Color side, Index index) {
  if (material.pieces() <= 3) return true;
  std::uint64_t hash = 2 * index + lunette::index_of(side) + 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
  return (hash ^ (hash >> 31)) % 1000 == 0;
}

std::string code_text(Metric metric, ValueCode code) {
  if (metric == Metric::wdl) {
    if (code > encode_wdl(Wdl::win)) return "code " + std::to_string(code);
    return std::string(to_string(decode_wdl(code)));
  }
  const std::optional<int> plies = decode_plies(code);
  return plies ? std::to_string(*plies) + " plies" : "none";
}

std::string table_name(const Material& material, Metric metric) {
  return material.name() + "." + std::string(to_string(metric));
}

/// Checks the entries of one class; shared by all tasks.
class ClassCheck {
 public:
  ClassCheck(const Tablebase& tablebase, const ClassValues& own, const LoadedClasses& loaded, std::uint64_t keep)
      : tablebase_(tablebase), own_(own), loaded_(loaded), keep_(keep) {
    for (const Metric metric : all_metrics) {
      if (own.has(metric)) metrics_.push_back(metric);
    }
  }

  const std::vector<Metric>& metrics() const { return metrics_; }

  template <class G>
  RangeCheck check(const EntryRange& range) const {
    RangeCheck check;
    EntryRecomputer<G> recomputer(tablebase_.rules(), own_, loaded_);
    const Indexer& indexer = own_.indexer();
    MenConfiguration men;
    for (Index index = range.first; index < range.last; ++index) {
      const Index slice = index / indexer.slice_size();
      const Index rank = index % indexer.slice_size();
      if (rank == 0 || index == range.first) {
        men = indexer.unrank_men(slice);
        recomputer.enter_slice(slice);
      }
      Position position = indexer.unrank_kings(men, rank);
      position.side = range.side;
      compare(position, index, recomputer.recompute(position), check);
      if (is_sampled(own_.material(), range.side, index)) probe(position, index, check);
    }
    check.tally.entries = (range.last - range.first) * metrics_.size();
    return check;
  }

 private:
  void compare(const Position& position, Index index, const EntryCodes& recomputed, RangeCheck& check) const {
    for (const Metric metric : metrics_) {
      const ValueCode stored = own_.codes(metric, position.side)[index];
      const ValueCode expected = recomputed[index_of(metric)];
      if (stored == expected) continue;
      add(check, metric, position,
          "stored " + code_text(metric, stored) + ", recomputed " + code_text(metric, expected));
    }
  }

  /// As a user would: the position as it is stored, and with colours exchanged.
  void probe(const Position& position, Index index, RangeCheck& check) const {
    ++check.tally.probed;
    for (const Position& asked : {position, flip(own_.indexer().board(), position)}) {
      const Result<Answer> answer = tablebase_.probe(asked);
      if (!answer) {
        add(check, Metric::wdl, asked, "probing fails: " + answer.error().message);
        continue;
      }
      const EntryCodes answered{encode_wdl(answer->wdl), encode_plies(answer->dtc), encode_plies(answer->dtw)};
      for (const Metric metric : metrics_) {  // a blocked side's distance is known without a table
        const ValueCode stored = own_.codes(metric, position.side)[index];
        if (answered[index_of(metric)] == stored) continue;
        add(check, metric, asked,
            "probing answers " + code_text(metric, answered[index_of(metric)]) + " where the table holds " +
                code_text(metric, stored));
      }
    }
  }

  void add(RangeCheck& check, Metric metric, const Position& position, std::string message) const {
    RangeFindings& findings = check.findings[index_of(metric)];
    if (findings.first.size() >= keep_) {
      ++findings.count;
      return;
    }
    findings.add({table_name(own_.material(), metric), write_fen(own_.indexer().board(), position), std::move(message)},
                 keep_);
  }

  const Tablebase& tablebase_;
  const ClassValues& own_;
  const LoadedClasses& loaded_;
  std::uint64_t keep_;
  std::vector<Metric> metrics_;
};

}  // namespace

Result<ClassTally> recompute_class(const Tablebase& tablebase, const ClassValues& own, const LoadedClasses& loaded,
                                   Findings& findings, Run& run) {
  const ClassCheck class_check(tablebase, own, loaded, findings.per_table());
  const std::vector<EntryRange> ranges = ranges_of(own);
  std::array<RangeFindings, 3> by_metric;
  ClassTally tally;
  for (std::size_t first = 0; first < ranges.size(); first += ranges_at_once) {
    if (run.stopped()) return Run::interrupted();
    const std::size_t count = std::min(ranges_at_once, ranges.size() - first);
    std::vector<RangeCheck> checks(count);
    with_generator(tablebase.rules(), [&]<class G>(G) {
      tbb::parallel_for(std::size_t{0}, count,
                        [&](std::size_t i) { checks[i] = class_check.check<G>(ranges[first + i]); });
    });
    std::uint64_t entries = 0;
    for (RangeCheck& check : checks) {
      entries += check.tally.entries;
      tally.probed += check.tally.probed;
      for (const Metric metric : all_metrics) {
        by_metric[index_of(metric)].add(std::move(check.findings[index_of(metric)]), findings.per_table());
      }
    }
    tally.entries += entries;
    run.advanced(own.material(), class_check.metrics().back(), entries);
  }
  for (RangeFindings& of_metric : by_metric) findings.add(std::move(of_metric));
  return tally;
}

}  // namespace lunette::verification
