#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// How many positions have each distance: element n counts those of n plies. Over win and loss proper, as the maxima of
/// ClassStatistics; the last element is not zero.
struct DistanceHistogram {
  std::vector<std::uint64_t> wins;
  std::vector<std::uint64_t> losses;
};

/// The distances of one side to move; absent where the metric is not stored.
struct SideHistograms {
  Color side = Color::white;
  std::optional<DistanceHistogram> dtc;
  std::optional<DistanceHistogram> dtw;
};

/// The mutual zugzwangs (zugzwang.hpp) of one class with the same two values.
struct ZugzwangKind {
  Wdl white = Wdl::draw;  ///< with White to move, for White
  Wdl black = Wdl::draw;  ///< with Black to move, for Black
  std::uint64_t positions = 0;
  std::uint64_t quiet = 0;  ///< of these: neither side must capture
  std::string example_fen;  ///< White to move; the one of lowest index, quiet if there is a quiet one
};

/// What only a scan of a whole class tells.
struct ClassProfile {
  Material material;                    ///< stored name
  std::vector<SideHistograms> sides;    ///< White's move, then Black's where it is stored
  std::vector<ZugzwangKind> zugzwangs;  ///< those that occur, by White's value and then Black's, the worst first

  std::uint64_t zugzwang_positions() const;
  std::uint64_t quiet_zugzwang_positions() const;
};

/// Scans a class, named in either orientation; the result does not depend on the number of threads. Errors: as
/// find_zugzwangs().
Result<ClassProfile> profile_class(const Tablebase& tablebase, const Material& material,
                                   const ScanOptions& options = {});

}  // namespace lunette
