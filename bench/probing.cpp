#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/movegen.hpp"

// How long a WDL probe takes, on real tables and in three patterns: bench_probing TABLES [RULESET [PIECES [UNPACKED]]].
// UNPACKED, a directory of the builder's tables, adds the baseline: every value as a byte of one array.

namespace {

using namespace lunette;
using Clock = std::chrono::steady_clock;

constexpr std::size_t samples = 400'000;

double nanoseconds(Clock::time_point start, std::size_t count) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / static_cast<double>(count);
}

[[noreturn]] void fail(const std::string& reason) {
  std::fprintf(stderr, "bench_probing: %s\n", reason.c_str());
  std::exit(2);
}

struct Set {
  const Ruleset* rules;
  std::vector<Indexer> classes;
  std::uint64_t entries = 0;

  Set(const Ruleset& ruleset, int pieces) : rules(&ruleset) {
    for (const Material& material : enumerate_materials(pieces)) {
      classes.emplace_back(ruleset.board, material);
      entries += sides(classes.back()) * classes.back().size();
    }
  }
  static std::uint64_t sides(const Indexer& indexer) {
    return static_cast<std::uint64_t>(indexer.material().stored_sides());
  }
  /// Of all entries of the set, number n.
  Position entry(std::uint64_t n) const {
    for (const Indexer& indexer : classes) {
      if (n < sides(indexer) * indexer.size()) return entry_of(indexer, n);
      n -= sides(indexer) * indexer.size();
    }
    fail("no such entry");
  }
  static Position entry_of(const Indexer& indexer, std::uint64_t n) {
    Position position = indexer.unrank(n % indexer.size());
    if (n >= indexer.size()) position.side = Color::black;
    return position;
  }
};

using Positions = std::vector<Position>;

Positions uniform(const Set& set, std::mt19937_64& random) {
  std::uniform_int_distribution<std::uint64_t> entry(0, set.entries - 1);
  Positions positions;
  while (positions.size() < samples) positions.push_back(set.entry(entry(random)));
  return positions;
}

Positions one_class(const Set& set, std::mt19937_64& random) {
  const auto largest = std::max_element(set.classes.begin(), set.classes.end(),
                                        [](const Indexer& a, const Indexer& b) { return a.size() < b.size(); });
  std::uniform_int_distribution<std::uint64_t> entry(0, Set::sides(*largest) * largest->size() - 1);
  Positions positions;
  while (positions.size() < samples) positions.push_back(Set::entry_of(*largest, entry(random)));
  return positions;
}

void visit_tree(const Ruleset& rules, const Position& position, int plies, Positions& out) {
  if (position.pieces(position.side) == 0) return;
  out.push_back(position);
  if (plies == 0 || out.size() >= samples) return;
  MoveList moves;
  generate_moves(rules, position, moves);
  for (const Move& move : moves) visit_tree(rules, apply(position, move), plies - 1, out);
}

/// Whole trees of 4 plies around random roots, as a search meets them.
Positions search_like(const Set& set, std::mt19937_64& random) {
  std::uniform_int_distribution<std::uint64_t> entry(0, set.entries - 1);
  Positions positions;
  while (positions.size() < samples) {
    Positions tree;
    visit_tree(*set.rules, set.entry(entry(random)), 4, tree);
    positions.insert(positions.end(), tree.begin(), tree.end());
  }
  return positions;
}

Tablebase open(const Set& set, const std::string& directory, std::size_t cache, bool preload) {
  auto tables = Tablebase::open(*set.rules, {.directories = {directory},
                                             .cache_bytes = cache,
                                             .metrics = {Metric::wdl},
                                             .preload_bytes = preload ? cache : 0});
  if (!tables) fail(tables.error().message);
  for (const Indexer& indexer : set.classes) {
    if (auto table = tables->table(indexer.material(), Metric::wdl); !table) fail(table.error().message);
  }
  return *std::move(tables);
}

int probe_all(const Tablebase& tables, const Position* first, const Position* last) {
  int sum = 0;
  for (; first != last; ++first) {
    const auto wdl = tables.probe_wdl(*first);
    if (!wdl) fail(wdl.error().message);
    sum += static_cast<int>(*wdl);
  }
  return sum;
}

std::atomic<int> sink;

/// Nanoseconds of wall time a probe, the positions shared out among threads.
double measure(const Tablebase& tables, const Positions& positions, std::size_t threads) {
  const auto start = Clock::now();
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      const auto cut = [&](std::size_t i) { return positions.data() + positions.size() * i / threads; };
      sink += probe_all(tables, cut(t), cut(t + 1));
    });
  }
  for (std::thread& thread : running) thread.join();
  return nanoseconds(start, positions.size());
}

double best_of(int tries, const std::function<double()>& measured) {
  double best = measured();
  for (int i = 1; i < tries; ++i) best = std::min(best, measured());
  return best;
}

/// How much more two threads that only count do than one.
double spinning(std::size_t threads) {
  return best_of(3, [&] {
    std::vector<std::thread> running;
    const auto start = Clock::now();
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([] {
        volatile std::uint64_t count = 0;
        for (int i = 0; i < 300'000'000; ++i) count = count + 1;
      });
    }
    for (std::thread& thread : running) thread.join();
    return nanoseconds(start, threads);
  });
}

Positions those_with(const Ruleset& rules, const Positions& positions, bool capture) {
  Positions chosen;
  std::copy_if(positions.begin(), positions.end(), std::back_inserter(chosen),
               [&](const Position& position) { return has_capture(rules, position) == capture; });
  return chosen;
}

