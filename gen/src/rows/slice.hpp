#pragma once

#include <cstdint>
#include <vector>

#include "lunette/index/combination.hpp"
#include "lunette/index/indexer.hpp"
#include "rows/king_sets.hpp"

namespace lunette::rows {

/// One slice laid out in rows. The squares of one king, the row king, are the bits of a word; a row is one placement
/// of all other kings:
///
///     row = rank of the still kings * rows of the row king's fellows + rank of those fellows
///
/// The row king is one of Black's, or of White's where Black has none; its fellows are the other kings of its colour,
/// the still kings those of the other colour. With two or three like kings a placement stands in as many rows, once
/// for each of them as the row king: it is home in the row where the row king is on the lowest square. The home part
/// of a row is one run of consecutive indices.
class Slice {
 public:
  /// Rebuilds for other men; memory is reused. The class must have kings.
  template <Board B>
  void assign(const Material& material, const MenConfiguration& men);

  std::size_t rows() const { return still_.size() * fellows_.size(); }
  Color row_color() const { return row_color_; }
  const MenConfiguration& men() const { return men_; }
  Bitboard all_men() const { return men_.white | men_.black; }
  Bitboard free() const { return free_; }
  int row_kings() const { return row_kings_; }
  int still_kings() const { return still_kings_; }
  const KingSets& still() const { return still_; }
  const KingSets& fellows() const { return fellows_; }
  /// All placements of the kings of the row king's colour, itself included, where nothing but men stands.
  const KingSets& row_color_sets() const { return row_color_sets_; }

  /// The squares where the row king can stand; empty where still kings and fellows overlap.
  Bitboard squares(std::size_t row) const { return squares_[row]; }
  /// The part of squares() in which this row is home to the placement.
  Bitboard home(std::size_t row) const { return squares_[row] & below_fellows_[row % fellows_.size()]; }
  /// The index within the slice of the first square of home().
  std::uint64_t home_index(std::size_t row) const { return home_index_[row]; }

  /// Index within the slice for any placement, given as the sets of both colours' kings.
  std::uint64_t index(Bitboard still_kings, Bitboard row_kings) const {
    return rank_combination(free_, still_kings) * row_sets_ + rank_combination(free_ & ~still_kings, row_kings);
  }
  /// Placements of the row king's colour beside given still kings.
  std::uint64_t row_sets() const { return row_sets_; }

 private:
  template <Board B>
  void lay_out();

  MenConfiguration men_;
  Bitboard free_ = 0;
  Color row_color_ = Color::black;
  int row_kings_ = 0;
  int still_kings_ = 0;
  std::uint64_t row_sets_ = 0;
  KingSets still_;
  KingSets fellows_;
  KingSets row_color_sets_;
  std::vector<Bitboard> squares_;
  std::vector<Bitboard> below_fellows_;
  std::vector<std::uint64_t> home_index_;
};

/// Bytes that one slice of a class and all that is computed on it take at most.
std::uint64_t workspace_bytes(Board board, const Material& material);

/// Ranks of a set of squares to which one more is added: colexicographic, over the squares of `within`.
class InsertionRank {
 public:
  InsertionRank(Bitboard within, Bitboard set) : within_(within), set_(set) {
    int size = 0;
    std::array<int, max_table_pieces> ordinals{};
    for (Bitboard rest = set; rest != 0; rest &= rest - 1) {
      ordinals[static_cast<std::size_t>(size++)] = ordinal_in(within, rest & (~rest + 1));
    }
    // before_[j]: the share of the set's own squares when j of them lie below the new one.
    for (int j = 0; j <= size; ++j) {
      std::uint64_t sum = 0;
      for (int i = 0; i < size; ++i) {
        const int place = i < j ? i + 1 : i + 2;
        sum += binomial_columns[static_cast<std::size_t>(place)]
                               [static_cast<std::size_t>(ordinals[static_cast<std::size_t>(i)])];
      }
      before_[static_cast<std::size_t>(j)] = sum;
    }
  }

  /// The rank of set + square; `square` is a bit of `within` and not of `set`.
  std::uint64_t with(Bitboard square) const {
    const Bitboard below = square - 1;
    const auto place = static_cast<std::size_t>(bit_count(set_ & below));
    return before_[place] + binomial_columns[place + 1][static_cast<std::size_t>(bit_count(within_ & below))];
  }

 private:
  Bitboard within_;
  Bitboard set_;
  std::array<std::uint64_t, max_table_pieces + 1> before_{};
};

}  // namespace lunette::rows
