// King and man against kings: what giving up the man does, once more from probe alone.

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "claims/man_scan.hpp"
#include "gen/built_set.hpp"
#include "lunette/rules/movegen.hpp"
#include "tools/by_probe.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

/// A ruleset of our own: a count that bites even against two kings.
const std::uint8_t two_or_three[] = {2, 3};
Ruleset short_count() {
  Ruleset rules = ruleset("german");
  rules.name = "short-count";
  rules.count = CountRule{two_or_three, 1, CountRule::Counts::lone_side_moves, false};
  return rules;
}

/// Everything that GivingCounts counts, from probe alone.
struct GivingByProbe {
  std::map<std::pair<int, int>, std::uint64_t> positions;  // effects: 0 not there, 1 loses, 2 saves
  std::uint64_t wins_given_away = 0, giving = 0, giving_saves = 0, others = 0, others_save = 0;
  std::uint64_t with = 0, without = 0, both = 0, next_move = 0, all = 0, all_saved = 0;
};

class GivingProbe {
 public:
  using CountView = claims::CountView;
  GivingProbe(const Tablebase& tablebase, CountView view) : tablebase_(tablebase), view_(view) {}

  GivingByProbe count() {
    for_each_position(board(), material("KKvKM"), Color::black, [&](const Position& position) { look(position); });
    for (const Position& position : later_) {
      if (can_prepare(position)) ++counts_.next_move;
    }
    return counts_;
  }

 private:
  Board board() const { return tablebase_.rules().board; }

  bool lost(const Position& position) const {
    const Wdl wdl = value(tablebase_, position);
    return wdl == Wdl::loss || (view_ == CountView::ignored && wdl == Wdl::blessed_loss);
  }
  bool won(const Position& position) const {
    const Wdl wdl = value(tablebase_, position);
    return wdl == Wdl::win || (view_ == CountView::ignored && wdl == Wdl::cursed_win);
  }
  /// After the move every reply is a capture that leaves kings against the lone king.
  bool gives_up(const Position& after) const {
    MoveList replies;
    generate_moves(tablebase_.rules(), after, replies);
    if (replies.empty() || !replies.front().is_capture()) return false;
    return std::all_of(replies.begin(), replies.end(),
                       [&](const Move& reply) { return material_of(apply(after, reply)) == alone_; });
  }
  /// After a move that crowned the man on `to`: every capture takes it alone.
  bool gives_up_crowned(const Position& after, int to) const {
    MoveList replies;
    generate_moves(tablebase_.rules(), after, replies);
    if (replies.empty() || !replies.front().is_capture()) return false;
    return std::all_of(replies.begin(), replies.end(),
                       [&](const Move& reply) { return reply.captured == Bitboard{1} << to; });
  }
  bool gives_up(const Position& position, const Move& move) const {
    const Position after = apply(position, move);
    return move.promotes ? gives_up_crowned(after, move.to) : gives_up(after);
  }

  void look(const Position& position) {
    ++counts_.all;
    const bool saved = !lost(position);
    if (saved) ++counts_.all_saved;
    MoveList moves;
    generate_moves(tablebase_.rules(), position, moves);
    if (!moves.empty() && moves.front().is_capture()) return;
    std::uint64_t giving = 0, giving_saves = 0, others = 0, others_save = 0;
    bool giving_wins = false, others_win = false;
    for (const Move& move : moves) {
      const Position after = apply(position, move);
      const bool gives = gives_up(position, move);
      const bool saves = !won(after);
      ++(gives ? giving : others);
      if (saves) ++(gives ? giving_saves : others_save);
      if (value(tablebase_, after) == Wdl::loss) (gives ? giving_wins : others_win) = true;
    }
    const auto effect = [](std::uint64_t all, std::uint64_t good) { return all == 0 ? 0 : good == 0 ? 1 : 2; };
    ++counts_.positions[{effect(giving, giving_saves), effect(others, others_save)}];
    if (others_win && giving > 0 && !giving_wins) ++counts_.wins_given_away;
    if (giving > 0) {
      counts_.giving += giving;
      counts_.giving_saves += giving_saves;
      counts_.others += others;
      counts_.others_save += others_save;
    }
    Position alone = position;
    alone.men[1] = 0;
    const bool saved_alone = !lost(alone);
    counts_.with += saved ? 1 : 0;
    counts_.without += saved_alone ? 1 : 0;
    counts_.both += saved && saved_alone ? 1 : 0;
    if (saved && giving_saves == 0) later_.push_back(position);
  }

