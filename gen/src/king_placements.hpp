#pragma once

#include <array>
#include <cstdint>

#include "king_ranking.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/board.hpp"

namespace lunette::gen {

/// The k-subsets of up to 64 squares in colexicographic order, one after the other.
class Combinations {
 public:
  /// Starts at the combination of this rank. squares[0..count) are bit indices, ascending.
  Combinations(const std::array<std::uint8_t, 64>& squares, int count, int k, Index rank) noexcept;

  Bitboard bits() const noexcept { return bits_; }

  /// False after the last one.
  bool next() noexcept {
    for (std::size_t i = 0; i < k_; ++i) {
      const std::uint8_t limit = i + 1 < k_ ? chosen_[i + 1] : count_;
      if (chosen_[i] + 1 < limit) {
        move(i, static_cast<std::uint8_t>(chosen_[i] + 1));
        for (std::size_t j = 0; j < i; ++j) move(j, static_cast<std::uint8_t>(j));
        return true;
      }
      // Squares below may be chosen again from the start.
      bits_ &= ~bit(chosen_[i]);
    }
    return false;
  }

 private:
  Bitboard bit(std::uint8_t ordinal) const noexcept { return Bitboard{1} << squares_[ordinal]; }
  void move(std::size_t i, std::uint8_t ordinal) noexcept {
    bits_ &= ~bit(chosen_[i]);
    chosen_[i] = ordinal;
    bits_ |= bit(ordinal);
  }

  std::array<std::uint8_t, 64> squares_;
  std::array<std::uint8_t, max_table_pieces> chosen_{};
  std::uint8_t count_;
  std::size_t k_;
  Bitboard bits_ = 0;
};

/// All king placements of a slice in the order of their ranks, or those of some placements of the leading (white)
/// kings: chunks of work for several threads.
class KingPlacements {
 public:
  KingPlacements(const Indexer& indexer, const MenConfiguration& men) noexcept;

  Index leading_count() const noexcept { return leading_count_; }
  Index trailing_count() const noexcept { return trailing_count_; }

  /// visit(white kings, black kings, rank) for the leading placements first to last-1.
  template <class Visit>
  void for_each(Index first, Index last, Visit&& visit) const {
    Index rank = first * trailing_count_;
    Combinations leading(free_, free_count_, leading_kings_, first);
    for (Index lead = first; lead < last; ++lead, leading.next()) {
      std::array<std::uint8_t, 64> rest;
      const int rest_count = without(leading.bits(), rest);
      Combinations trailing(rest, rest_count, trailing_kings_, 0);
      for (Index trail = 0; trail < trailing_count_; ++trail, trailing.next()) {
        visit(leading.bits(), trailing.bits(), rank++);
      }
    }
  }

 private:
  int without(Bitboard taken, std::array<std::uint8_t, 64>& rest) const noexcept {
    int count = 0;
    for (int i = 0; i < free_count_; ++i) {
      const std::uint8_t square = free_[static_cast<std::size_t>(i)];
      if ((taken >> square & 1) == 0) rest[static_cast<std::size_t>(count++)] = square;
    }
    return count;
  }

  std::array<std::uint8_t, 64> free_{};  // bit indices, ascending
  int free_count_ = 0;
  int leading_kings_;
  int trailing_kings_;
  Index leading_count_;
  Index trailing_count_;
};

}  // namespace lunette::gen
