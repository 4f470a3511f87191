#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/gen/progress.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

struct PackOptions {
  const Ruleset* rules = nullptr;
  std::filesystem::path from;       ///< directory of the builder's tables, or of packed ones
  std::filesystem::path directory;  ///< another one, where the packed tables go
  std::vector<Material> materials;  ///< canonical; empty: all that are there
  std::vector<Metric> metrics{Metric::wdl, Metric::dtc, Metric::dtw};  ///< of these, those that are there
  std::uint32_t segment_entries =
      default_segment_entries;             ///< of what is coded: smaller opens faster; at most 2^12 of distances
  std::uint32_t block_entries = 1U << 14;  ///< of what is not coded
  int zstd_level = 19;                     ///< of what is not coded
  int threads = 0;                         ///< 0: all the machine has
  ProgressSink progress;
  StopRequest stop;
};

/// One table, as it was and as it is.
struct PackedTable {
  Material material;
  Metric metric = Metric::wdl;
  std::uint64_t entries = 0;  ///< of all stored sides
  std::uint64_t from_bytes = 0;
  std::uint64_t bytes = 0;
  Form form = Form::plain;
  bool found = false;  ///< was there already
};

struct PackReport {
  std::vector<PackedTable> tables;  ///< in solving order, WDL first
  double seconds = 0;
  double cpu_seconds = 0;  ///< user and system, of all threads
};

/// Writes the shipping form of a set: entries in which the side to move must capture are left out (the library plays
/// the captures), and values are coded by their odds among their neighbours (five-valued WDL is compressed at a high
/// level instead). Distances leave out draws too and are read with the WDL beside them, which is packed first. Each
/// written table is read back and compared with the original before it counts. Everything else that a table says
/// (counts, longest distances, checksum of the true values) stays. Tables that are already there with the same values
/// are kept; stopping or dying loses the table at work. The manifest is rewritten at the end. The bytes do not depend
/// on threads. Tables that were packed cannot be built upon: lunette::build() refuses them. Errors: bad_argument,
/// missing_table, wrong_ruleset, corrupt_file (also for a table that does not read back as it was), unknown_version,
/// io_error, interrupted, out_of_memory.
Result<PackReport> pack(const PackOptions& options);

}  // namespace lunette
