#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"
#include "verify_count.hpp"
#include "verify_values.hpp"

namespace lunette::verification {

/// The codes that an entry should have, by metric.
using EntryCodes = std::array<ValueCode, 3>;

/// What the tables hold for the position after a move, from its side to move.
struct Successor {
  int value = 0;      ///< Wdl as a number; what a damaged table holds may lie outside of it
  ValueCode dtc = 0;  ///< 1 after a move that converts or ends the game: the distance starts again there
  ValueCode dtw = 0;
};

/// The definitions of rules.md ("Values", "DTW", "DTC") over the successors of one position, fed one by one.
///
/// The exact recursion of the distances is also what shows that wins are well-founded. A set of values can agree with
/// its successors everywhere and still hold wins that only lead to each other in a circle; but a win whose distance
/// is one more than that of some loss, all of whose moves lead to smaller distances, can be played out. With WDL alone
/// such circles cannot be excluded.
class Minimax {
 public:
  void add(const Successor& after) {
    const int value = -after.value;
    if (value > value_) {
      value_ = value;
      least_dtc_ = after.dtc;
      greatest_dtc_ = after.dtc;
    } else if (value == value_) {
      least_dtc_ = std::min(least_dtc_, after.dtc);
      greatest_dtc_ = std::max(greatest_dtc_, after.dtc);
    }
    // Codes are plies + 1: an odd code is a loss of the side then to move, an even one its win.
    if (after.dtw == 0) {
      can_avoid_loss_ = true;
    } else if (after.dtw % 2 == 1) {
      fastest_win_ = std::min(fastest_win_, after.dtw);
    } else {
      slowest_loss_ = std::max(slowest_loss_, after.dtw);
    }
  }

  int value() const { return value_; }

  ValueCode dtc() const {
    if (value_ == 0) return 0;
    return static_cast<ValueCode>((value_ > 0 ? least_dtc_ : greatest_dtc_) + 1);
  }

  ValueCode dtw() const {
    if (fastest_win_ != none) return static_cast<ValueCode>(fastest_win_ + 1);
    return can_avoid_loss_ ? ValueCode{0} : static_cast<ValueCode>(slowest_loss_ + 1);
  }

 private:
  static constexpr ValueCode none = std::numeric_limits<ValueCode>::max();

  int value_ = std::numeric_limits<int>::min();
  ValueCode least_dtc_ = 0;
  ValueCode greatest_dtc_ = 0;
  ValueCode fastest_win_ = none;
  ValueCode slowest_loss_ = 0;
  bool can_avoid_loss_ = false;
};

/// Recomputes entries of one class from their successors, with the moves of generator G. One for each thread.
template <class G>
class EntryRecomputer {
 public:
  /// Everything that `own` leads to must be loaded: WDL, and DTW where `own` has it.
  EntryRecomputer(const Ruleset& rules, const ClassValues& own, const LoadedClasses& loaded)
      : rules_(rules),
        own_(own),
        loaded_(loaded),
        counted_(is_counted(rules, own.material())),
        own_flip_(own.material().is_own_flip()) {}

  /// All entries until the next call have these men.
  void enter_slice(Index slice) {
    const MenConfiguration men = own_.indexer().unrank_men(slice);
    slice_start_ = slice * own_.indexer().slice_size();
    if (!own_flip_) return;
    // In a class that is its own flip the position after a move is stored turned round.
    const MenConfiguration turned{rotate(G::board, men.black), rotate(G::board, men.white)};
    slice_start_ = own_.indexer().rank_men(turned) * own_.indexer().slice_size();
  }

  EntryCodes recompute(const Position& position) {
    G::generate(position, moves_);
    if (moves_.empty()) return without_move(position);
    Minimax minimax;
    for (const Move& move : moves_) minimax.add(after(position, move));
    EntryCodes codes{static_cast<ValueCode>(minimax.value() + 2), minimax.dtc(), minimax.dtw()};
    if (counted_) {
      const Wdl wdl = value_as_it_arises(codes[index_of(Metric::dtw)], position.side, rules_.count->limit);
      codes[index_of(Metric::wdl)] = encode_wdl(wdl);
    }
    return codes;
  }

 private:
  static constexpr Successor finished{static_cast<int>(Wdl::loss), 1, 1};

  EntryCodes without_move(const Position& position) const {
    if (rules_.no_move == NoMove::draw_if_mutual) {
      Position passed = position;
      passed.side = opposite(position.side);
      if (!G::has_move(passed)) return {encode_wdl(Wdl::draw), 0, 0};
    }
    return {encode_wdl(Wdl::loss), encode_plies(0), encode_plies(0)};
  }

  Successor after(const Position& position, const Move& move) const {
    const Position next = after_move(position, move);
    if (!move.converts()) return after_king_move(next);
    if (next.pieces(next.side) == 0) return finished;
    Successor successor = look_up(next);
    successor.dtc = 1;
    return successor;
  }

  /// A king's quiet move stays inside the class, and in a slice that is known already.
  Successor after_king_move(const Position& next) const {
    const Bitboard white_kings = next.kings[0];
    const Bitboard black_kings = next.kings[1];
    if (!own_flip_) {
      const Index rank = own_.indexer().rank_kings(next.men[0] | next.men[1], white_kings, black_kings);
      return read(own_, next.side, slice_start_ + rank);
    }
    const Index rank = own_.indexer().rank_kings(rotate(G::board, next.men[0] | next.men[1]),
                                                 rotate(G::board, black_kings), rotate(G::board, white_kings));
    return read(own_, Color::white, slice_start_ + rank);
  }

  Successor look_up(const Position& next) const {
    const Oriented stored = orient(G::board, next);
    const ClassValues& values = *loaded_.find(stored.material);
    return read(values, stored.side, values.indexer().rank(stored.position));
  }

  Successor read(const ClassValues& values, Color side, Index index) const {
    Successor successor;
    successor.value = values.codes(Metric::wdl, side)[index] - encode_wdl(Wdl::draw);
    // The distances of counted material are those without a count (rules.md), and so are the values they keep.
    if (counted_) successor.value = successor.value > 0 ? 2 : successor.value < 0 ? -2 : 0;
    if (&values == &own_ && own_.has(Metric::dtc)) successor.dtc = values.codes(Metric::dtc, side)[index];
    if (own_.has(Metric::dtw)) successor.dtw = values.codes(Metric::dtw, side)[index];
    return successor;
  }

  const Ruleset& rules_;
  const ClassValues& own_;
  const LoadedClasses& loaded_;
  const bool counted_;
  const bool own_flip_;
  Index slice_start_ = 0;
  MoveList moves_;
};

}  // namespace lunette::verification
