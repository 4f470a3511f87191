// What the drop-in answers is what the tables hold, in the interface's terms.

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "built_tables.hpp"
#include "catch.hpp"
#include "egdb.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

/// Handles for the three metrics and the tables themselves.
struct Handles {
  explicit Handles(int pieces)
      : directory(testing::built_tables(ruleset("international"), pieces)),
        tables(*Tablebase::open(ruleset("international"), {{directory}})),
        wld(open("metric=wld")),
        mtc(open("metric=mtc")),
        dtw(open("metric=dtw")) {}

  Driver open(const char* options) const {
    return Driver(egdb::egdb_open(options, 32, directory.c_str(), take_message));
  }

  std::filesystem::path directory;
  Tablebase tables;
  Driver wld;
  Driver mtc;
  Driver dtw;
};

int expected_wld(Wdl wdl) {
  return wdl == Wdl::win ? egdb::EGDB_WIN : wdl == Wdl::loss ? egdb::EGDB_LOSS : egdb::EGDB_DRAW;
}

/// Odd distances count as the even number above; those below the threshold have one value.
int expected_mtc(std::optional<int> dtc) {
  if (!dtc) return egdb::MTC_UNKNOWN;
  const int even = *dtc % 2 == 0 ? *dtc : *dtc + 1;
  return even >= egdb::MTC_THRESHOLD ? even : egdb::MTC_LESS_THAN_THRESHOLD;
}

/// 2v+1 plies to a win, 2v to a loss.
bool is_half(std::optional<int> dtw, int value) {
  if (!dtw) return value == egdb::EGDB_SUBDB_UNAVAILABLE;
  return *dtw % 2 == 1 ? 2 * value + 1 == *dtw : 2 * value == *dtw;
}

/// All metrics of one position, unconditionally and then from the cache.
void compare(const Handles& handles, const egdb::EGDB_POSITION& position, int color, const Position& seen) {
  const auto answer = handles.tables.probe(seen);
  REQUIRE(answer);
  for (const int cl : {0, 1}) {
    CHECK(egdb::egdb_lookup(handles.wld.get(), &position, color, cl) == expected_wld(answer->wdl));
    CHECK(egdb::egdb_lookup(handles.mtc.get(), &position, color, cl) == expected_mtc(answer->dtc));
    CHECK(is_half(answer->dtw, egdb::egdb_lookup(handles.dtw.get(), &position, color, cl)));
  }
}

void compare(const Handles& handles, const Position& seen) {
  CAPTURE(write_fen(Board::b10, seen));
  compare(handles, egdb_position(seen), egdb_color(seen), seen);
}

/// Returns how many of the positions had a capture.
int compare_at_random(const Handles& handles, int pieces, int positions) {
  int captures = 0;
  std::mt19937 random(111);
  for (const Material& material : enumerate_materials(pieces)) {
    const Indexer indexer(Board::b10, material);
    for (int i = 0; i < positions; ++i) {
      Position seen = indexer.unrank(random() % indexer.size());
      seen.side = random() % 2 == 0 ? Color::white : Color::black;
      if (random() % 2 == 0) seen = flip(Board::b10, seen);
      compare(handles, seen);
      if (has_capture(handles.tables.rules(), seen)) ++captures;
    }
  }
  return captures;
}

/// The positions of a class that are longest from a conversion; returns how many plies that is at most.
int compare_longest(const Handles& handles, const Material& material) {
  int longest = 0;
  const TableHeader& header = (*handles.tables.table(material, Metric::dtc))->header();
  const Indexer indexer(Board::b10, material);
  for (std::size_t side = 0; side < static_cast<std::size_t>(header.sides); ++side) {
    const SideStatistics& statistics = header.statistics[side];
    longest = std::max({longest, statistics.max_win, statistics.max_loss});
    for (const std::uint64_t index : {statistics.longest_win, statistics.longest_loss}) {
      if (index == SideStatistics::no_index) continue;
      Position seen = indexer.unrank(index);
      seen.side = side == 0 ? Color::white : Color::black;
      compare(handles, seen);
    }
  }
  return longest;
}

}  // namespace

TEST_CASE("every class of three pieces, either way up, captures too, by all metrics") {
  const Handles handles(3);
  CHECK(compare_at_random(handles, 3, 100) > 100);
  CHECK(taken_messages().empty());
}

TEST_CASE("threads share a handle, and its statistics are exact") {
  const Handles handles(3);
  const Indexer indexer(Board::b10, material("KKvM"));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 500; ++i) {
        const Position seen = indexer.unrank(random() % indexer.size());
        const egdb::EGDB_POSITION position = egdb_position(seen);
        const int value = egdb::egdb_lookup(handles.wld.get(), &position, egdb::EGDB_WHITE, 0);
        const auto expected = handles.tables.probe_wdl(seen);
        if (!expected || value != expected_wld(*expected)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  const egdb::EGDB_STATS* const stats = egdb::egdb_get_stats(handles.wld.get());
  CHECK(stats->db_requests == 2'000);
  CHECK(stats->db_returns == 2'000);
  CHECK(stats->lru_cache_hits + stats->lru_cache_loads == 2'000);
}

TEST_CASE("every row of the Kingsrow databases to four pieces", "[long]") {
  const Handles handles(4);
  int rows = 0;
  for (const auto& cells : rows_of("kingsrow.tsv")) {
    const std::string& fen = cells.at(1);
    if (std::stoi(cells.at(3)) > 4) continue;
    CAPTURE(fen);
    const EgdbFen read = read_egdb_fen(fen);
    const int value = egdb::egdb_lookup(handles.wld.get(), &read.position, read.color, 0);
    const std::string& published = cells.at(2);
    CHECK(value == (published == "win" ? egdb::EGDB_WIN : published == "loss" ? egdb::EGDB_LOSS : egdb::EGDB_DRAW));
    compare(handles, read.position, read.color, position(ruleset("international"), fen));
    ++rows;
  }
  CHECK(rows == 24);
}

TEST_CASE("every class of four pieces, either way up, captures too, by all metrics", "[long]") {
  const Handles handles(4);
  CHECK(compare_at_random(handles, 4, 200) > 1'000);  // which the original leaves out
  int longest = 0;
  for (const Material& material : enumerate_materials(4)) {
    longest = std::max(longest, compare_longest(handles, material));
  }
  CHECK(longest == 17);  // KKMvK, so that both sides of the threshold are met
}