  bool saves_by_giving(const Position& position) {
    MoveList moves;
    generate_moves(tablebase_.rules(), position, moves);
    if (!moves.empty() && moves.front().is_capture()) return !lost(position);
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Move& move) { return !won(apply(position, move)) && gives_up(position, move); });
  }
  bool can_prepare(const Position& position) {
    MoveList moves;
    generate_moves(tablebase_.rules(), position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      const Position after = apply(position, move);
      if (move.promotes || won(after)) return false;
      MoveList replies;
      generate_moves(tablebase_.rules(), after, replies);
      if (!replies.empty() && replies.front().is_capture()) return false;
      return std::all_of(replies.begin(), replies.end(),
                         [&](const Move& reply) { return saves_by_giving(apply(after, reply)); });
    });
  }

  const Tablebase& tablebase_;
  const Material alone_ = material("KKvK");
  CountView view_;
  GivingByProbe counts_;
  std::vector<Position> later_;
};

void check_giving(const claims::ManScan& scan, const Tablebase& tablebase, claims::CountView view) {
  using claims::Effect;
  const GivingByProbe expected = GivingProbe(tablebase, view).count();
  const auto place = static_cast<std::size_t>(view);
  const claims::GivingCounts counts = scan.views[place].whole();
  CAPTURE(tablebase.rules().name, place);
  for (const auto& [effect, positions] : expected.positions) {
    CAPTURE(effect.first, effect.second);
    CHECK(counts.at(static_cast<Effect>(effect.first), static_cast<Effect>(effect.second)) == positions);
  }
  CHECK(counts.wins_given_away == expected.wins_given_away);
  CHECK(counts.giving_moves == expected.giving);
  CHECK(counts.giving_moves_that_save == expected.giving_saves);
  CHECK(counts.other_moves == expected.others);
  CHECK(counts.other_moves_that_save == expected.others_save);
  CHECK(counts.saved[1] == expected.with);
  CHECK(counts.saved[0] == expected.without);
  CHECK(counts.saved_with_and_without == expected.both);
  CHECK(counts.saved_by_next_move == expected.next_move);
  CHECK(scan.with_man[place].positions == expected.all);
  CHECK(scan.with_man[place].saved == expected.all_saved);
}

claims::ManScan scanned(const Tablebase& tablebase, const Material& alone) {
  const ClaimsOptions options;
  claims::Work work(tablebase, options, 1);
  const Result<claims::LoneKingClass> ending = claims::read_lone_king_class(work, alone);
  REQUIRE(ending);
  Result<claims::ManScan> scan = claims::scan_king_and_man(work, *ending);
  REQUIRE(scan);
  return *std::move(scan);
}

}  // namespace

TEST_CASE("giving up the man against two kings agrees with probe", "[.slow]") {
  const BuiltSet set("brazilian", {material("KKvKM"), material("KKvKK")}, {Metric::wdl});
  const Tablebase tablebase = set.open();
  check_giving(scanned(tablebase, material("KKvK")), tablebase, claims::CountView::ignored);
}

TEST_CASE("giving up the man under a count that bites agrees with probe", "[.slow]") {
  const Ruleset rules = short_count();
  const TemporaryDirectory directory;
  BuildOptions options;
  options.rules = &rules;
  options.directory = directory.path();
  options.materials = {material("KKvKM"), material("KKvKK")};
  options.metrics = every_metric();
  REQUIRE(build(options));
  const Result<Tablebase> tablebase = Tablebase::open(rules, {{directory.path()}});
  REQUIRE(tablebase);
  const claims::ManScan scan = scanned(*tablebase, material("KKvK"));
  check_giving(scan, *tablebase, claims::CountView::included);
  CHECK(scan.views[0].whole().saved[1] > scan.views[1].whole().saved[1]);
}
