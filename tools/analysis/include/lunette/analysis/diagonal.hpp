#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The two sides of an ending of two or more kings against one.
enum class EndingSide : std::uint8_t { lone, strong };
std::string_view to_string(EndingSide side) noexcept;  ///< "lone", "strong"

/// Who stands on the main diagonal (46-5, or 29-4).
enum class DiagonalHolder : std::uint8_t {
  lone,    ///< the lone king, whether or not strong kings stand there too
  strong,  ///< at least one strong king and no lone king
  empty    ///< nobody
};
std::string_view to_string(DiagonalHolder holder) noexcept;  ///< "lone", "strong", "empty"

/// How a position ends, whoever is to move. With a count: as it arises, the count at 0 where one starts.
enum class DiagonalResult : std::uint8_t {
  strong_win,  ///< the kings win, the count included
  cursed,      ///< the kings win without the count and draw with it
  draw,        ///< drawn without the count too, or a win of the lone king that the count takes away
  lone_win     ///< the lone king wins
};
std::string_view to_string(DiagonalResult result) noexcept;  ///< "strong win", "cursed win", "draw", "lone win"

/// What a value of the side to move means.
DiagonalResult diagonal_result(Wdl wdl, EndingSide side_to_move) noexcept;

/// All positions of one class that share the side to move, the holder of the diagonal and whether the side to
/// move must capture. Every legal placement counts once: symmetries are not divided out.
struct DiagonalRow {
  Material material;                   ///< KKvK, KKKvK or KKKKvK: the strong side is White
  EndingSide side = EndingSide::lone;  ///< to move
  DiagonalHolder diagonal = DiagonalHolder::lone;
  bool capture = false;  ///< the side to move must capture
  std::uint64_t strong_wins = 0;
  std::uint64_t cursed = 0;
  std::uint64_t draws = 0;
  std::uint64_t lone_wins = 0;
  /// A position with the rarest result that occurs in the row (equally rare: cursed, strong win, lone win, draw in
  /// this order), of these one with the longest DTW (DTC where DTW is not stored), of these the one with the lowest
  /// index. Empty if the row has no positions.
  std::string example_fen;
  DiagonalResult example_result = DiagonalResult::draw;

  std::uint64_t positions() const { return strong_wins + cursed + draws + lone_wins; }
};

struct DiagonalReport {
  std::string rules;              ///< name of the ruleset
  std::string verdict;            ///< plain English computed from the rows, a few sentences
  std::vector<DiagonalRow> rows;  ///< by material, then side, diagonal, capture false before true; 12 for each class
};

/// Does the main-diagonal defence hold (rules.md, "Claims of the sources")? Reads KKvK, KKKvK, and KKKKvK where it
/// is there, through the library. Errors: missing_table naming KKvK and KKKvK where absent, and those of
/// Tablebase::read_values.
Result<DiagonalReport> report_diagonal(const Tablebase& tablebase);

}  // namespace lunette
