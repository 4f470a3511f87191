#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "lunette/engine/level.hpp"
#include "lunette/engine/running_game.hpp"
#include "lunette/engine/score.hpp"
#include "lunette/engine/search_control.hpp"
#include "move_order.hpp"
#include "table_view.hpp"
#include "transposition.hpp"

namespace lunette {

/// What the threads of one search have in common.
struct SearchTask {
  const Ruleset* rules = nullptr;
  const TableView* tables = nullptr;  ///< may be null
  /// The root itself is in a table without distances: only the entry of other tables is looked up, so that the search
  /// finds its way to one instead of the same value everywhere.
  bool conversions_only = false;
  TranspositionTable* memory = nullptr;
  SearchControl* control = nullptr;
  std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
  std::optional<TimeBudget> budget;
  std::atomic<std::uint64_t> nodes{0};  ///< of all threads; each adds what it has visited now and then
};

/// One thread's search: alpha-beta (principal variation search) with a fixed depth, from the same root again and again.
class Worker {
 public:
  static constexpr int most_depth = 100;

  /// `root_moves` are the moves of the game's position to choose from, at least one. All must outlive the worker.
  /// The worker that watches is the one that ends the search when nodes or time have run out.
  Worker(SearchTask& task, const RunningGame& game, MoveList root_moves, bool watches);

  /// Searches the root moves so deep within a window. If the search was halted meanwhile the result means nothing, but
  /// best_line() still holds the best move found so far.
  Score search_root(int depth, Score alpha, Score beta);

  /// The principal variation of the last completed search, or of the part of it that was completed. Never empty.
  const MoveList& best_line() const noexcept { return best_line_; }
  std::uint64_t nodes() const noexcept { return nodes_; }
  /// Tells the task of the nodes that it has not been told of yet.
  void publish_nodes() noexcept;

 private:
  /// What belongs to one distance from the root.
  struct Ply {
    Position position;
    std::optional<Count> count;
    int reversible = 0;  ///< plies since the last capture or man's move
    MoveList moves;
    std::vector<OrderedMove> order;
    MoveList line;  ///< the best one from here
    CutHistory::Killers killers{};
  };

  Score search(int ply, Score alpha, Score beta, int depth);
  Score search_moves(int ply, Score alpha, Score beta, int depth, std::uint64_t key, int known);
  Score search_child(int ply, const Move& move, Score alpha, Score beta, int depth, int reduction, bool first);
  /// Captures to their end, and the static estimate where there is none.
  Score settle(int ply, Score alpha, Score beta, int threats);
  Score settle_moves(int ply, Score alpha, Score beta, int threats);

  void make(int ply, const Move& move);
  void unmake() { path_.pop_back(); }
  bool visit() noexcept;
  bool is_drawn_by_rule(int ply) const noexcept;
  bool is_repeated(int ply) const noexcept;
  std::optional<Score> settled_by_tables(int ply, int depth, Score alpha, Score beta) const noexcept;
  Score finished(int ply) const noexcept;
  bool is_threatened(const Position& position) const noexcept;
  int reduction_of(const Move& move, std::size_t index, int depth) const noexcept;
  void extend_line(int ply, const Move& move);

  SearchTask& task_;
  const Ruleset& rules_;
  std::vector<Position> path_;  ///< from the last conversion before the root to the position that is searched
  std::vector<Ply> plies_;
  MoveList root_moves_;
  MoveList best_line_;
  CutHistory history_;
  int root_depth_ = 0;
  int most_counted_pieces_ = 0;  ///< no count can start with more
  bool watches_;
  std::uint64_t nodes_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t next_look_ = 1;
};

}  // namespace lunette
