#include <algorithm>

#include "lunette/rules/notation.hpp"
#include "lunette/rules/rays.hpp"

namespace lunette {

namespace {

/// All ways to carry one capture out. Which squares are landed on is known to nobody but this search: move generation
/// keeps only what was captured, and the paths of one move may be many.
template <Board B>
class PathSearch {
 public:
  PathSearch(const Ruleset& rules, const Position& position, const Move& move)
      : move_(move),
        enemies_(position.pieces(opposite(position.side))),
        // The square that the capturing piece left counts as empty during the capture.
        occupied_(position.occupied() & ~(Bitboard{1} << move.from)),
        crowning_row_(rules.promotion == Promotion::during_capture ? promotion_row(B, position.side) : 0) {}

  std::vector<std::vector<Square>> run() {
    path_.push_back(square_at(B, move_.from));
    go_on(move_.from, 0, !move_.is_man);
    return std::move(paths_);
  }

 private:
  struct Jump {
    Bitboard piece = 0;
    Bitboard landings = 0;
  };

  /// The jump from `at` in one direction; no landings if there is none.
  template <Direction D>
  Jump jump(int at, Bitboard captured, bool king) const {
    using R = Rays<B>;
    const Bitboard blockers = R::template from<D>(at) & occupied_;
    if (blockers == 0) return {};
    const int piece = R::template nearest<D>(blockers);
    if (!king && piece != at + R::template step<D>) return {};
    if (((enemies_ & ~captured) >> piece & 1) == 0) return {};
    const Bitboard landings = R::template reach<D>(piece, occupied_);
    const Bitboard victim = Bitboard{1} << piece;
    return {victim, king ? landings : landings & R::template raw_shift<D>(victim)};
  }

  std::array<Jump, 4> jumps(int at, Bitboard captured, bool king) const {
    return {jump<Direction::up_left>(at, captured, king), jump<Direction::up_right>(at, captured, king),
            jump<Direction::down_left>(at, captured, king), jump<Direction::down_right>(at, captured, king)};
  }

  bool can_go_on(int at, Bitboard captured, bool king) const {
    const std::array<Jump, 4> all = jumps(at, captured, king);
    return std::any_of(all.begin(), all.end(), [](const Jump& j) { return j.landings != 0; });
  }

  /// Tries every landing square of every next jump, lowest square first.
  void go_on(int at, Bitboard captured, bool king) {
    const std::array<Jump, 4> all = jumps(at, captured, king);
    Bitboard landings = 0;
    for (const Jump& j : all) landings |= (j.piece & move_.captured) != 0 ? j.landings : 0;
    for_each_bit(landings, [&](int to) {
      const auto taken =
          std::find_if(all.begin(), all.end(), [&](const Jump& j) { return (j.landings >> to & 1) != 0; });
      const bool crowned = king || (crowning_row_ >> to & 1) != 0;
      path_.push_back(square_at(B, to));
      land(to, captured | taken->piece, crowned, taken->landings);
      path_.pop_back();
    });
  }

  void land(int at, Bitboard captured, bool king, Bitboard landings) {
    if (captured != move_.captured) return go_on(at, captured, king);
    if (at != move_.to) return;
    if (crowning_row_ != 0 && move_.is_man && king != move_.promotes) return;
    // With a free choice two orders of the same captures may end on different stretches of a line, one of which has a
    // square where the capture must go on: that order is not a way to end here.
    bool must_go_on = false;
    for_each_bit(landings, [&](int to) { must_go_on |= can_go_on(to, captured, king); });
    if (!must_go_on) paths_.push_back(path_);
  }

  const Move move_;
  const Bitboard enemies_;
  const Bitboard occupied_;
  const Bitboard crowning_row_;  // where a man becomes a king at once; empty in most rulesets
  std::vector<Square> path_;
  std::vector<std::vector<Square>> paths_;
};

}  // namespace

std::vector<std::vector<Square>> paths_of(const Ruleset& rules, const Position& position, const Move& move) {
  if (!move.is_capture()) return {{square_at(rules.board, move.from), square_at(rules.board, move.to)}};
  if (rules.board == Board::b8) return PathSearch<Board::b8>(rules, position, move).run();
  return PathSearch<Board::b10>(rules, position, move).run();
}

}  // namespace lunette
