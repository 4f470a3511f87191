#include "whole_game.hpp"

#include <algorithm>
#include <bit>

#include "lunette/rules/board.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette::testing {
namespace {

int count(Bitboard squares) {
  int n = 0;
  for_each_bit(squares, [&](int) { ++n; });
  return n;
}

int kings(const Position& position, Color color) { return count(position.kings[index_of(color)]); }

/// A lone king of `lone` faces kings, and nothing else stands on the board.
bool faces_kings_alone(const Position& position, Color lone) {
  return (position.men[0] | position.men[1]) == 0 && kings(position, lone) == 1 && kings(position, opposite(lone)) >= 1;
}

}  // namespace

WholeGame::WholeGame(const Ruleset& rules, int pieces) : rules_(rules), nodes_(1) {
  nodes_[game_over].without_count = nodes_[game_over].with_count = -1;
  nodes_[game_over].value = {Wdl::loss, 0, 0};
  add_positions({}, 0, pieces);
  add_edges();
  solve_without_count();
  if (rules_.count) {
    play_out_counts();
    solve_with_count();
  }
  combine();
  solve_conversion();
}

std::uint64_t WholeGame::key(const Position& position) {
  std::uint64_t key = 1 + index_of(position.side);
  for (const std::size_t color : {std::size_t{0}, std::size_t{1}}) {
    for_each_bit(position.men[color], [&](int bit) { key = key * 256 + static_cast<std::uint64_t>(bit * 4) + color; });
    for_each_bit(position.kings[color],
                 [&](int bit) { key = key * 256 + static_cast<std::uint64_t>(bit * 4) + 2 + color; });
  }
  return key;
}

