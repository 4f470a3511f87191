#include "lunette/analysis/zugzwang.hpp"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/analysis/class_profile.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

using Key = std::tuple<std::string, Wdl, Wdl, bool>;  // FEN with White to move, values, quiet

Wdl value(const Tablebase& tablebase, Position position, Color side) {
  position.side = side;
  const Result<Wdl> wdl = tablebase.probe_wdl(position);
  if (!wdl) FAIL(wdl.error().message);
  return *wdl;
}

bool must_capture(const Ruleset& rules, Position position, Color side) {
  position.side = side;
  MoveList moves;
  generate_moves(rules, position, moves);
  return !moves.empty() && moves.front().is_capture();
}

/// Every placement asked through probe, with either side to move. A class that is its own flip shows one of two
/// placements that are each other's flip.
std::set<Key> brute_force(const Tablebase& tablebase, const Material& material) {
  const Ruleset& rules = tablebase.rules();
  const Indexer indexer(rules.board, material);
  std::set<Key> found;
  for (Index index = 0; index < indexer.size(); ++index) {
    const Position position = indexer.unrank(index);
    const Wdl white = value(tablebase, position, Color::white);
    const Wdl black = value(tablebase, position, Color::black);
    // Moving is worse for White than to see Black move, which leaves White with the opposite of Black's value.
    if (!(white < -black)) continue;
    if (!(black < -white)) FAIL("for White, but not for Black: " << write_fen(rules.board, position));
    const bool quiet = !must_capture(rules, position, Color::white) && !must_capture(rules, position, Color::black);
    if (material.is_own_flip()) {
      Position turned = flip(rules.board, position);
      turned.side = Color::white;
      const Index flipped = indexer.rank(turned);
      if (white > black || (white == black && flipped < index)) continue;
    }
    found.insert({write_fen(rules.board, position), white, black, quiet});
  }
  return found;
}

std::vector<Zugzwang> listed(const Tablebase& tablebase, const Material& material, const ZugzwangFilter& filter = {},
                             int threads = 2) {
  std::vector<Zugzwang> found;
  const Result<void> searched =
      find_zugzwangs(tablebase, material, filter, {.threads = threads}, [&](const Zugzwang& zugzwang) {
        found.push_back(zugzwang);
        return true;
      });
  REQUIRE(searched);
  return found;
}

std::set<Key> keys(Board board, const std::vector<Zugzwang>& zugzwangs) {
  std::set<Key> found;
  for (const Zugzwang& zugzwang : zugzwangs) {
    found.insert({write_fen(board, zugzwang.position), zugzwang.white, zugzwang.black, zugzwang.quiet});
  }
  return found;
}

void check_profile(const Tablebase& tablebase, const Material& material, const std::set<Key>& expected) {
  std::map<std::pair<Wdl, Wdl>, std::pair<std::uint64_t, std::uint64_t>> kinds;
  for (const auto& [fen, white, black, quiet] : expected) {
    auto& [positions, quiet_ones] = kinds[{white, black}];
    ++positions;
    quiet_ones += quiet ? 1 : 0;
  }
  const Result<ClassProfile> profile = profile_class(tablebase, material, {.threads = 2});
  REQUIRE(profile);
  CHECK(profile->zugzwang_positions() == expected.size());
  REQUIRE(profile->zugzwangs.size() == kinds.size());
  auto kind = kinds.begin();  // the same order: by White's value, then Black's
  for (const ZugzwangKind& counted : profile->zugzwangs) {
    CHECK(std::pair(counted.white, counted.black) == kind->first);
    CHECK(counted.positions == kind->second.first);
    CHECK(counted.quiet == kind->second.second);
    CHECK(expected.contains({counted.example_fen, counted.white, counted.black, counted.quiet > 0}));
    ++kind;
  }
}

void check_class(const Tablebase& tablebase, const Material& material) {
  CAPTURE(tablebase.rules().name, material.name());
  const std::set<Key> expected = brute_force(tablebase, material);
  const std::vector<Zugzwang> found = listed(tablebase, material);
  CHECK(keys(tablebase.rules().board, found) == expected);
  CHECK(found.size() == expected.size());
  for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i - 1].index < found[i].index);
  check_profile(tablebase, material, expected);
}

}  // namespace

TEST_CASE("mutual zugzwangs are those that probing every placement with either side to move finds") {
  for (const char* rules : {"traditional", "international", "russian"}) {
    const BuiltSet set(rules, 3, every_metric());
    const Tablebase tablebase = set.open();
    for (const char* name : {"MvM", "KKvM", "KMvM", "MMvM"}) check_class(tablebase, material(name));
  }
}

TEST_CASE("mutual zugzwangs of four pieces, of a class that is its own flip and where the count bites") {
  const BuiltSet set("traditional", {material("KKMvK")}, every_metric());
  check_class(set.open(), material("KKMvK"));
  const BuiltSet flips("traditional", {material("MMvMM")}, {Metric::wdl});
  check_class(flips.open(), material("MMvMM"));
}

TEST_CASE("a filter leaves what it says, and a visitor may end the search") {
  const BuiltSet set("traditional", {material("KMvKM")}, {Metric::wdl});
  const Tablebase tablebase = set.open();
  const std::vector<Zugzwang> all = listed(tablebase, material("KMvKM"));
  std::vector<Zugzwang> expected;
  for (const Zugzwang& zugzwang : all) {
    if (zugzwang.quiet && zugzwang.white == Wdl::loss && zugzwang.black == Wdl::loss) expected.push_back(zugzwang);
  }
  const ZugzwangFilter filter{Wdl::loss, Wdl::loss, true};
  CHECK(keys(Board::b8, listed(tablebase, material("KMvKM"), filter)) == keys(Board::b8, expected));
  CHECK(keys(Board::b8, listed(tablebase, material("KMvKM"), {}, 1)) == keys(Board::b8, all));
  // A placement that is draw/loss is loss/draw with colours exchanged: either may be asked for.
  const auto one_way = listed(tablebase, material("KMvKM"), {Wdl::loss, Wdl::draw, false});
  const auto other_way = listed(tablebase, material("KMvKM"), {Wdl::draw, Wdl::loss, false});
  CHECK(one_way.size() == other_way.size());
  for (const Zugzwang& zugzwang : other_way) {
    CHECK(value(tablebase, zugzwang.position, Color::white) == Wdl::draw);
    CHECK(value(tablebase, zugzwang.position, Color::black) == Wdl::loss);
  }
  int visited = 0;
  const Result<void> ended =
      find_zugzwangs(tablebase, material("KMvKM"), {}, {}, [&](const Zugzwang&) { return ++visited < 5; });
  CHECK(ended);
  CHECK(visited == 5);
}

TEST_CASE("a class that is its own flip is refused where it does not fit into memory") {
  const BuiltSet set("pool", 3, {Metric::wdl});
  const Result<void> searched = find_zugzwangs(set.open(), material("MvM"), {}, {.threads = 1, .memory_bytes = 100},
                                               [](const Zugzwang&) { return true; });
  REQUIRE_FALSE(searched);
  CHECK(searched.error().code == ErrorCode::out_of_memory);
  CHECK(searched.error().message == "MvM needs 760 bytes, and only 100 may be used");
  const Result<void> missing =
      find_zugzwangs(set.open(), material("KKKvK"), {}, {}, [](const Zugzwang&) { return true; });
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::missing_table);
}