void print(const char* pattern, const char* cache, double one, double two) {
  std::printf("| %s | %s | %.0f | %.0f | %.2f |\n", pattern, cache, one, two, one / two);
  std::fflush(stdout);
}

void compare_caches(const Set& set, const std::string& directory, const char* name, const Positions& positions) {
  const auto both = [&](const Tablebase& tables, const char* cache) {
    measure(tables, positions, 1);  // the cache as these positions leave it
    print(name, cache, best_of(3, [&] { return measure(tables, positions, 1); }),
          best_of(3, [&] { return measure(tables, positions, 2); }));
  };
  for (const auto& [cache, bytes] : {std::pair{"64 MiB", 64U}, {"256 MiB", 256U}, {"1 GiB", 1024U}}) {
    both(open(set, directory, std::size_t{bytes} << 20, false), cache);
  }
}

void measure_cold(const Set& set, const std::string& directory, const char* name, const Positions& positions) {
  // Few enough that nearly each of them needs a unit of its own, each tried once.
  const Positions some(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 20));
  Tablebase tables = open(set, directory, std::size_t{1} << 30, false);
  tables.reset_statistics();
  const double time = measure(tables, some, 1);
  const auto misses = static_cast<double>(tables.statistics().cache_misses);
  std::printf("| %s | cold | %.0f | | | %.2f units decoded a probe: %.1f us each\n", name, time,
              misses / static_cast<double>(some.size()), time / 1000 * static_cast<double>(some.size()) / misses);
  std::fflush(stdout);
}

/// Every value of the set as a byte of one array.
class Baseline {
 public:
  Baseline(const Set& set, const std::string& directory) : set_(set) {
    void* const mapped =
        ::mmap(nullptr, set.entries, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) fail("no memory for the baseline");
    values_ = static_cast<std::uint8_t*>(mapped);
    const Tablebase tables = open(set, directory, 0, false);
    std::uint64_t offset = 0;
    for (const Indexer& indexer : set.classes) {
      offsets_.push_back(offset);
      for (std::uint64_t side = 0; side < Set::sides(indexer); ++side) {
        const auto codes = tables.read_values(indexer.material(), Metric::wdl, side == 0 ? Color::white : Color::black);
        if (!codes) fail(codes.error().message);
        for (const ValueCode code : *codes) values_[offset++] = static_cast<std::uint8_t>(code);
      }
    }
  }

  double measure(const Positions& positions) const {
    return best_of(3, [&] {
      const auto start = Clock::now();
      int sum = 0;
      for (const Position& position : positions) sum += probe(position);
      sink += sum;
      return nanoseconds(start, positions.size());
    });
  }

 private:
  int probe(const Position& position) const {
    const Oriented oriented = orient(set_.rules->board, position);
    std::size_t number = 0;  // a search through at most a few dozen classes of this size stays in the first-level cache
    while (set_.classes[number].material() != oriented.material) ++number;
    const Indexer& indexer = set_.classes[number];
    const std::uint64_t side = oriented.side == Color::black ? indexer.size() : 0;
    return values_[offsets_[number] + side + indexer.rank(oriented.position)];
  }

  const Set& set_;
  std::uint8_t* values_ = nullptr;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) fail("usage: bench_probing TABLES [RULESET [PIECES [UNPACKED]]]");
  const std::string directory = argv[1];
  const auto rules = find_ruleset(argc > 2 ? argv[2] : "international");
  if (!rules) fail(rules.error().message);
  const Set set(**rules, argc > 3 ? std::atoi(argv[3]) : 5);
  std::mt19937_64 random(1);
  const Positions all = uniform(set, random);
  const Positions quiet = those_with(**rules, all, false);
  const Positions captures = those_with(**rules, all, true);
  const Positions single = one_class(set, random);
  const Positions tree = search_like(set, random);
  const auto share = [&](const Positions& positions) {
    return 100 * static_cast<double>(those_with(**rules, positions, true).size()) /
           static_cast<double>(positions.size());
  };
  std::printf("Positions with a capture: uniform %.0f %%, one class %.0f %%, search-like %.0f %%\n", share(all),
              share(single), share(tree));
  const double one = spinning(1);
  std::printf("Two spinning threads do %.2f times the work of one\n\n", one / spinning(2));

  std::printf("| pattern | cache | ns a probe, 1 thread | 2 threads | ratio |\n| --- | --- | --- | --- | --- |\n");
  {
    const Tablebase resident = open(set, directory, std::size_t{2} << 30, true);
    for (const auto& [name, positions] : {std::pair{"uniform, no capture", &quiet},
                                          {"uniform, captures", &captures},
                                          {"uniform", &all},
                                          {"one class", &single},
                                          {"search-like", &tree}}) {
      measure(resident, *positions, 1);
      print(name, "resident", best_of(5, [&] { return measure(resident, *positions, 1); }),
            best_of(5, [&] { return measure(resident, *positions, 2); }));
    }
  }
  compare_caches(set, directory, "uniform", all);
  compare_caches(set, directory, "one class", single);
  compare_caches(set, directory, "search-like", tree);
  measure_cold(set, directory, "uniform, no capture", quiet);
  measure_cold(set, directory, "search-like", tree);
  if (argc > 4) {
    const Baseline baseline(set, argv[4]);
    for (const auto& [name, positions] : {std::pair{"uniform, no capture", &quiet},
                                          {"uniform, captures", &captures},
                                          {"one class", &single},
                                          {"search-like", &tree}}) {
      std::printf("| %s | a byte a value in one array | %.0f | | |\n", name, baseline.measure(*positions));
    }
  }
}
