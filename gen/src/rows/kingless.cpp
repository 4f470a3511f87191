#include "rows/kingless.hpp"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

namespace lunette::rows {
namespace {

constexpr std::uint8_t blocked = 8;  // beside the value code: no move
constexpr std::uint8_t code_mask = 7;
constexpr Score drawn_score = 3;

}  // namespace

/// What one thread needs for run after run.
template <class Gen>
class KinglessSolver<Gen>::RunSolver {
 public:
  RunSolver(const ClassRules& rules, const Indexer& indexer, NoMove no_move, std::array<States, 2>& states)
      : indexer_(indexer), no_move_(no_move), states_(states), views_(*rules.tables, Gen::board, rules.with_count) {}

  void solve(const Indexer::Run& run) {
    run_ = &run;
    look_at_white_moves();
    const int men = indexer_.material().black_men;
    // Black's moves raise the rank.
    for (Index rank = run.slices; rank-- > 0;) {
      solve_position(run.first + rank, {run.white, unrank_combination(run.black_squares, men, rank)});
    }
  }

 private:
  using G = typename Gen::G;
  using R = typename Gen::R;

  /// A quiet move of a white man, wherever the black men leave its target free.
  struct WhiteMove {
    Bitboard man;
    Bitboard target;
    bool promotes;
    Indexer::Run child;  // unless it promotes
  };

  void look_at_white_moves() {
    white_moves_.clear();
    for (Bitboard rest = run_->white; rest != 0; rest &= rest - 1) {
      const Bitboard man = rest & (~rest + 1);
      const auto targets = Gen::men_targets(Color::white, man, G::all & ~run_->white);
      for (const Bitboard target : {targets.left, targets.right}) {
        if (target == 0) continue;
        const bool promotes = (target & G::white_promotion) != 0;
        white_moves_.push_back(
            {man, target, promotes, promotes ? Indexer::Run{} : indexer_.run_of((run_->white & ~man) | target)});
      }
    }
  }

  void solve_position(Index index, const MenConfiguration& men) {
    const std::array<Score, 2> scores{score(men, Color::white), score(men, Color::black)};
    const bool mutual = scores[0] == 0 && scores[1] == 0 && no_move_ == NoMove::draw_if_mutual;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Score found = scores[side];
      const Score value = found != 0 ? found : mutual ? drawn_score : lost_score;
      states_[side][index] = static_cast<std::uint8_t>((value - lost_score) | (found == 0 ? blocked : 0));
    }
  }

  /// 0: no move.
  Score score(const MenConfiguration& men, Color side) {
    if (can_capture(men, side)) return score_of(MenCaptures<Gen>(views_, men, side).best(0, 0));
    return side == Color::white ? best_white_step(men) : best_black_step(men);
  }

  static bool can_capture(const MenConfiguration& men, Color side) {
    const Bitboard mover = side == Color::white ? men.white : men.black;
    const Bitboard enemies = side == Color::white ? men.black : men.white;
    const Bitboard empty = G::all & ~(men.white | men.black);
    const auto in = [&]<Direction D>() {
      return R::template raw_shift<D>(mover) & enemies & R::template raw_shift<reverse(D)>(empty);
    };
    return (in.template operator()<Direction::up_left>() | in.template operator()<Direction::up_right>() |
            in.template operator()<Direction::down_left>() | in.template operator()<Direction::down_right>()) != 0;
  }

  Score best_white_step(const MenConfiguration& men) {
    Score best = 0;
    for (const WhiteMove& move : white_moves_) {
      if ((move.target & men.black) != 0) continue;
      best =
          std::max(best, move.promotes
                             ? views_.find(Color::white, {men.white & ~move.man, men.black}, 1, 0).score(move.target, 0)
                             : score_after(Color::white, move.child, men.black));
      if (best == won_score) break;
    }
    return best;
  }

  Score best_black_step(const MenConfiguration& men) {
    const Bitboard empty = G::all & ~(men.white | men.black);
    Score best = 0;
    for (Bitboard rest = men.black; rest != 0 && best != won_score; rest &= rest - 1) {
      const Bitboard man = rest & (~rest + 1);
      const auto targets = Gen::men_targets(Color::black, man, empty);
      for (const Bitboard target : {targets.left, targets.right}) {
        if (target == 0) continue;
        const Bitboard others = men.black & ~man;
        best = std::max(best, (target & G::black_promotion) != 0
                                  ? views_.find(Color::black, {men.white, others}, 0, 1).score(target, 0)
                                  : score_after(Color::black, *run_, others | target));
      }
    }
    return best;
  }

