// The counted draw: what starts it, what is refused, how it runs, and the values under every count.

#include <algorithm>
#include <array>
#include <string>

#include "catch.hpp"
#include "fixture.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

namespace {

constexpr std::array plain_rulesets{"minor", "polish", "international", "brazilian", "pool", "russian"};
constexpr std::array counted_rulesets{"traditional", "historical", "german"};

std::optional<Count> count_in(const Ruleset& rules, std::string_view fen, const CountRequest& request = {}) {
  const auto count = running_count(rules, position(rules, fen), request);
  if (!count) FAIL(count.error().message);
  return *count;
}

std::string refusal(const Ruleset& rules, std::string_view fen, const CountRequest& request) {
  const auto count = running_count(rules, position(rules, fen), request);
  if (count) return "accepted";
  CHECK(count.error().code == ErrorCode::bad_count);
  return count.error().message;
}

bool says(const std::string& message, std::string_view words) {
  return message.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("only the ruleset's own material starts a count") {
  const auto starts = [](std::string_view rules, std::string_view name) {
    const bool as_named = starts_count(ruleset(rules), material(name));
    CHECK(starts_count(ruleset(rules), material(name).flipped()) == as_named);
    return as_named;
  };
  for (const char* rules : counted_rulesets) {
    CAPTURE(rules);
    CHECK(starts(rules, "KKKvK"));
    CHECK(starts(rules, "KKvK") == (std::string_view(rules) != "traditional"));
    for (const char* name :
         {"KvK", "KKKKvK", "KKMvK", "KKvKK", "KKKvKK", "KKKvM", "MMMvK", "KKKvKM", "KKKMvK", "KKvM"}) {
      CAPTURE(name);
      CHECK_FALSE(starts(rules, name));
    }
  }
  for (const char* rules : plain_rulesets) CHECK_FALSE(starts(rules, "KKKvK"));
}

TEST_CASE("without a request the count is 0 in counted material and absent elsewhere") {
  const Ruleset& traditional = ruleset("traditional");
  CHECK(count_in(traditional, "B:WK22,K25,K29:BK1") == Count{0, Color::black});
  CHECK(count_in(traditional, "B:WK1:BK22,K25,K29") == Count{0, Color::white});
  CHECK_FALSE(count_in(traditional, "B:WK22,K25:BK1"));
  CHECK_FALSE(count_in(traditional, "B:WK22:BK1"));
  CHECK_FALSE(count_in(traditional, "B:WK22,K25,28:BK1"));
  CHECK(count_in(ruleset("german"), "B:WK22,K25:BK1") == Count{0, Color::black});
  CHECK_FALSE(count_in(ruleset("brazilian"), "B:WK22,K25,K29:BK1"));
}

TEST_CASE("a requested count is taken wherever one can run") {
  const Ruleset& traditional = ruleset("traditional");
  const CountRequest seven{7, {}, {}};
  CHECK(count_in(traditional, "B:WK22,K25,K29:BK1", seven) == Count{7, Color::black});
  CHECK(count_in(traditional, "W:WK22,K25:BK1", {12, Color::black, {}}) == Count{12, Color::black});
  CHECK(count_in(traditional, "B:WK1:BK22,K25", seven) == Count{7, Color::white});
  CHECK(count_in(traditional, "B:WK1:BK22", {7, Color::white, {}}) == Count{7, Color::white});
  CHECK(count_in(traditional, "B:WK1:BK22", {7, Color::black, {}}) == Count{7, Color::black});
  CHECK(count_in(traditional, "B:WK22,K25,K29:BK1", {13, {}, 14}) == Count{13, Color::black});
  CHECK(count_in(ruleset("historical"), "B:WK22,K25:BK1", {17, {}, 20}) == Count{17, Color::black});
  CHECK(count_in(ruleset("historical"), "B:WK22,K25:BK1", {{}, {}, 20}) == Count{0, Color::black});
}

TEST_CASE("naming the ruleset's own limit changes nothing anywhere") {
  CHECK(count_in(ruleset("traditional"), "B:WK22,K25,K29:BK1", {{}, {}, 13}) == Count{0, Color::black});
  CHECK_FALSE(count_in(ruleset("traditional"), "B:WK22,K25,28:BK1", {{}, {}, 13}));
  CHECK_FALSE(count_in(ruleset("traditional"), "B:WK22,K25:BK1", {{}, {}, 13}));
  CHECK_FALSE(count_in(ruleset("traditional"), "B:WK22:BK1", {{}, {}, 13}));
}

TEST_CASE("a count is refused where none can run") {
  const Ruleset& traditional = ruleset("traditional");
  const CountRequest five{5, {}, {}};
  const CountRequest none_made{0, {}, {}};
  for (const char* rules : plain_rulesets) {
    CAPTURE(rules);
    CHECK(says(refusal(ruleset(rules), "B:WK22,K25,K29:BK1", none_made), rules));
    CHECK(says(refusal(ruleset(rules), "B:WK22,K25,K29:BK1", {{}, {}, 13}), rules));
  }
  CHECK(says(refusal(traditional, "B:WK22,K25,28:BK1", five), "men"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K28:B1", five), "men"));
  CHECK(says(refusal(traditional, "B:WK22,K25,28:BK1", {{}, {}, 20}), "men"));
  CHECK(says(refusal(traditional, "B:WK22,K25:BK1,K2", five), "both sides"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K26:BK1,K2", {{}, Color::black, {}}), "both sides"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K26,K27:BK1", five), "4 kings"));
  CHECK(says(refusal(ruleset("historical"), "B:WK22,K25,K26,K27:BK1", five), "4 kings"));
  CHECK(says(refusal(traditional, "B:WK22:B", {5, Color::white, {}}), "over"));
}

TEST_CASE("a count at or past the limit is refused, the game is already drawn") {
  for (const char* rules : counted_rulesets) {
    const Ruleset& counted = ruleset(rules);
    const int limit = counted.count->limit;
    CAPTURE(rules, limit);
    for (int moves = 0; moves < limit; ++moves) {
      CHECK(count_in(counted, "B:WK22,K25,K29:BK1", {moves, {}, {}}) == Count{moves, Color::black});
    }
    for (const int moves : {limit, limit + 1, 1000}) {
      CHECK(says(refusal(counted, "B:WK22,K25,K29:BK1", {moves, {}, {}}), "already drawn"));
    }
    CHECK(says(refusal(counted, "B:WK22,K25,K29:BK1", {4, {}, 4}), "already drawn"));
  }
}

TEST_CASE("counts that are no counts are refused") {
  const Ruleset& traditional = ruleset("traditional");
  CHECK(says(refusal(traditional, "B:WK22,K25,K29:BK1", {-1, {}, {}}), "negative"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K29:BK1", {0, {}, 0}), "limit"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K29:BK1", {{}, {}, -13}), "limit"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K29:BK1", {3, Color::white, {}}), "black, not white"));
  CHECK(says(refusal(traditional, "B:WK22,K25,K29:BK1", {{}, Color::white, {}}), "black, not white"));
}

TEST_CASE("in KvK a count needs the colour of the lone king") {
  CHECK(says(refusal(ruleset("traditional"), "B:WK22:BK1", {3, {}, {}}), "colour"));
  CHECK(says(refusal(ruleset("german"), "W:WK22:BK1", {0, {}, {}}), "colour"));
}

TEST_CASE("the lone king's moves are counted, whatever it takes, to the end of the game") {
  const Ruleset& rules = ruleset("traditional");
  const auto after = [&rules](std::string_view fen, const std::optional<Count>& count, int from, int to) {
    const Position before = position(rules, fen);
    MoveList moves;
    generate_moves(rules, before, moves);
    const auto move = std::find_if(moves.begin(), moves.end(), [&](const Move& m) {
      return m.from == bit_index(rules.board, Square(from)) && m.to == bit_index(rules.board, Square(to));
    });
    REQUIRE(move != moves.end());
    return count_after(rules, count, *move, apply(before, *move));
  };
  const Count five{5, Color::black};
  CHECK(after("W:WK30,K31,K32:BK1", five, 30, 26) == five);
  CHECK(after("B:WK30,K31,K32:BK4", five, 4, 8) == Count{6, Color::black});
  CHECK(after("B:WK11,K31,K32:BK4", five, 4, 15) == Count{6, Color::black});  // KKKvK to KKvK
  CHECK(after("B:WK11,K31:BK4", five, 4, 15) == Count{6, Color::black});      // KKvK to KvK
  CHECK_FALSE(after("B:WK11:BK4", five, 4, 15));                              // and the end
  CHECK_FALSE(after("W:WK11:BK8", five, 11, 4));
  CHECK_FALSE(after("W:WK30,K31:BK1", std::nullopt, 30, 26));
  CHECK(after("W:WK30,K31,5:BK28", std::nullopt, 5, 1) == Count{0, Color::black});        // promotion to KKKvK
  CHECK(after("B:WK11,K30,K31,K32:BK4", std::nullopt, 4, 15) == Count{0, Color::black});  // capture to KKKvK
  CHECK_FALSE(after("B:WK11,K30,K31:BK4,1", std::nullopt, 4, 15));
}

TEST_CASE("a rule that counts both sides' moves counts both, and one that restarts does") {
  Ruleset both = ruleset("traditional");
  both.count->counts = CountRule::Counts::both_sides_moves;
  const Position after_white = position(both, "B:WK26,K31,K32:BK4");
  CHECK(count_after(both, Count{5, Color::black}, Move{}, after_white) == Count{6, Color::black});
  Ruleset restarting = ruleset("traditional");
  restarting.count->restarts_on_conversion = true;
  const Move capture{0, 1, false, false, 4};
  CHECK(count_after(restarting, Count{5, Color::black}, capture, after_white) == Count{0, Color::black});
  CHECK(count_after(restarting, Count{5, Color::black}, Move{}, after_white) == Count{5, Color::black});
  // Their values do not follow from DTW, so no tablebase opens for them.
  const TemporaryDirectory directory;
  for (const Ruleset& rules : {both, restarting}) {
    const auto opened = Tablebase::open(rules, {{directory.path()}, 0});
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == ErrorCode::bad_argument);
  }
}

TEST_CASE("values under a count follow the table of rules.md at its edges") {
  const Count black0{0, Color::black};
  // Lone king to move and lost in 26 plies: 13 moves of its own.
  CHECK(value_under_count(26, Color::black, black0, 13) == Wdl::blessed_loss);
  CHECK(value_under_count(26, Color::black, black0, 14) == Wdl::loss);
  CHECK(value_under_count(25, Color::white, black0, 13) == Wdl::win);
  CHECK(value_under_count(25, Color::white, {1, Color::black}, 13) == Wdl::cursed_win);
  // The lone king wins with its last move.
  CHECK(value_under_count(1, Color::black, {12, Color::black}, 13) == Wdl::win);
  CHECK(value_under_count(3, Color::black, {12, Color::black}, 13) == Wdl::cursed_win);
  CHECK(value_under_count(2, Color::white, {12, Color::black}, 13) == Wdl::loss);
  CHECK(value_under_count(4, Color::white, {12, Color::black}, 13) == Wdl::blessed_loss);
  // At the limit only a finished game has a result.
  CHECK(value_under_count(0, Color::white, {13, Color::black}, 13) == Wdl::loss);
  CHECK(value_under_count(1, Color::white, {13, Color::black}, 13) == Wdl::cursed_win);
  CHECK(value_under_count(2, Color::white, {13, Color::black}, 13) == Wdl::blessed_loss);
  CHECK(value_under_count(0, Color::black, {12, Color::black}, 13) == Wdl::loss);
  CHECK(value_under_count(std::nullopt, Color::white, {12, Color::black}, 13) == Wdl::draw);
  CHECK(value_under_count(26, Color::black, black0, 2'147'483'647) == Wdl::loss);
}

namespace {

/// Every position of Kings v K with every count that can be asked for, against the game played out.
void compare_counts(const World& world, int most_kings, int limit) {
  const Ruleset& rules = world.truth.rules();
  const brute::CountedGame game(rules, most_kings, limit);
  const Tablebase tables = world.open();
  std::uint64_t wrong = 0;
  for (int kings = 1; kings <= most_kings; ++kings) {
    const Indexer indexer(rules.board, {static_cast<std::uint8_t>(kings), 0, 1, 0});
    for (Index index = 0; index < indexer.size(); ++index) {
      for (int count = 0; count < limit; ++count) {
        Position seen = indexer.unrank(index);
        // Both sides to move, both colours alone, all counts, without asking for the product of all.
        seen.side = (index + static_cast<Index>(count)) % 2 == 0 ? Color::white : Color::black;
        const bool flipped = index % 3 == 0;
        if (flipped) seen = flip(rules.board, seen);
        const Color lone = flipped ? Color::white : Color::black;
        const auto value = tables.probe_wdl(seen, {count, lone, limit});
        const int dtw = world.truth.dtw(seen);
        const int unlimited = dtw < 0 ? 0 : dtw % 2 == 1 ? 1 : -1;
        const int result = game.result(seen, count, lone);
        const int expected = result != 0 ? 2 * result : unlimited;
        if (value && static_cast<int>(*value) == expected) continue;
        if (++wrong <= 5) UNSCOPED_INFO(write_fen(rules.board, seen) << " count " << count << " expected " << expected);
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every count of every position to KKvK is as the counted game played out", "[long]") {
  compare_counts(lone_king("german"), 2, 15);
  compare_counts(lone_king("traditional"), 2, 13);
  compare_counts(lone_king("german"), 2, 3);
  compare_counts(World(ruleset("historical"), dependency_closure({material("KKvK")})), 2, 15);
}

TEST_CASE("every count of every position of KKKvK is as the counted game played out", "[long]") {
  compare_counts(lone_king("traditional"), 3, 13);
  compare_counts(lone_king("german"), 3, 15);
}

TEST_CASE("the counted draw decides exactly the positions that rules.md says", "[long]") {
  const World& world = four_pieces("traditional");
  const Tablebase tables = world.open();
  std::map<std::string, std::array<int, 5>> seen;
  for (const auto& [name, values] : world.truth.classes()) {
    for (const Color side : {Color::white, Color::black}) {
      if (side == Color::black && name.is_own_flip()) continue;
      const auto codes = tables.read_values(name, Metric::wdl, side);
      REQUIRE(codes);
      for (const ValueCode code : *codes) ++seen[name.name()][code];
    }
  }
  for (const auto& [name, counts] : seen) {
    CAPTURE(name);
    CHECK(counts[encode_wdl(Wdl::blessed_loss)] == (name == "KKKvK" ? 194 : name == "KKMvK" ? 3 : 0));
    CHECK(counts[encode_wdl(Wdl::cursed_win)] == (name == "KKMvK" ? 1 : 0));
  }
}

TEST_CASE("the worked counts of rules.md, every count to the limit, moves included") {
  struct Worked {
    const char* rules;
    const char* fen;
    int plies;
    int last_kept;  // highest count at which the result stands; -1: none
    Wdl kept, spoilt;
  };
  const std::array worked{
      Worked{"traditional", "B:WK22,K25,K29:BK1", 26, -1, Wdl::loss, Wdl::blessed_loss},
      Worked{"german", "B:WK22,K25,K29:BK1", 26, 1, Wdl::loss, Wdl::blessed_loss},
      Worked{"traditional", "W:WK4,K7,K11:BK21", 25, 0, Wdl::win, Wdl::cursed_win},
      Worked{"german", "W:WK4,K7,K11:BK21", 25, 2, Wdl::win, Wdl::cursed_win},
      Worked{"traditional", "W:WK1,K2,K3:BK29", -1, 99, Wdl::draw, Wdl::draw},
      Worked{"german", "W:WK1,K2,K3:BK29", -1, 99, Wdl::draw, Wdl::draw},
  };
  for (const Worked& w : worked) {
    const Ruleset& rules = ruleset(w.rules);
    const Tablebase tables = lone_king(w.rules).open();
    const Position root = position(rules, w.fen);
    for (int count = 0; count < rules.count->limit; ++count) {
      CAPTURE(w.rules, w.fen, count);
      const auto probe = tables.rank_moves(root, {count, {}, {}});
      REQUIRE(probe);
      const Wdl expected = count <= w.last_kept ? w.kept : w.spoilt;
      CHECK(probe->answer.wdl == expected);
      CHECK(probe->answer.dtw == (w.plies < 0 ? std::nullopt : std::optional<int>(w.plies)));
      CHECK(probe->answer.count == Count{count, Color::black});
      CHECK(probe->progress == Progress::guaranteed);
      CHECK(probe->moves.front().answer.wdl == -expected);
      const int left = count + (root.side == Color::black ? 1 : 0);
      for (const RankedMove& move : probe->moves) CHECK(move.answer.count == Count{left, Color::black});
    }
    CHECK(*tables.probe_wdl(root) == *tables.probe_wdl(root, {0, {}, {}}));
    CHECK(tables.rank_moves(root, {rules.count->limit, {}, {}}).error().code == ErrorCode::bad_count);
  }
}

TEST_CASE("the lone king's last move leaves a drawn game unless it ends it") {
  const Ruleset& rules = ruleset("traditional");
  const Tablebase tables = lone_king("traditional").open();
  const auto at_12 = tables.rank_moves(position(rules, "B:WK30,K31,K32:BK1"), {12, {}, {}});
  REQUIRE(at_12);
  for (const RankedMove& move : at_12->moves) {
    CHECK(move.answer.count == Count{13, Color::black});
    CHECK(move.answer.wdl != Wdl::win);
    CHECK(move.answer.wdl != Wdl::loss);
  }
  // 4x15 takes the last piece with move 13.
  const auto last = tables.rank_moves(position(rules, "B:WK11:BK4"), {12, Color::black, {}});
  REQUIRE(last);
  CHECK(last->answer.wdl == Wdl::win);
  CHECK(last->moves.front().answer.wdl == Wdl::loss);
  CHECK(last->moves.front().answer.dtw == 0);
  CHECK_FALSE(last->moves.front().answer.count);
}
