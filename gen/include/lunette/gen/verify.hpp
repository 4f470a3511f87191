#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lunette/gen/progress.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

struct VerifyOptions {
  const Ruleset* rules = nullptr;
  std::filesystem::path directory;
  std::vector<Material> materials;  ///< empty: all that are there
  bool full = false;                ///< recompute every entry from its successors
  std::filesystem::path against;    ///< a manifest to compare with; empty: none
  bool partial = false;             ///< the copy of a part: what a manifest lists and is not here is no finding
  int threads = 0;
  /// Per table; more are counted only. One wrong value also makes those wrong that rest on it, up to about 80 in a
  /// class of five pieces: the default leaves room for the entry itself, wherever it comes among them.
  std::uint64_t max_findings = 100;
  ProgressSink progress;
  StopRequest stop;
};

/// One thing that is wrong, in one line naming file and block, or position, stored and recomputed value.
struct Finding {
  std::string table;  ///< "KKKvK.dtw", or "manifest.json"
  std::string fen;    ///< empty where a file, block or header is meant
  std::string message;
};

/// A set beside the manifest VerifyOptions::against, restricted to VerifyOptions::materials. Names are those of files,
/// in alphabetical order.
struct Comparison {
  std::uint64_t listed = 0;            ///< tables of the manifest
  std::uint64_t same_bytes = 0;        ///< here with all that is listed, bytes included
  std::uint64_t same_values = 0;       ///< other bytes, but all that is listed of the values
  std::vector<std::string> different;  ///< damaged, or of other values
  std::vector<std::string> missing;    ///< listed and not here
  std::vector<std::string> extra;      ///< here and not listed; no finding
};

struct VerifyReport {
  std::uint64_t tables = 0;
  std::uint64_t entries = 0;        ///< recomputed, all metrics
  std::uint64_t probed = 0;         ///< also asked through Tablebase::probe
  std::uint64_t finding_count = 0;  ///< findings may be cut short, this is not
  std::vector<Finding> findings;
  std::optional<Comparison> comparison;  ///< with `against`
};

/// Without `full`: each table file's header against its name, the ruleset and its count limit, every block's checksum
/// and the file's, and DIR/<ruleset>/manifest.json against the headers (a manifest that is missing is a finding).
///
/// With `against` also another manifest of the same ruleset, as it was published: entries, counts, longest distances
/// and value checksums of each table that it lists. A table whose bytes are others (packed, another version of zstd or
/// of the format) is right if all this is the same; without `full` it is its header that says so. A listed table that
/// is not here is a finding, unless the set is `partial`; having no table in common is one always. Tables that are not
/// listed are no finding. DIR/<ruleset>/manifest.json need not be there then.
///
/// With `full` also every entry of every stored metric from its successors, with the move generation of rules/, reading
/// the finished files through Tablebase; one entry in a thousand (all of them up to 3 pieces), and the same with
/// colours exchanged, through Tablebase::probe; and the statistics and the value checksum of each header. Shares no
/// code with the solver. That each win can also be won, and is not only one of a circle of wins that lead to each
/// other, is shown by the exact recursion of DTC or DTW: where WDL alone is stored, such a circle is not found.
///
/// Findings come in a fixed order whatever the threads: files and manifests first, then class by class in solving
/// order, by metric, side to move and index.
///
/// An error is returned only where nothing can be said: bad_argument, bad_material; io_error (no directory, `against`
/// cannot be read); missing_table (no table at all, without `against` none of a class asked for, with `full` a
/// sub-table that a class needs); corrupt_file, wrong_ruleset (`against` is no manifest, or of another game);
/// interrupted; out_of_memory. Everything else found wrong is a Finding.
Result<VerifyReport> verify(const VerifyOptions& options);

}  // namespace lunette