  /// The score for the side that has moved into a solved position.
  Score score_after(Color mover, const Indexer::Run& run, Bitboard black) const {
    const Index index = run.first + rank_combination(run.black_squares, black);
    return won_score - (states_[index_of(opposite(mover))][index] & code_mask);
  }

  const Indexer& indexer_;
  NoMove no_move_;
  std::array<States, 2>& states_;
  ViewCache views_;
  const Indexer::Run* run_ = nullptr;
  std::vector<WhiteMove> white_moves_;
};

template <class Gen>
KinglessSolver<Gen>::KinglessSolver(const ClassRules& rules, const Indexer& indexer, NoMove no_move,
                                    const std::function<bool(std::uint64_t)>& advanced)
    : rules_(rules), indexer_(indexer), no_move_(no_move), advanced_(advanced) {}

/// Runs by the advancement of the white men, the most advanced first.
template <class Gen>
std::vector<std::vector<Indexer::Run>> KinglessSolver<Gen>::waves() const {
  std::vector<std::vector<Indexer::Run>> waves;
  const Index runs = indexer_.runs();
  for (Index number = 0; number < runs; ++number) {
    const Indexer::Run run = indexer_.run(number);
    const auto advancement = static_cast<std::size_t>(indexer_.advancement({run.white, 0}));
    if (waves.size() <= advancement) waves.resize(advancement + 1);
    waves[advancement].push_back(run);
  }
  std::reverse(waves.begin(), waves.end());
  return waves;
}

template <class Gen>
void KinglessSolver<Gen>::solve(ClassValues& values) {
  for (States& states : states_) states.resize(indexer_.size());
  tbb::enumerable_thread_specific<RunSolver> solvers([&] { return RunSolver(rules_, indexer_, no_move_, states_); });
  std::atomic<bool> stopped = false;
  for (const std::vector<Indexer::Run>& wave : waves()) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, wave.size()), [&](const auto& range) {
      std::uint64_t positions = 0;
      for (std::size_t i = range.begin(); i < range.end() && !stopped.load(std::memory_order_relaxed); ++i) {
        solvers.local().solve(wave[i]);
        positions += 2 * wave[i].slices;
      }
      if (advanced_ && advanced_(positions)) stopped = true;
    });
  }
  for (const Color side : {Color::white, Color::black}) store(side, values);
}

/// From bytes to bit planes; the distance is one ply, or none without a move.
template <class Gen>
void KinglessSolver<Gen>::store(Color side, ClassValues& values) const {
  const States& states = states_[index_of(side)];
  const Index words = (states.size() + 63) / 64;
  tbb::parallel_for(tbb::blocked_range<Index>(0, words, 1024), [&](const auto& range) {
    for (Index word = range.begin(); word < range.end(); ++word) {
      const Index first = 64 * word;
      const Index count = std::min<Index>(64, states.size() - first);
      std::array<Bitboard, 5> with_code{};
      for (Index i = 0; i < count; ++i) {
        const std::uint8_t state = states[first + i];
        with_code[state & code_mask] |= Bitboard{1} << i;
        if ((state & code_mask) == drawn_score - lost_score || !values.keeps_dtc(side)) continue;
        values.set_dtc(side, first + i, (state & blocked) != 0 ? 0 : 1);
      }
      values.add(side, Plane::win, 0, first, with_code[4]);
      values.add(side, Plane::loss, 0, first, with_code[0]);
      if (!values.five_valued()) continue;
      values.add(side, Plane::at_least_cursed, 0, first, with_code[4] | with_code[3]);
      values.add(side, Plane::at_most_blessed, 0, first, with_code[0] | with_code[1]);
    }
  });
}

template class KinglessSolver<Generator<Board::b8, CaptureChoice::free, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::free, Promotion::during_capture>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b8, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>>;
template class KinglessSolver<Generator<Board::b10, CaptureChoice::most_pieces_then_kings, Promotion::ends_on_far_row>>;

}  // namespace lunette::rows
