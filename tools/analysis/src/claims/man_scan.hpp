#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "examiners.hpp"

// Every position of kings against a king and a man, these to move, counted by what giving up the man does. The claim is
// about three kings (KKKvKM); the scan takes any number, so that a test can afford to count once more.

namespace lunette::claims {

/// KKKvKM and its like.
constexpr Material against_man(int strong_kings) {
  return {static_cast<std::uint8_t>(strong_kings), 0, 1, 1};
}
/// KKKvKK: the man is crowned.
constexpr Material against_two(int strong_kings) {
  return {static_cast<std::uint8_t>(strong_kings), 0, 2, 0};
}

/// Whether a kind of move is there, and saves the side that makes it.
enum class Effect : std::uint8_t { not_there, loses, saves };
inline constexpr std::array<Effect, 3> effects{Effect::not_there, Effect::loses, Effect::saves};

/// A position to show: the fewest saving moves, then the most moves, then the lowest index.
struct ShownPosition {
  int saving = 0;
  int moves = 0;
  Index index = 0;
  std::optional<Position> position;

  void offer(const ShownPosition& other);
};

/// Positions in which the side to move has nothing to capture, by the effect of giving up the man at once and of every
/// other move.
struct GivingCounts {
  std::array<std::array<std::uint64_t, 3>, 3> positions{};  ///< by effect of giving up, then of the others
  std::array<std::array<ShownPosition, 3>, 3> examples;
  std::uint64_t wins_given_away = 0;  ///< another move wins for king and man, and no move that gives up the man does
  std::uint64_t giving_moves = 0;
  std::uint64_t giving_moves_that_save = 0;
  std::uint64_t other_moves = 0;  ///< in the positions in which the man can be given up
  std::uint64_t other_moves_that_save = 0;
  std::array<std::uint64_t, 2> saved{};      ///< without the man on the board, with it: positions that are saved
  std::uint64_t saved_with_and_without = 0;  ///< of both
  /// Saved without giving up the man at once, by a move after which it can be given up with the next move and that
  /// saves, whatever the reply (a reply that forces a capture counts if the capture saves).
  std::uint64_t saved_by_next_move = 0;

  std::uint64_t at(Effect giving, Effect others) const {
    return positions[static_cast<std::size_t>(giving)][static_cast<std::size_t>(others)];
  }
  std::uint64_t all() const;
  /// In which the man can be given up, and something else played.
  std::uint64_t with_both() const;
  void add(const GivingCounts& other);
};

/// One way to look at values.
struct GivingTally {
  std::array<GivingCounts, 2> by_line;  ///< lone king off, on the main diagonal

  GivingCounts whole() const;
  void add(const GivingTally& other) {
    for (std::size_t line = 0; line < by_line.size(); ++line) by_line[line].add(other.by_line[line]);
  }
};

/// How often the side to move, whether or not it must capture, is saved.
struct SavedShare {
  std::uint64_t positions = 0;
  std::uint64_t saved = 0;
};

struct ManScan {
  std::array<GivingTally, 2> views;    ///< by CountView; the same where the ruleset has no count
  std::array<SavedShare, 2> with_man;  ///< by CountView, all positions with king and man to move
  std::array<SavedShare, 2> alone;     ///< by CountView, all positions without the man, the lone king to move
};

/// Entries that scan_king_and_man() of three kings reports to the progress.
std::uint64_t man_scan_entries(const Ruleset& rules);

/// `alone`: the class without the man. Needs WDL of the two classes above. Memory: five bytes a position.
Result<ManScan> scan_king_and_man(Work& work, const LoneKingClass& alone);

}  // namespace lunette::claims
