#include <string>
#include <vector>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/generator.hpp"

using namespace lunette;

namespace {

/// A row of the table in rules.md.
struct Row {
  const char* name;
  Board board;
  int men;
  CaptureChoice capture;
  Promotion promotion;
  NoMove no_move;
  std::vector<std::uint8_t> counted;
  int limit;
};

const std::vector<Row>& written_table() {
  using C = CaptureChoice;
  using P = Promotion;
  using N = NoMove;
  constexpr auto small = Board::b8;
  constexpr auto large = Board::b10;
  static const std::vector<Row> rows{
      {"traditional", small, 12, C::free, P::ends_on_far_row, N::draw_if_mutual, {3}, 13},
      {"minor", small, 12, C::most_pieces, P::ends_on_far_row, N::draw_if_mutual, {}, 0},
      {"polish", large, 20, C::most_pieces, P::ends_on_far_row, N::draw_if_mutual, {}, 0},
      {"international", large, 20, C::most_pieces, P::ends_on_far_row, N::loss, {}, 0},
      {"historical", large, 20, C::most_pieces_then_kings, P::ends_on_far_row, N::loss, {2, 3}, 15},
      {"german", small, 12, C::most_pieces_then_kings, P::ends_on_far_row, N::loss, {2, 3}, 15},
      {"brazilian", small, 12, C::most_pieces, P::ends_on_far_row, N::loss, {}, 0},
      {"pool", small, 12, C::free, P::ends_on_far_row, N::loss, {}, 0},
      {"russian", small, 12, C::free, P::during_capture, N::loss, {}, 0},
  };
  return rows;
}

}  // namespace

TEST_CASE("the nine rulesets are those of rules.md, in its order") {
  REQUIRE(all_rulesets().size() == written_table().size());
  for (std::size_t i = 0; i < written_table().size(); ++i) {
    const Ruleset& rules = all_rulesets()[i];
    const Row& row = written_table()[i];
    INFO(row.name);
    CHECK(rules.name == row.name);
    CHECK(rules.board == row.board);
    CHECK(rules.men_per_side == row.men);
    CHECK(rules.capture == row.capture);
    CHECK(rules.promotion == row.promotion);
    CHECK(rules.no_move == row.no_move);
    CHECK(rules.count.has_value() == !row.counted.empty());
    CHECK_FALSE(rules.origin.empty());
    if (!rules.count) continue;
    CHECK(std::vector<std::uint8_t>(rules.count->strong_kings.begin(), rules.count->strong_kings.end()) == row.counted);
    CHECK(rules.count->limit == row.limit);
    CHECK(rules.count->counts == CountRule::Counts::lone_side_moves);
    CHECK_FALSE(rules.count->restarts_on_conversion);
  }
}

TEST_CASE("a ruleset is found by its exact name") {
  for (const Ruleset& rules : all_rulesets()) {
    const Result<const Ruleset*> found = find_ruleset(rules.name);
    REQUIRE(found);
    CHECK(*found == &rules);
  }
}

TEST_CASE("an unknown ruleset is refused with the known names") {
  for (const std::string& name :
       {std::string(), std::string("International"), std::string("polish "), std::string(100000, 'x')}) {
    const Result<const Ruleset*> found = find_ruleset(name);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == ErrorCode::unknown_ruleset);
    CHECK(found.error().message.size() < 300);
    for (const Ruleset& rules : all_rulesets()) CHECK(found.error().message.find(rules.name) != std::string::npos);
  }
}

TEST_CASE("every ruleset is dispatched to the generator of its traits") {
  for (const Ruleset& rules : all_rulesets()) {
    INFO(rules.name);
    REQUIRE(has_generator(rules));
    with_generator(rules, [&](auto generator) {
      CHECK(generator.board == rules.board);
      CHECK(generator.capture == rules.capture);
      CHECK(generator.promotion == rules.promotion);
    });
  }
}
