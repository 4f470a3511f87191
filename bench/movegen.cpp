#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/generator.hpp"
#include "lunette/rules/movegen.hpp"

// Move generation, as leaves a second of perft: run bench_movegen from a Release build on an idle machine. The goal is
// 120 million leaves per CPU second at depth 9 of international from the start.

namespace {

using namespace lunette;

struct Case {
  const char* rules;
  const char* fen;
  int depth;
};

constexpr const char* start = "start";

/// The game's whole course: the start, a thick middle game, both sides about to promote, kings only, endgames.
constexpr Case cases[] = {
    {"international", start, 9},
    {"international", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 13},
    {"international", "W:W6,7,8,9,10:B41,42,43,44,45", 7},
    {"international", "W:WK31-50:BK1-20", 9},
    {"international", "W:WK45,K49,K50:BK1,K2", 6},
    {"historical", start, 9},
    {"brazilian", start, 10},
    {"pool", start, 10},
    {"russian", start, 10},
    {"traditional", "W:WK28,K31,K32:BK1,K2", 7},
};

Position position_of(const Ruleset& rules, const char* fen) {
  if (fen == start) return start_position(rules.board);
  return read_position(rules, fen).value();
}

void leaves(benchmark::State& state, const Case& game) {
  const Ruleset& rules = **find_ruleset(game.rules);
  const Position position = position_of(rules, game.fen);
  std::uint64_t count = 0;
  for (auto _ : state) count += perft(rules, position, game.depth);
  state.counters["leaves/s"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

/// The positions two plies below, as varied material for single functions.
std::vector<Position> sample(const Ruleset& rules, const Position& root) {
  std::vector<Position> positions{root};
  MoveList moves;
  for (std::size_t i = 0; i < positions.size() && positions.size() < 4096; ++i) {
    generate_moves(rules, positions[i], moves);
    const Position from = positions[i];
    for (const Move& move : moves) positions.push_back(apply(from, move));
  }
  return positions;
}

void capture_test(benchmark::State& state, const Case& game) {
  const Ruleset& rules = **find_ruleset(game.rules);
  const std::vector<Position> positions = sample(rules, position_of(rules, game.fen));
  with_generator(rules, [&](auto generator) {
    for (auto _ : state) {
      int captures = 0;
      for (const Position& position : positions) captures += generator.has_capture(position) ? 1 : 0;
      benchmark::DoNotOptimize(captures);
    }
  });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void list(benchmark::State& state, const Case& game) {
  const Ruleset& rules = **find_ruleset(game.rules);
  const std::vector<Position> positions = sample(rules, position_of(rules, game.fen));
  MoveList moves;
  with_generator(rules, [&](auto generator) {
    for (auto _ : state) {
      for (const Position& position : positions) generator.generate(position, moves);
      benchmark::DoNotOptimize(moves.data());
    }
  });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

const int registered = [] {
  for (const Case& game : cases) {
    const std::string name = std::string(game.rules) + " " + game.fen;
    const auto add = [&](const char* what, void (*function)(benchmark::State&, const Case&)) {
      return benchmark::RegisterBenchmark((what + name).c_str(),
                                          [&game, function](benchmark::State& state) { function(state, game); });
    };
    add("perft/", leaves)->Unit(benchmark::kMillisecond);
    add("has_capture/", capture_test);
    add("generate/", list);
  }
  return 0;
}();

}  // namespace
