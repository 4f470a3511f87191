#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::testing {

/// All positions of a ruleset up to three pieces, solved as the text of rules.md has it: every position a node,
/// every legal move an edge, rounds over all nodes until nothing changes. Nothing of index/ and gen/ is in it: no
/// flipped colours, no slices, no formula for the count, which is played out move by move.
class WholeGame {
 public:
  struct Value {
    Wdl wdl = Wdl::draw;  ///< with the count that the position starts, if it starts one
    std::optional<int> dtc;
    std::optional<int> dtw;
    friend bool operator==(const Value&, const Value&) = default;
  };

  explicit WholeGame(const Ruleset& rules);

  Value value(const Position& position) const;
  std::size_t size() const { return positions_.size() - 1; }

 private:
  using Node = std::uint32_t;
  static constexpr Node game_over = 0;  // of a side to move without pieces
  static constexpr int unknown = -1;    // as a number of plies

  struct Edge {
    Node to;
    bool converts;
  };

  std::size_t key(const Position& position) const;
  void add_positions(Position position, int square, int pieces_left);
  void add_edges();
  std::span<const Edge> edges(Node node) const {
    return std::span(edges_).subspan(first_edge_[node], first_edge_[node + 1] - first_edge_[node]);
  }

  void solve_without_count();
  bool ends_in(Node node, int plies) const;
  void play_out_counts();
  std::vector<std::int8_t> outcomes_at_count_zero(Color lone) const;
  std::int8_t best_counted_move(Node node, Color lone, int done, const std::vector<std::int8_t>& after) const;
  void solve_with_count();
  void solve_conversion();
  bool converts_in(Node node, int plies) const;
  bool keeps_value(Node node, const Edge& edge) const;
  int wdl(Node node) const { return without_count_[node] + with_count_[node]; }

  const Ruleset& rules_;
  std::vector<Node> node_of_;  // by key
  std::vector<Position> positions_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_edge_;
  // By node. Values: -1 lost, 0 drawn, 1 won.
  std::vector<bool> blocked_draw_;
  std::vector<bool> counted_;
  std::vector<std::int8_t> without_count_;
  std::vector<std::int8_t> with_count_;
  std::vector<std::int16_t> dtw_;
  std::vector<std::int16_t> dtc_;
};

}  // namespace lunette::testing
