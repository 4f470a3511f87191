#include "whole_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "lunette/rules/board.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette::testing {
namespace {

constexpr int most_pieces = 3;

int kings(const Position& position, Color color) {
  int count = 0;
  for_each_bit(position.kings[index_of(color)], [&](int) { ++count; });
  return count;
}

/// A lone king of `lone` faces kings, and nothing else stands on the board.
bool faces_kings_alone(const Position& position, Color lone) {
  return (position.men[0] | position.men[1]) == 0 && kings(position, lone) == 1 && kings(position, opposite(lone)) >= 1;
}

}  // namespace

WholeGame::WholeGame(const Ruleset& rules) : rules_(rules), positions_(1) {
  std::size_t keys = 2;
  for (int i = 0; i < most_pieces; ++i) keys *= 256;
  node_of_.assign(keys, game_over);
  add_positions({}, 0, most_pieces);
  add_edges();
  solve_without_count();
  with_count_ = without_count_;
  if (rules_.count) {
    play_out_counts();
    solve_with_count();
  }
  solve_conversion();
}

WholeGame::Value WholeGame::value(const Position& position) const {
  const Node node = node_of_[key(position)];
  const auto plies = [](int distance) { return distance == unknown ? std::nullopt : std::optional<int>(distance); };
  return {static_cast<Wdl>(wdl(node)), plies(dtc_[node]), plies(dtw_[node])};
}

/// One byte a piece: its bit index, whether it is a king, and its colour.
std::size_t WholeGame::key(const Position& position) const {
  std::size_t key = 0;
  const auto add = [&](Bitboard squares, std::size_t kind) {
    for_each_bit(squares, [&](int bit) { key = key * 256 + static_cast<std::size_t>(bit) * 4 + kind; });
  };
  add(position.men[0], 0);
  add(position.men[1], 1);
  add(position.kings[0], 2);
  add(position.kings[1], 3);
  return 2 * key + index_of(position.side);
}

void WholeGame::add_positions(Position position, int square, int pieces_left) {
  if (square == square_count(rules_.board)) {
    for (const Color side : {Color::white, Color::black}) {
      position.side = side;
      if (check(rules_, position) != PositionFault::none || position.pieces(side) == 0) continue;
      node_of_[key(position)] = static_cast<Node>(positions_.size());
      positions_.push_back(position);
    }
    return;
  }
  add_positions(position, square + 1, pieces_left);
  if (pieces_left == 0) return;
  const Bitboard bit = bit_of(rules_.board, Square(square + 1));
  for (const std::size_t color : {std::size_t{0}, std::size_t{1}}) {
    Position with_man = position;
    with_man.men[color] |= bit;
    add_positions(with_man, square + 1, pieces_left - 1);
    Position with_king = position;
    with_king.kings[color] |= bit;
    add_positions(with_king, square + 1, pieces_left - 1);
  }
}

void WholeGame::add_edges() {
  blocked_draw_.assign(positions_.size(), false);
  first_edge_ = {0, 0};  // none after the end of the game
  MoveList moves;
  for (Node node = 1; node < positions_.size(); ++node) {
    const Position& position = positions_[node];
    generate_moves(rules_, position, moves);
    for (const Move& move : moves) {
      const Position after = apply(position, move);
      const bool over = after.pieces(after.side) == 0;
      const Node to = over ? game_over : node_of_[key(after)];
      if (!over && to == game_over) throw std::logic_error("a move leads to no position");
      edges_.push_back({to, move.converts() || over});
    }
    first_edge_.push_back(edges_.size());
    if (moves.empty() && rules_.no_move == NoMove::draw_if_mutual) {
      Position passed = position;
      passed.side = opposite(passed.side);
      blocked_draw_[node] = !has_move(rules_, passed);
    }
  }
}

void WholeGame::solve_without_count() {
  without_count_.assign(positions_.size(), 0);
  dtw_.assign(positions_.size(), unknown);
  bool changed = true;
  for (int plies = 0; changed; ++plies) {
    changed = plies == 0;
    for (Node node = 0; node < positions_.size(); ++node) {
      if (dtw_[node] != unknown || blocked_draw_[node] || !ends_in(node, plies)) continue;
      dtw_[node] = static_cast<std::int16_t>(plies);
      without_count_[node] = plies % 2 == 1 ? 1 : -1;
      changed = true;
    }
  }
}

