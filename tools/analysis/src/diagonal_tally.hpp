#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lunette/analysis/diagonal.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

inline constexpr std::size_t diagonal_results = 4;
inline constexpr std::array<DiagonalResult, diagonal_results> all_diagonal_results{
    DiagonalResult::strong_win, DiagonalResult::cursed, DiagonalResult::draw, DiagonalResult::lone_win};
constexpr std::size_t index_of(DiagonalResult result) {
  return static_cast<std::size_t>(result);
}

/// DiagonalHolder, and for a lone king on the diagonal whether it has it to itself: the defence that the sources
/// describe. The report's rows do not part these two, its verdict does.
enum class Possession : std::uint8_t { lone_alone, shared, strong, empty };

/// One position with a result, for people to look at.
struct Example {
  ValueCode distance = 0;
  Index index = 0;
  std::optional<Position> position;  ///< absent where the result does not occur

  /// Longer first, then the lower index.
  bool is_better_than(const Example& other) const {
    if (!position || !other.position) return position.has_value();
    return distance != other.distance ? distance > other.distance : index < other.index;
  }
};

/// Positions of one kind: how often each result occurs, and the best example of each.
struct DiagonalTally {
  EndingSide side = EndingSide::lone;
  Possession possession = Possession::lone_alone;
  bool capture = false;
  std::array<std::uint64_t, diagonal_results> counts{};
  std::array<Example, diagonal_results> examples;

  std::uint64_t count(DiagonalResult result) const { return counts[index_of(result)]; }
  const Example& example(DiagonalResult result) const { return examples[index_of(result)]; }

  std::uint64_t positions() const;
  void add(DiagonalResult result, const Example& example);
  void add(const DiagonalTally& other);
};

/// All positions of one class: 16 tallies.
struct DiagonalClass {
  Material material;
  std::vector<DiagonalTally> tallies;
};

/// Who stands on the main diagonal. White is the strong side in all of these classes.
Possession possession_of(const Position& position, Bitboard diagonal);

/// All positions of KKvK, KKKvK or KKKKvK. Errors: those of Tablebase::read_values.
Result<DiagonalClass> tally_diagonal(const Tablebase& tablebase, const Material& material);

/// "On 10x10 a lone king that has the main diagonal to itself, is on move and need not capture, holds against ...".
std::string defence_sentence(const Ruleset& rules, const std::vector<DiagonalClass>& classes);
/// "Without a capture to make, either side on move, three kings that hold the diagonal win ...".
std::string possession_sentence(const Ruleset& rules, const DiagonalClass& reported);
/// The sentences of the report. `classes` holds KKvK, KKKvK and what larger ones there are, in this order.
std::string diagonal_verdict(const Ruleset& rules, const std::vector<DiagonalClass>& classes);

}  // namespace lunette
