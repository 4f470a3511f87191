#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::testing {

/// All positions of a ruleset up to so many pieces, solved as the text of rules.md has it: every position a node,
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

  WholeGame(const Ruleset& rules, int pieces);

  const Value& value(const Position& position) const { return nodes_[node_of_.at(key(position))].value; }
  std::size_t size() const { return nodes_.size() - 1; }

 private:
  struct Edge {
    std::uint32_t to;
    bool converts;
  };
  struct Node {
    Position position;
    std::size_t first_edge = 0;
    std::size_t last_edge = 0;
    bool blocked_draw = false;
    bool counted = false;
    int without_count = 0;  // -1 lost, 0 drawn, 1 won
    int with_count = 0;
    Value value;
  };
  static constexpr std::uint32_t game_over = 0;  // the node of a side to move without pieces

  static std::uint64_t key(const Position& position);
  void add_positions(Position position, int square, int pieces_left);
  void add_edges();
  std::span<const Edge> edges(const Node& node) const {
    return std::span(edges_).subspan(node.first_edge, node.last_edge - node.first_edge);
  }

  void solve_without_count();
  bool ends_in(const Node& node, int plies) const;
  void play_out_counts();
  std::vector<int> outcomes_at_count_zero(Color lone) const;
  int best_counted_move(const Node& node, Color lone, int count, const std::vector<int>& after) const;
  void solve_with_count();
  void combine();
  void solve_conversion();
  bool converts_in(const Node& node, int plies) const;
  bool keeps_value(const Node& node, const Edge& edge) const;

  const Ruleset& rules_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> node_of_;
};

}  // namespace lunette::testing
