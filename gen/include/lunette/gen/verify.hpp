#pragma once

#include <cstdint>
#include <filesystem>
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

struct VerifyReport {
  std::uint64_t tables = 0;
  std::uint64_t entries = 0;        ///< recomputed, all metrics
  std::uint64_t probed = 0;         ///< also asked through Tablebase::probe
  std::uint64_t finding_count = 0;  ///< findings may be cut short, this is not
  std::vector<Finding> findings;
};

/// Without `full`: headers, block and file checksums, the manifest's values. With `full` also every entry of every
/// stored metric from its successors, with the move generation of rules/, reading the finished files through
/// Tablebase; one entry in a thousand (all of them up to 3 pieces) also through Tablebase::probe; and the
/// statistics and the value checksum of each header. Shares no code with the solver.
/// An error is returned only where nothing can be said (no directory, no table, a class's sub-table missing);
/// everything found wrong is a Finding.
Result<VerifyReport> verify(const VerifyOptions& options);

}  // namespace lunette
