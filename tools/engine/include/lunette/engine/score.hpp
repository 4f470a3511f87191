#pragma once

namespace lunette {

/// What a position is worth to the side to move, in hundredths of a man. Sure results lie beyond all estimates: a game
/// that ends in n plies is won_game - n, and a won table that is entered in n plies is won_table - n.
using Score = int;

inline constexpr Score won_game = 10000;
inline constexpr Score won_table = 9000;
inline constexpr Score most_estimate = 8000;  ///< estimates stay within +- this
inline constexpr Score beyond_all = 20000;
/// A draw that only the count of the lone king's moves makes one is a little better, or worse, than another: the
/// opponent may miscount.
inline constexpr Score drawn_by_count_alone = 1;

constexpr bool is_sure(Score score) {
  return score > most_estimate || score < -most_estimate;
}

}  // namespace lunette
