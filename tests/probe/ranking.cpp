// The order of moves, against the rule of rules.md written down a second time, and the answers of moves against
// their position's.

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

constexpr int unknown = 1'000'000;

std::vector<int> squares(Board board, Bitboard bits) {
  std::vector<int> numbers;
  for_each_bit(bits, [&](int bit) { numbers.push_back(square_at(board, bit).number()); });
  return numbers;
}

auto fen_order(Board board, const RankedMove& m) {
  return std::tuple(square_at(board, m.move.from).number(), square_at(board, m.move.to).number(),
                    squares(board, m.move.captured));
}

enum class By { dtw, dtc, value };

std::vector<int> key(const RankedMove& m, By by) {
  const int dtw = m.answer.dtw.value_or(unknown);
  const int dtc = m.answer.dtc.value_or(unknown);
  if (by == By::value) return {};
  if (by == By::dtw) return {dtw};
  const bool ends = m.answer.dtc == 0;
  if (m.move.converts() || ends) return {1, dtw, dtc};
  return {1 + dtc};
}

/// rules.md, "Ranking of moves".
bool goes_before(Board board, const RankedMove& a, const RankedMove& b, By by) {
  const int value_a = -static_cast<int>(a.answer.wdl);
  const int value_b = -static_cast<int>(b.answer.wdl);
  if (value_a != value_b) return value_a > value_b;
  if (value_a == 0 && a.move.is_capture() != b.move.is_capture()) return a.move.is_capture();
  if (value_a > 0 && key(a, by) != key(b, by)) return key(a, by) < key(b, by);
  if (value_a < 0 && key(a, by) != key(b, by)) return key(a, by) > key(b, by);
  return fen_order(board, a) < fen_order(board, b);
}

void check_order(Board board, const Probe& probe, By by) {
  for (std::size_t i = 1; i < probe.moves.size(); ++i) {
    if (!goes_before(board, probe.moves[i - 1], probe.moves[i], by)) {
      FAIL_CHECK("moves " << i - 1 << " and " << i << " are out of order");
    }
  }
}

void check_moves_are_legal_and_complete(const Ruleset& rules, const Position& position, const Probe& probe) {
  MoveList legal;
  generate_moves(rules, position, legal);
  REQUIRE(probe.moves.size() == legal.size());
  for (const RankedMove& ranked : probe.moves) {
    if (std::count(legal.begin(), legal.end(), ranked.move) != 1) FAIL_CHECK("a move that is not legal, or twice");
    if (ranked.after != apply(position, ranked.move)) FAIL_CHECK("a wrong position after the move");
    if (ranked.conversion != ranked.move.converts()) FAIL_CHECK("a wrong conversion");
  }
}

/// The position's answer follows from its moves' answers.
void check_negamax(const Probe& probe) {
  if (probe.moves.empty()) return;
  Wdl best = Wdl::loss;
  std::optional<int> shortest;
  std::optional<int> longest;
  for (const RankedMove& m : probe.moves) {
    best = std::max(best, -m.answer.wdl);
    if (!m.answer.dtw) continue;
    auto& plies = *m.answer.dtw % 2 == 0 ? shortest : longest;
    const bool wins = *m.answer.dtw % 2 == 0;
    plies = !plies ? *m.answer.dtw : wins ? std::min(*plies, *m.answer.dtw) : std::max(*plies, *m.answer.dtw);
  }
  CHECK(probe.answer.wdl == best);
  CHECK(probe.moves.front().answer.wdl == -best);
  if (best > Wdl::draw) CHECK(probe.answer.dtw == *shortest + 1);
  if (best < Wdl::draw) CHECK(probe.answer.dtw == *longest + 1);
  if (best == Wdl::draw) CHECK_FALSE(probe.answer.dtw);
  CHECK(probe.answer.dtc.has_value() == (best != Wdl::draw));
  if (!probe.answer.count && probe.answer.dtc && *probe.answer.dtc > 1) {
    // No conversion keeps the value, or the loser has a longer way: some quiet reply is one ply nearer to it.
    const auto nearer = [&](const RankedMove& m) { return !m.conversion && m.answer.dtc == *probe.answer.dtc - 1; };
    CHECK(std::any_of(probe.moves.begin(), probe.moves.end(), nearer));
  }
}

