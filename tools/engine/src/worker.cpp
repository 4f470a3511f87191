#include "worker.hpp"

#include <algorithm>
#include <utility>

#include "evaluation.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

constexpr int most_plies = 128;
// Below the last ply there can still be as many captures as there are pieces, and threats.
constexpr int settling_plies = 64;
// How often a line that is being settled looks at all moves of a side whose pieces are about to be taken.
constexpr int most_threats = 2;
// From this depth on, a table is worth a read from the disk.
constexpr int disk_depth = 3;
// How often a thread looks at the clock and tells of its nodes: about every half a millisecond.
constexpr std::uint64_t nodes_between_looks = 512;

}  // namespace

Worker::Worker(SearchTask& task, const RunningGame& game, MoveList root_moves, bool watches)
    : task_(task),
      rules_(game.rules()),
      path_(game.reversible().begin(), game.reversible().end()),
      plies_(most_plies + settling_plies),
      root_moves_(std::move(root_moves)),
      best_line_{root_moves_.front()},
      watches_(watches) {
  Ply& root = plies_.front();
  root.position = game.position();
  root.count = game.count();
  root.reversible = static_cast<int>(path_.size()) - 1;
  if (rules_.count) {
    for (const int kings : rules_.count->strong_kings) most_counted_pieces_ = std::max(most_counted_pieces_, kings + 1);
  }
}

Score Worker::search_root(int depth, Score alpha, Score beta) {
  root_depth_ = depth;
  Ply& root = plies_.front();
  root.line.clear();
  Score best = -beyond_all;
  for (std::size_t i = 0; i < root_moves_.size(); ++i) {
    const Move move = root_moves_[i];
    const Score score = search_child(0, move, std::max(alpha, best), beta, depth, reduction_of(move, i, depth), i == 0);
    if (task_.control->halted()) return best;
    const bool better = i == 0 || score > std::max(alpha, best);
    best = std::max(best, score);
    if (!better) continue;
    extend_line(0, move);
    best_line_ = root.line;
    // The best move first in the next search, the others in their old order.
    const auto found = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(root_moves_.begin(), found, found + 1);
    if (score >= beta) break;
  }
  return best;
}

Score Worker::search(int ply, Score alpha, Score beta, int depth) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  here.line.clear();
  if (depth <= 0 || ply >= most_plies) return settle(ply, alpha, beta, most_threats);
  if (visit()) return 0;
  if (is_drawn_by_rule(ply)) return 0;
  if (const auto score = settled_by_tables(ply, depth, alpha, beta)) return *score;

  const std::uint64_t key = transposition_key(here.position, here.count);
  const std::optional<Found> found = task_.memory->find(key, ply);
  const bool exact = beta - alpha > 1;
  if (found && !exact && found->depth >= depth && found->settles(alpha, beta)) return found->score;

  generate_moves(rules_, here.position, here.moves);
  if (here.moves.empty()) return finished(ply);
  // A forced move costs no depth, within twice the depth of the whole.
  if (here.moves.size() == 1 && ply < 2 * root_depth_) ++depth;
  return search_moves(ply, alpha, beta, depth, key, found ? found->move : Found::no_move);
}

Score Worker::search_moves(int ply, Score alpha, Score beta, int depth, std::uint64_t key, int known) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  order_moves(here.position, here.moves, known, history_, here.killers, here.order);
  const Score before = alpha;
  Found found{-beyond_all, depth, Bound::upper, Found::no_move};
  for (std::size_t i = 0; i < here.order.size(); ++i) {
    const int number = here.order[i].number;
    const Move move = here.moves[static_cast<std::size_t>(number)];
    const Score score = search_child(ply, move, alpha, beta, depth, reduction_of(move, i, depth), i == 0);
    if (task_.control->halted()) return 0;
    if (score <= found.score) continue;
    found.score = score;
    found.move = number;
    if (score <= alpha) continue;
    alpha = score;
    extend_line(ply, move);
    if (score < beta) continue;
    if (!move.is_capture()) history_.reward(here.position.side, move, depth, here.killers);
    break;
  }
  found.bound = found.score >= beta ? Bound::lower : found.score > before ? Bound::exact : Bound::upper;
  task_.memory->store(key, ply, found);
  return found.score;
}

/// The score of a move: first with the window that only asks whether it is better than alpha, less deep if it is a late
/// one, and in full where the answer is yes.
Score Worker::search_child(int ply, const Move& move, Score alpha, Score beta, int depth, int reduction, bool first) {
  make(ply, move);
  Score score = beyond_all;
  if (!first) {
    score = -search(ply + 1, -alpha - 1, -alpha, depth - 1 - reduction);
    if (score > alpha && reduction > 0) score = -search(ply + 1, -alpha - 1, -alpha, depth - 1);
  }
  if (first || (score > alpha && score < beta)) score = -search(ply + 1, -beta, -alpha, depth - 1);
  unmake();
  return score;
}