void WholeGame::add_positions(Position position, int square, int pieces_left) {
  if (square == square_count(rules_.board)) {
    for (const Color side : {Color::white, Color::black}) {
      position.side = side;
      if (check(rules_, position) != PositionFault::none || position.pieces(side) == 0) continue;
      node_of_.emplace(key(position), static_cast<std::uint32_t>(nodes_.size()));
      Node node;
      node.position = position;
      nodes_.push_back(node);
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
  MoveList moves;
  for (std::size_t n = 1; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    node.first_edge = edges_.size();
    generate_moves(rules_, node.position, moves);
    for (const Move& move : moves) {
      const Position after = apply(node.position, move);
      const bool over = after.pieces(after.side) == 0;
      edges_.push_back({over ? game_over : node_of_.at(key(after)), move.converts() || over});
    }
    node.last_edge = edges_.size();
    if (moves.empty() && rules_.no_move == NoMove::draw_if_mutual) {
      Position passed = node.position;
      passed.side = opposite(passed.side);
      node.blocked_draw = !has_move(rules_, passed);
    }
  }
}

void WholeGame::solve_without_count() {
  bool changed = true;
  for (int plies = 0; changed || plies <= 1; ++plies) {
    changed = false;
    for (Node& node : nodes_) {
      if (node.value.dtw || node.blocked_draw || !ends_in(node, plies)) continue;
      node.value.dtw = plies;
      node.without_count = plies % 2 == 1 ? 1 : -1;
      changed = true;
    }
  }
}

/// The winner takes the shortest way, the loser the longest: with all shorter games known.
bool WholeGame::ends_in(const Node& node, int plies) const {
  const auto moves = edges(node);
  if (plies % 2 == 1) {
    return std::any_of(moves.begin(), moves.end(), [&](const Edge& edge) {
      const auto& after = nodes_[edge.to].value.dtw;
      return after && *after % 2 == 0 && *after < plies;
    });
  }
  return std::all_of(moves.begin(), moves.end(), [&](const Edge& edge) {
    const auto& after = nodes_[edge.to].value.dtw;
    return after && *after % 2 == 1 && *after < plies;
  });
}

/// Gives material that starts a count its outcome at count 0.
void WholeGame::play_out_counts() {
  for (const Color lone : {Color::white, Color::black}) {
    const std::vector<int> outcomes = outcomes_at_count_zero(lone);
    for (std::size_t n = 1; n < nodes_.size(); ++n) {
      Node& node = nodes_[n];
      if (!faces_kings_alone(node.position, lone)) continue;
      const auto& strong = rules_.count->strong_kings;
      const int facing = kings(node.position, opposite(lone));
      if (std::find(strong.begin(), strong.end(), facing) == strong.end()) continue;
      node.counted = true;
      node.with_count = outcomes[n];
    }
  }
}

/// Every move of the lone king counts, so that a counted game has an end and is solved from there.
std::vector<int> WholeGame::outcomes_at_count_zero(Color lone) const {
  std::vector<int> outcomes(nodes_.size(), 0);
  outcomes[game_over] = -1;
  for (int done = rules_.count->limit - 1; done >= 0; --done) {
    for (const Color side : {lone, opposite(lone)}) {
      std::vector<int> here = outcomes;
      for (std::size_t n = 1; n < nodes_.size(); ++n) {
        const Node& node = nodes_[n];
        if (node.position.side != side || !faces_kings_alone(node.position, lone)) continue;
        here[n] = best_counted_move(node, lone, done, outcomes);
      }
      outcomes = std::move(here);
    }
  }
  return outcomes;
}

int WholeGame::best_counted_move(const Node& node, Color lone, int done, const std::vector<int>& after) const {
  if (node.blocked_draw) return 0;
  int best = -1;
  for (const Edge& edge : edges(node)) {
    const bool last_move = node.position.side == lone && done + 1 == rules_.count->limit;
    best = std::max(best, last_move && edge.to != game_over ? 0 : -after[edge.to]);
  }
  return best;
}

void WholeGame::solve_with_count() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = 1; n < nodes_.size(); ++n) {
      Node& node = nodes_[n];
      if (node.counted || node.with_count != 0 || node.blocked_draw) continue;
      const auto moves = edges(node);
      const auto after = [&](const Edge& edge) { return nodes_[edge.to].with_count; };
      if (std::any_of(moves.begin(), moves.end(), [&](const Edge& e) { return after(e) == -1; })) {
        node.with_count = 1;
      } else if (std::all_of(moves.begin(), moves.end(), [&](const Edge& e) { return after(e) == 1; })) {
        node.with_count = -1;
      }
      changed |= node.with_count != 0;
    }
  }
}

void WholeGame::combine() {
  for (Node& node : nodes_) {
    if (!rules_.count) node.with_count = node.without_count;
    node.value.wdl = static_cast<Wdl>(node.without_count + node.with_count);
  }
}

void WholeGame::solve_conversion() {
  bool changed = true;
  for (int plies = 0; changed || plies <= 2; ++plies) {
    changed = false;
    std::vector<Node*> found;
    for (Node& node : nodes_) {
      if (node.value.dtc || node.without_count == 0 || !converts_in(node, plies)) continue;
      found.push_back(&node);
    }
    for (Node* node : found) node->value.dtc = plies;
    changed = !found.empty();
  }
}

bool WholeGame::converts_in(const Node& node, int plies) const {
  int shortest = -1;
  int longest = 0;
  for (const Edge& edge : edges(node)) {
    if (!keeps_value(node, edge)) continue;
    const auto after = edge.converts ? std::optional<int>(0) : nodes_[edge.to].value.dtc;
    if (!after && node.without_count < 0) return false;
    if (!after) continue;
    longest = std::max(longest, *after + 1);
    if (shortest < 0 || *after + 1 < shortest) shortest = *after + 1;
  }
  return plies == (node.without_count > 0 ? shortest : longest);
}

bool WholeGame::keeps_value(const Node& node, const Edge& edge) const {
  const Node& after = nodes_[edge.to];
  if (node.counted) return after.without_count == -node.without_count;
  return after.value.wdl == -node.value.wdl;
}

}  // namespace lunette::testing
