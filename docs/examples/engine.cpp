// A small engine: alpha-beta that stops where the tables know. usage: engine RULESET TABLES DEPTH FEN

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"

namespace {

constexpr int won = 10000, infinite = 20000;

class Engine {
 public:
  explicit Engine(const lunette::Tablebase& tables) : tables_(tables), rules_(tables.rules()) {}

  /// The best move of a position that is not over, with its score; from the tables alone if these know the position.
  lunette::Move best_move(const lunette::Position& position, int depth, int& score) {
    if (const auto ranked = tables_.rank_moves(position); ranked && !ranked->moves.empty()) {
      score = score_of(ranked->answer.wdl);
      return ranked->moves.front().move;
    }
    lunette::MoveList moves;
    generate_moves(rules_, position, moves);
    lunette::Move best = moves.front();
    score = -infinite;
    for (const lunette::Move& move : moves) {
      const int reply = -search(apply(position, move), depth - 1, 1, -infinite, -score);
      if (reply > score) best = move;
      score = std::max(score, reply);
    }
    return best;
  }

  long nodes = 0, probes = 0;

 private:
  /// A win that the count has turned into a draw is a draw.
  static int score_of(lunette::Wdl wdl) {
    return wdl == lunette::Wdl::win ? won : wdl == lunette::Wdl::loss ? -won : 0;
  }

  static int material(const lunette::Position& position) {
    const auto worth = [&](lunette::Color color) {
      return lunette::count_bits(position.men[index_of(color)]) +
             3 * lunette::count_bits(position.kings[index_of(color)]);
    };
    return 100 * (worth(position.side) - worth(opposite(position.side)));
  }

  /// From the side to move, `ply` moves from the root: nearer wins are better.
  int search(const lunette::Position& position, int depth, int ply, int alpha, int beta) {
    ++nodes;
    // Where the disk would be waited for too often, probe_cached().
    if (const auto wdl = tables_.probe_wdl(position)) {
      ++probes;
      const int score = score_of(*wdl);
      return score > 0 ? score - ply : score < 0 ? score + ply : 0;
    }
    // A side without a move would have been answered: that needs no table.
    if (depth <= 0 && !has_capture(rules_, position)) return material(position);
    lunette::MoveList moves;
    generate_moves(rules_, position, moves);
    for (const lunette::Move& move : moves) {
      alpha = std::max(alpha, -search(apply(position, move), depth - 1, ply + 1, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  const lunette::Tablebase& tables_;
  const lunette::Ruleset& rules_;
};

int refuse(const lunette::Error& error) {
  std::cerr << error.message << '\n';
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int depth = argc == 5 ? std::atoi(argv[3]) : 0;
  if (depth < 1) return refuse({{}, "usage: engine RULESET TABLES DEPTH FEN"});
  const auto rules = lunette::find_ruleset(argv[1]);
  if (!rules) return refuse(rules.error());
  const auto position = lunette::read_position(**rules, argv[4]);
  if (!position) return refuse(position.error());
  if (!has_move(**rules, *position)) return refuse({{}, "the game is over"});
  const auto tables = lunette::Tablebase::open(**rules, {.directories = {argv[2]}});
  if (!tables) return refuse(tables.error());

  Engine engine(*tables);
  int score = 0;
  const lunette::Move move = engine.best_move(*position, depth, score);
  std::cout << write_move(**rules, *position, move) << ", score " << score << ", " << engine.nodes << " nodes, "
            << engine.probes << " answered by tables\n";
  return 0;
}
