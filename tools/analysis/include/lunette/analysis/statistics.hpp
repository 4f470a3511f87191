#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// What the tables of one class say about one side to move, every legal position counted with its true value.
struct ClassStatistics {
  Material material;          ///< stored name
  Color side = Color::white;  ///< to move; white only in a class that is its own flip
  std::uint64_t entries = 0;
  std::uint64_t win = 0;
  std::uint64_t cursed_win = 0;
  std::uint64_t draw = 0;
  std::uint64_t blessed_loss = 0;
  std::uint64_t loss = 0;
  /// Over win and loss proper; absent where there are none, and where the metric is not stored.
  std::optional<int> max_dtc_win;
  std::optional<int> max_dtc_loss;
  std::optional<int> max_dtw_win;
  std::optional<int> max_dtw_loss;
  /// The position of lowest index with the longest DTW, or DTC where DTW is not stored; absent where there is none.
  std::optional<std::string> longest_win_fen;
  std::optional<std::string> longest_loss_fen;
};

/// The classes asked for as they are stored, each once and in solving order; all with a WDL table if none is named.
std::vector<Material> stored_classes(const Tablebase& tablebase, std::vector<Material> materials);

/// The statistics of the named classes (either orientation; each once), or of all with a WDL table, in solving order;
/// White's move before Black's. Read from the headers: no block is touched. Errors: missing_table and those of
/// Tablebase::table.
Result<std::vector<ClassStatistics>> collect_statistics(const Tablebase& tablebase,
                                                        const std::vector<Material>& materials = {});

}  // namespace lunette
