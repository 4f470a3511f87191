#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <string>

#include "built_set.hpp"
#include "decoded_tables.hpp"
#include "rows/row_solver.hpp"

// Solving whole classes of international with one thread, each a different kind of work, without reading or writing
// files: bench_solving from a Release build. Entries are those of the stored sides (the unit of `lunette build`).

namespace {

using namespace lunette;

class Smaller final : public rows::SubTables {
 public:
  explicit Smaller(const Material& material)
      : tables_(bench::BuiltSet::get().rules(), bench::BuiltSet::get().directory()) {
    for (const Material& each : direct_successors(material)) {
      if (!tables_.load({each, Metric::wdl})) std::abort();
    }
  }
  const rows::SubTable* find(const Material& canonical) const override {
    const gen::DecodedTable* table = tables_.find({canonical, Metric::wdl});
    return table == nullptr ? nullptr : &table->packed();
  }

 private:
  gen::DecodedTables tables_;
};

void solve(benchmark::State& state, const char* name) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const Material material = *parse_material(name);
  const Ruleset& rules = bench::BuiltSet::get().rules();
  const Indexer indexer(rules.board, material);
  const Smaller smaller(material);
  for (auto _ : state) {
    benchmark::DoNotOptimize(rows::solve_conversion({rules, indexer, smaller, true, true, {}, {}, nullptr, nullptr}));
  }
  const auto entries = static_cast<std::int64_t>(indexer.size()) * material.stored_sides();
  state.SetItemsProcessed(state.iterations() * entries);
}

const int registered = [] {
  constexpr const char* materials[] = {"KKKvK", "KKvKK", "KKMvK", "KKvKM", "KMvKM", "KKMvM", "KMMvM", "MMMvK", "MMvMM"};
  for (const char* material : materials) {
    benchmark::RegisterBenchmark((std::string("solve/") + material).c_str(), [=](benchmark::State& state) {
      solve(state, material);
    })->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

}  // namespace
