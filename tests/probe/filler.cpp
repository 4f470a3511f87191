// Tables that hold garbage where the side to move must capture give the same answers as those that hold the values.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

bool same(const Answer& a, const Answer& b) {
  return a.wdl == b.wdl && a.dtc == b.dtc && a.dtw == b.dtw && a.count == b.count;
}

class FillerWorld {
 public:
  explicit FillerWorld(const World& world) : world_(world), stored_(world.open()), filler_(copy()) {}

  void compare_values() {
    for (const auto& [name, values] : world_.truth.classes()) {
      CAPTURE(world_.truth.rules().name, name.name());
      for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
        for (const Color side : {Color::white, Color::black}) {
          if (side == Color::black && name.is_own_flip()) continue;
          const auto expected = stored_.read_values(name, metric, side);
          const auto read = filler_.read_values(name, metric, side);
          REQUIRE(expected);
          REQUIRE(read);
          CHECK(*read == *expected);
        }
      }
    }
  }

  void compare_answers(int positions) {
    std::mt19937 random(51);
    for (const auto& [name, values] : world_.truth.classes()) {
      for (int i = 0; i < positions; ++i) {
        Position seen = values.indexer.unrank(random() % values.indexer.size());
        seen.side = random() % 2 == 0 ? Color::white : Color::black;
        if (random() % 2 == 0) seen = flip(world_.truth.rules().board, seen);
        compare_one(seen, {});
      }
    }
  }

  void compare_counts(std::string_view name, int positions) {
    std::mt19937 random(52);
    const Indexer& indexer = world_.truth.classes().at(material(name)).indexer;
    for (int i = 0; i < positions; ++i) {
      Position seen = indexer.unrank(random() % indexer.size());
      seen.side = random() % 2 == 0 ? Color::white : Color::black;
      for (int count = 0; count < world_.truth.rules().count->limit; ++count) {
        compare_one(seen, {count, Color::black, {}});
      }
    }
  }

 private:
  Tablebase copy() const {
    brute::write_all(world_.truth, directory_.path(), {.captures = CaptureEntries::filler});
    return *Tablebase::open(world_.truth.rules(), {{directory_.path()}});
  }

  void compare_one(const Position& seen, const CountRequest& count) {
    CAPTURE(world_.truth.rules().name, write_fen(world_.truth.rules().board, seen), count.moves.value_or(-1));
    const auto expected = stored_.rank_moves(seen, count);
    const auto found = filler_.rank_moves(seen, count);
    REQUIRE(expected);
    REQUIRE(found);
    if (!same(expected->answer, found->answer)) FAIL_CHECK("another answer");
    const bool same_moves = std::equal(
        expected->moves.begin(), expected->moves.end(), found->moves.begin(), found->moves.end(),
        [](const RankedMove& a, const RankedMove& b) { return a.move == b.move && same(a.answer, b.answer); });
    if (!same_moves) FAIL_CHECK("other moves");
  }

  const World& world_;
  TemporaryDirectory directory_;
  Tablebase stored_;
  Tablebase filler_;
};

}  // namespace

TEST_CASE("filler tables to 3 pieces answer as stored ones") {
  for (const char* rules : {"german", "traditional", "russian", "brazilian"}) {
    FillerWorld world(three_pieces(rules));
    world.compare_values();
    world.compare_answers(200);
  }
}

TEST_CASE("filler tables answer as stored ones where captures go on under a running count", "[long]") {
  FillerWorld world(four_pieces("traditional"));
  world.compare_values();
  world.compare_answers(300);
  for (const char* name : {"KvK", "KKvK", "KKKvK"}) world.compare_counts(name, 60);
}

TEST_CASE("a filler table whose smaller table is missing says which one") {
  const World& full = three_pieces("german");
  const TemporaryDirectory directory;
  brute::write_class(full.truth, material("KKvK"), directory.path(), {.captures = CaptureEntries::filler});
  const auto tables = Tablebase::open(full.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  // 4x15 leads to KvK; German counts in KKvK, so its distance is asked for.
  const Position capture = position(full.truth.rules(), "B:WK11,K29:BK4");
  for (const auto& error : {tables->probe_wdl(capture).error(), tables->probe_dtw(capture).error()}) {
    CHECK(error.code == ErrorCode::missing_table);
    CHECK(error.message.find("german/KvK.dtw") != std::string::npos);
  }
  CHECK(tables->read_values(material("KKvK"), Metric::wdl, Color::black).error().code == ErrorCode::missing_table);
  CHECK(tables->probe_wdl(position(full.truth.rules(), "B:WK30,K31:BK1")));
}