Score Worker::settle(int ply, Score alpha, Score beta, int threats) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  here.line.clear();
  if (visit()) return 0;
  if (is_drawn_by_rule(ply)) return 0;
  if (const auto score = settled_by_tables(ply, 0, alpha, beta)) return *score;
  const bool in_reach = static_cast<std::size_t>(ply) + 1 < plies_.size();
  const bool captures = in_reach && has_capture(rules_, here.position);
  if (captures) return settle_moves(ply, alpha, beta, threats);
  if (!has_move(rules_, here.position)) return finished(ply);
  if (in_reach && threats > 0 && is_threatened(here.position)) return settle_moves(ply, alpha, beta, threats - 1);
  return evaluate(rules_.board, here.position);
}

Score Worker::settle_moves(int ply, Score alpha, Score beta, int threats) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  generate_moves(rules_, here.position, here.moves);
  order_moves(here.position, here.moves, Found::no_move, history_, here.killers, here.order);
  Score best = -beyond_all;
  for (const OrderedMove& ordered : here.order) {
    const Move move = here.moves[ordered.number];
    make(ply, move);
    const Score score = -settle(ply + 1, -beta, -std::max(alpha, best), threats);
    unmake();
    if (task_.control->halted()) return 0;
    if (score <= best) continue;
    best = score;
    if (score > alpha) extend_line(ply, move);
    if (score >= beta) break;
  }
  return best;
}

void Worker::make(int ply, const Move& move) {
  const Ply& here = plies_[static_cast<std::size_t>(ply)];
  Ply& next = plies_[static_cast<std::size_t>(ply) + 1];
  next.position = apply(here.position, move);
  next.reversible = move.converts() ? 0 : here.reversible + 1;
  const bool may_count = here.count || (rules_.count && next.position.piece_count() <= most_counted_pieces_);
  next.count = may_count ? count_after(rules_, here.count, move, next.position) : std::nullopt;
  path_.push_back(next.position);
}

/// Counts the position; true if the search is to end.
bool Worker::visit() noexcept {
  if (++nodes_ < next_look_) return task_.control->halted();
  publish_nodes();
  const std::uint64_t all = task_.nodes.load(std::memory_order_relaxed);
  if (watches_) {
    const bool out_of_time =
        task_.budget && !task_.control->pondering() && task_.control->seconds() >= task_.budget->most;
    if (all >= task_.most_nodes || out_of_time) task_.control->halt();
  }
  const std::uint64_t left = task_.most_nodes - std::min(all, task_.most_nodes);
  next_look_ = nodes_ + std::clamp(left, std::uint64_t{1}, nodes_between_looks);
  return task_.control->halted();
}

void Worker::publish_nodes() noexcept {
  task_.nodes.fetch_add(nodes_ - published_, std::memory_order_relaxed);
  published_ = nodes_;
}

bool Worker::is_drawn_by_rule(int ply) const noexcept {
  const Ply& here = plies_[static_cast<std::size_t>(ply)];
  if (here.count && here.count->moves >= rules_.count->limit && has_move(rules_, here.position)) return true;
  return is_repeated(ply);
}

/// True if the position has come up before, in the game or on the way to here. The rules ask for the third time; who
/// can bring about the second can bring about the third.
bool Worker::is_repeated(int ply) const noexcept {
  const int reversible = plies_[static_cast<std::size_t>(ply)].reversible;
  for (int back = 4; back <= reversible; back += 2) {
    if (path_[path_.size() - 1 - static_cast<std::size_t>(back)] == path_.back()) return true;
  }
  return false;
}

/// The score where the tables settle the search of a window.
std::optional<Score> Worker::settled_by_tables(int ply, int depth, Score alpha, Score beta) const noexcept {
  const Ply& here = plies_[static_cast<std::size_t>(ply)];
  if (task_.tables == nullptr || (task_.conversions_only && here.reversible > 0)) return std::nullopt;
  const auto access = depth >= disk_depth ? TableView::Access::disk : TableView::Access::cached;
  const std::optional<ScoreBounds> bounds = task_.tables->bounds(here.position, here.count, ply, access);
  if (!bounds) return std::nullopt;
  if (bounds->least == bounds->most || bounds->least >= beta) return bounds->least;
  if (bounds->most <= alpha) return bounds->most;
  return std::nullopt;
}

/// The score of a side to move that has no move.
Score Worker::finished(int ply) const noexcept {
  const Position& position = plies_[static_cast<std::size_t>(ply)].position;
  if (rules_.no_move == NoMove::draw_if_mutual && position.pieces(position.side) != 0) {
    Position passed = position;
    passed.side = opposite(position.side);
    if (!has_move(rules_, passed)) return 0;
  }
  return ply - won_game;
}

/// True if the opponent could capture, were it to move.
bool Worker::is_threatened(const Position& position) const noexcept {
  Position passed = position;
  passed.side = opposite(position.side);
  return has_capture(rules_, passed);
}

int Worker::reduction_of(const Move& move, std::size_t index, int depth) const noexcept {
  constexpr std::size_t full_depth_moves = 4;
  if (depth < 3 || index < full_depth_moves || move.is_capture() || move.promotes) return 0;
  return depth >= 6 && index >= 2 * full_depth_moves ? 2 : 1;
}

void Worker::extend_line(int ply, const Move& move) {
  MoveList& line = plies_[static_cast<std::size_t>(ply)].line;
  const MoveList& rest = plies_[static_cast<std::size_t>(ply) + 1].line;
  line.assign(1, move);
  line.insert(line.end(), rest.begin(), rest.end());
}

}  // namespace lunette