/// The winner takes the shortest way, the loser the longest: with all shorter games known.
bool WholeGame::ends_in(Node node, int plies) const {
  const auto moves = edges(node);
  if (plies % 2 == 1) {
    return std::any_of(moves.begin(), moves.end(), [&](const Edge& edge) { return dtw_[edge.to] == plies - 1; });
  }
  return std::all_of(moves.begin(), moves.end(), [&](const Edge& edge) {
    const int after = dtw_[edge.to];
    return after != unknown && after % 2 == 1 && after < plies;
  });
}

/// Gives material that starts a count its outcome at count 0, and forgets the others'.
void WholeGame::play_out_counts() {
  counted_.assign(positions_.size(), false);
  with_count_.assign(positions_.size(), 0);
  with_count_[game_over] = -1;
  const auto& strong = rules_.count->strong_kings;
  for (const Color lone : {Color::white, Color::black}) {
    const std::vector<std::int8_t> outcomes = outcomes_at_count_zero(lone);
    for (Node node = 1; node < positions_.size(); ++node) {
      if (!faces_kings_alone(positions_[node], lone)) continue;
      const int facing = kings(positions_[node], opposite(lone));
      if (std::find(strong.begin(), strong.end(), facing) == strong.end()) continue;
      counted_[node] = true;
      with_count_[node] = outcomes[node];
    }
  }
}

/// Every move of the lone king counts, so that a counted game has an end and is solved from there.
std::vector<std::int8_t> WholeGame::outcomes_at_count_zero(Color lone) const {
  std::vector<std::int8_t> outcomes(positions_.size(), 0);
  outcomes[game_over] = -1;
  for (int done = rules_.count->limit - 1; done >= 0; --done) {
    for (const Color side : {lone, opposite(lone)}) {
      std::vector<std::int8_t> here = outcomes;
      for (Node node = 1; node < positions_.size(); ++node) {
        if (positions_[node].side != side || !faces_kings_alone(positions_[node], lone)) continue;
        here[node] = best_counted_move(node, lone, done, outcomes);
      }
      outcomes = std::move(here);
    }
  }
  return outcomes;
}

std::int8_t WholeGame::best_counted_move(Node node, Color lone, int done, const std::vector<std::int8_t>& after) const {
  if (blocked_draw_[node]) return 0;
  const bool last_move = positions_[node].side == lone && done + 1 == rules_.count->limit;
  int best = -1;
  for (const Edge& edge : edges(node)) best = std::max(best, last_move && edge.to != game_over ? 0 : -after[edge.to]);
  return static_cast<std::int8_t>(best);
}

void WholeGame::solve_with_count() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Node node = 1; node < positions_.size(); ++node) {
      // The count only ever takes wins and losses away.
      if (counted_[node] || with_count_[node] != 0 || without_count_[node] == 0) continue;
      const auto moves = edges(node);
      if (std::any_of(moves.begin(), moves.end(), [&](const Edge& edge) { return with_count_[edge.to] == -1; })) {
        with_count_[node] = 1;
      } else if (std::all_of(moves.begin(), moves.end(), [&](const Edge& edge) { return with_count_[edge.to] == 1; })) {
        with_count_[node] = -1;
      }
      changed = changed || with_count_[node] != 0;
    }
  }
}

void WholeGame::solve_conversion() {
  dtc_.assign(positions_.size(), unknown);
  bool changed = true;
  for (int plies = 0; changed || plies <= 2; ++plies) {
    std::vector<Node> found;
    for (Node node = 0; node < positions_.size(); ++node) {
      if (dtc_[node] == unknown && without_count_[node] != 0 && converts_in(node, plies)) found.push_back(node);
    }
    for (const Node node : found) dtc_[node] = static_cast<std::int16_t>(plies);
    changed = !found.empty();
  }
}

/// With all shorter conversions known: the better side takes the shortest, the other the longest.
bool WholeGame::converts_in(Node node, int plies) const {
  int shortest = unknown;
  int longest = 0;
  for (const Edge& edge : edges(node)) {
    if (!keeps_value(node, edge)) continue;
    const int after = edge.converts ? 0 : dtc_[edge.to];
    if (after == unknown && without_count_[node] < 0) return false;
    if (after == unknown) continue;
    longest = std::max(longest, after + 1);
    if (shortest == unknown || after + 1 < shortest) shortest = after + 1;
  }
  return plies == (without_count_[node] > 0 ? shortest : longest);
}

bool WholeGame::keeps_value(Node node, const Edge& edge) const {
  if (rules_.count && counted_[node]) return without_count_[edge.to] == -without_count_[node];
  return wdl(edge.to) == -wdl(node);
}

}  // namespace lunette::testing