void check_random_positions(const World& world, int positions) {
  const Ruleset& rules = world.truth.rules();
  const Tablebase tables = world.open();
  std::mt19937 random(20);
  for (const auto& [name, values] : world.truth.classes()) {
    for (int i = 0; i < positions; ++i) {
      Position seen = values.indexer.unrank(random() % values.indexer.size());
      seen.side = random() % 2 == 0 ? Color::white : Color::black;
      if (random() % 2 == 0) seen = flip(rules.board, seen);
      CAPTURE(rules.name, write_fen(rules.board, seen));
      const auto probe = tables.rank_moves(seen);
      REQUIRE(probe);
      check_moves_are_legal_and_complete(rules, seen, *probe);
      check_negamax(*probe);
      CHECK(probe->progress == Progress::guaranteed);
      check_order(rules.board, *probe, !rules.count || probe->answer.count ? By::dtw : By::dtc);
      for (const RankedMove& m : probe->moves) {
        if (m.answer.dtw.value_or(-1) != world.truth.dtw(m.after)) FAIL_CHECK("a wrong DTW of a move");
        if (m.answer.dtc.value_or(-1) != world.truth.dtc(m.after)) FAIL_CHECK("a wrong DTC of a move");
      }
    }
  }
}

}  // namespace

TEST_CASE("moves are ranked as rules.md says and agree with their position, to 3 pieces") {
  for (const char* rules : {"traditional", "german", "minor", "pool", "russian"}) {
    check_random_positions(three_pieces(rules), 300);
  }
}

TEST_CASE("moves are ranked as rules.md says and agree with their position, where a count decides") {
  check_random_positions(four_pieces("traditional"), 500);
}

TEST_CASE("with a running count moves are ranked by DTW and agree with their position") {
  std::mt19937 random(21);
  for (const char* name : {"traditional", "german"}) {
    const Ruleset& rules = ruleset(name);
    const Tablebase tables = lone_king(name).open();
    for (const char* kings : {"KvK", "KKvK", "KKKvK"}) {
      const Indexer indexer(rules.board, material(kings));
      for (int i = 0; i < 500; ++i) {
        Position seen = indexer.unrank(random() % indexer.size());
        seen.side = random() % 2 == 0 ? Color::white : Color::black;
        const int count = static_cast<int>(random() % static_cast<unsigned>(rules.count->limit));
        CAPTURE(name, write_fen(rules.board, seen), count);
        const auto probe = tables.rank_moves(seen, {count, Color::black, {}});
        REQUIRE(probe);
        check_moves_are_legal_and_complete(rules, seen, *probe);
        check_negamax(*probe);
        check_order(rules.board, *probe, By::dtw);
      }
    }
  }
}

TEST_CASE("without distances moves are ranked by value and no progress is promised") {
  const Ruleset& rules = ruleset("brazilian");
  const World& full = three_pieces("brazilian");
  const TemporaryDirectory directory;
  brute::write_all(full.truth, directory.path(), {.metrics = {Metric::wdl}});
  const auto tables = Tablebase::open(rules, {{directory.path()}});
  REQUIRE(tables);
  std::mt19937 random(22);
  for (const auto& [name, values] : full.truth.classes()) {
    for (int i = 0; i < 100; ++i) {
      const Position seen = values.indexer.unrank(random() % values.indexer.size());
      const auto probe = tables->rank_moves(seen);
      REQUIRE(probe);
      CHECK_FALSE(probe->answer.dtw);
      CHECK_FALSE(probe->answer.dtc);
      CHECK(probe->progress == (probe->moves.empty() ? Progress::guaranteed : Progress::not_guaranteed));
      check_order(rules.board, *probe, By::value);
    }
  }
}

TEST_CASE("in a ruleset with a count DTW alone promises no progress before the count runs") {
  const Ruleset& rules = ruleset("german");
  const World& full = three_pieces("german");
  const TemporaryDirectory directory;
  brute::write_all(full.truth, directory.path(), {.metrics = {Metric::wdl, Metric::dtw}});
  const auto tables = Tablebase::open(rules, {{directory.path()}});
  REQUIRE(tables);
  CHECK(tables->rank_moves(position(rules, "W:WK1,31:BK21"))->progress == Progress::not_guaranteed);
  CHECK(tables->rank_moves(position(rules, "W:WK4,K7:BK21"))->progress == Progress::guaranteed);
}
