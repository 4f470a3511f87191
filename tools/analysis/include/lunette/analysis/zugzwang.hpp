#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// A placement in which either side does worse, by the five-way value with the count, if it is its move than if it is
/// the other's. For both sides that is the same condition: the two values, each from its side to move, sum up to less
/// than nothing.
struct Zugzwang {
  Position position;      ///< White to move
  Index index = 0;        ///< of the placement in its class
  Wdl white = Wdl::draw;  ///< with White to move, for White
  Wdl black = Wdl::draw;  ///< with Black to move, for Black
  /// Neither side, being to move, must capture: the move is a burden by itself and not because of what it has to take.
  bool quiet = false;
};

/// True if having the move is worse for either side.
constexpr bool is_mutual_zugzwang(Wdl white, Wdl black) {
  return static_cast<int>(white) + static_cast<int>(black) < 0;
}

/// Which mutual zugzwangs of a class are visited; what is absent does not restrict.
struct ZugzwangFilter {
  std::optional<Wdl> white;  ///< value for White with White to move
  std::optional<Wdl> black;
  bool quiet = false;  ///< only those in which neither side must capture
};

/// Returns false to end the search.
using ZugzwangVisitor = std::function<bool(const Zugzwang&)>;

/// Calls `visit` for the mutual zugzwangs of a class in the order of their index, from one thread. In a class that is
/// its own flip a placement and its flip are one, visited as the one with the worse value with White to move, or if
/// these are equal with the lower index; where only its flip passes the filter, as that. The class may be named in
/// either orientation; colours are those of the stored name. Errors: those of scan_class(); out_of_memory with the
/// bytes needed (ScanOptions::memory_bytes).
Result<void> find_zugzwangs(const Tablebase& tablebase, const Material& material, const ZugzwangFilter& filter,
                            const ScanOptions& options, const ZugzwangVisitor& visit);

}  // namespace lunette
