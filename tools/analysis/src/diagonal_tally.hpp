#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lunette/analysis/diagonal.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

inline constexpr std::size_t diagonal_results = 4;
inline constexpr std::array<DiagonalResult, diagonal_results> all_diagonal_results{
    DiagonalResult::strong_win, DiagonalResult::cursed, DiagonalResult::draw, DiagonalResult::lone_win};
constexpr std::size_t index_of(DiagonalResult result) {
  return static_cast<std::size_t>(result);
}

/// A row before one of its examples is chosen: how often each result occurs, and an example of each.
struct DiagonalTally {
  EndingSide side = EndingSide::lone;
  DiagonalHolder diagonal = DiagonalHolder::lone;
  bool capture = false;
  std::array<std::uint64_t, diagonal_results> counts{};
  std::array<std::uint64_t, diagonal_results> unshared{};  ///< of these: only one side stands on the diagonal
  std::array<std::string, diagonal_results> examples;      ///< FEN; empty where the count is 0

  std::uint64_t count(DiagonalResult result) const { return counts[index_of(result)]; }
  const std::string& example(DiagonalResult result) const { return examples[index_of(result)]; }
};

/// All positions of one class, in the order of the report's rows.
struct DiagonalClass {
  Material material;
  std::vector<DiagonalTally> tallies;
};

/// The sentences of the report. `classes` holds KKvK, KKKvK and what larger ones there are, in this order.
std::string diagonal_verdict(const Ruleset& rules, const std::vector<DiagonalClass>& classes);

}  // namespace lunette
