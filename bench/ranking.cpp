#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lunette/index/indexer.hpp"

// Ranking and unranking of random placements, for classes of every kind: bench_ranking from a Release build.

namespace {

using namespace lunette;

constexpr const char* materials[] = {"KKvK", "KKMvK", "KKvKK", "KMMvKM", "KKMvKKM", "KKKvKKK", "MMMvMMM", "KKMMvKKMM"};
constexpr std::size_t samples = 4096;

std::vector<Index> random_indices(const Indexer& indexer) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<Index> index(0, indexer.size() - 1);
  std::vector<Index> indices(samples);
  for (Index& each : indices) each = index(random);
  return indices;
}

void rank(benchmark::State& state, Board board, const char* material) {
  const Indexer indexer(board, *parse_material(material));
  std::vector<Position> positions;
  for (const Index index : random_indices(indexer)) positions.push_back(indexer.unrank(index));
  for (auto _ : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(indexer.rank(position));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(samples));
}

void unrank(benchmark::State& state, Board board, const char* material) {
  const Indexer indexer(board, *parse_material(material));
  const std::vector<Index> indices = random_indices(indexer);
  for (auto _ : state) {
    for (const Index index : indices) {
      Position position = indexer.unrank(index);
      benchmark::DoNotOptimize(position);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(samples));
}

const int registered = [] {
  for (const Board board : {Board::b8, Board::b10}) {
    for (const char* material : materials) {
      const std::string name = std::string(board == Board::b8 ? "8x8/" : "10x10/") + material;
      const auto add = [&](const char* what, void (*function)(benchmark::State&, Board, const char*)) {
        benchmark::RegisterBenchmark((what + name).c_str(),
                                     [=](benchmark::State& state) { function(state, board, material); });
      };
      add("rank/", rank);
      add("unrank/", unrank);
    }
  }
  return 0;
}();

}  // namespace
