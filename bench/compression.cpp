#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "built_set.hpp"
#include "lunette/compress/table_file.hpp"

// Writing and reading real tables of international, one thread: bench_compression from a Release build.

namespace {

using namespace lunette;

TableFile open(const char* material, Metric metric) {
  const auto& set = bench::BuiltSet::get();
  auto file = TableFile::open(table_path(set.directory(), set.rules().name, *parse_material(material), metric));
  if (!file) std::abort();
  return std::move(file).value();
}

/// Decodes every block, to `visit` each.
template <class Visit>
void read_all(const TableFile& file, const Visit& visit) {
  std::vector<ValueCode> codes;
  for (int side = 0; side < file.header().sides; ++side) {
    for (std::uint64_t block = 0; block < file.blocks(); ++block) {
      codes.resize(file.block_size(block));
      if (!file.read_block(side, block, codes)) std::abort();
      visit(side, codes);
    }
  }
}

void count(benchmark::State& state, const TableFile& file) {
  const auto entries = file.header().entries * static_cast<std::uint64_t>(file.header().sides);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(entries));
  state.counters["bits/entry"] = 8.0 * static_cast<double>(file.bytes()) / static_cast<double>(entries);
}

void read(benchmark::State& state, const char* material, Metric metric) {
  const TableFile file = open(material, metric);
  for (auto _ : state)
    read_all(file, [](int, const std::vector<ValueCode>& codes) { benchmark::DoNotOptimize(codes.data()); });
  count(state, file);
}

void write(benchmark::State& state, const char* material, Metric metric) {
  const TableFile file = open(material, metric);
  std::vector<std::vector<ValueCode>> sides(static_cast<std::size_t>(file.header().sides));
  read_all(file, [&](int side, const std::vector<ValueCode>& codes) {
    auto& all = sides[static_cast<std::size_t>(side)];
    all.insert(all.end(), codes.begin(), codes.end());
  });
  const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    std::copy_n(sides[static_cast<std::size_t>(side)].begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                out.begin());
  };
  const auto path = bench::BuiltSet::get().directory() / "written";
  for (auto _ : state) {
    if (!write_table(path, file.header(), values)) std::abort();
  }
  count(state, file);
}

const int registered = [] {
  constexpr const char* materials[] = {"KKKvK", "KKMvK", "KMvKM", "KMMvM"};
  for (const char* material : materials) {
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      const std::string name = std::string(material) + "." + std::string(to_string(metric));
      benchmark::RegisterBenchmark(("read/" + name).c_str(), [=](benchmark::State& state) {
        read(state, material, metric);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("write/" + name).c_str(), [=](benchmark::State& state) {
        write(state, material, metric);
      })->Unit(benchmark::kMillisecond);
    }
  }
  return 0;
}();

}  // namespace
