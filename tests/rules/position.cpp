#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "catch.hpp"
#include "games.hpp"

using namespace lunette;

namespace {

Position with(Board board, std::initializer_list<int> white_men, std::initializer_list<int> white_kings,
              std::initializer_list<int> black_men, std::initializer_list<int> black_kings) {
  Position p;
  const auto add = [&](Bitboard& bits, std::initializer_list<int> squares) {
    for (const int s : squares) bits |= bit_of(board, Square(s));
  };
  add(p.men[0], white_men);
  add(p.kings[0], white_kings);
  add(p.men[1], black_men);
  add(p.kings[1], black_kings);
  return p;
}

}  // namespace

TEST_CASE("start positions fill the outer rows, White to move") {
  CHECK(write_fen(Board::b8, start_position(Board::b8)) ==
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  const Position large = start_position(Board::b10);
  const Ruleset& rules = games::ruleset("international");
  CHECK(large == games::position(rules, "W:W31-50:B1-20"));
  for (const Ruleset& each : all_rulesets()) CHECK(check(each, start_position(each.board)) == PositionFault::none);
}

TEST_CASE("a bit that is no square is out of range") {
  const Ruleset& small = games::ruleset("brazilian");
  Position p = with(Board::b8, {}, {1}, {}, {2});
  for (const int bit : {8, 17, 26, 35, 63}) {
    Position broken = p;
    broken.men[0] |= Bitboard{1} << bit;
    CHECK(check(small, broken) == PositionFault::square_out_of_range);
  }
  Position large = with(Board::b10, {}, {1}, {}, {2});
  large.kings[1] |= Bitboard{1} << 10;
  CHECK(check(games::ruleset("international"), large) == PositionFault::square_out_of_range);
}

TEST_CASE("every pair of piece boards may overlap, and is refused") {
  const Ruleset& rules = games::ruleset("international");
  CHECK(check(rules, with(Board::b10, {20}, {}, {20}, {})) == PositionFault::overlap);
  CHECK(check(rules, with(Board::b10, {20}, {20}, {30}, {})) == PositionFault::overlap);
  CHECK(check(rules, with(Board::b10, {20}, {}, {30}, {20})) == PositionFault::overlap);
  CHECK(check(rules, with(Board::b10, {}, {20}, {30}, {20})) == PositionFault::overlap);
}

TEST_CASE("men never stand on their own far row, kings and the others' men may") {
  const Ruleset& large = games::ruleset("polish");
  const Ruleset& small = games::ruleset("pool");
  CHECK(check(large, with(Board::b10, {5}, {}, {20}, {})) == PositionFault::man_on_promotion_row);
  CHECK(check(large, with(Board::b10, {6}, {}, {46}, {})) == PositionFault::man_on_promotion_row);
  CHECK(check(large, with(Board::b10, {46}, {5}, {1}, {50})) == PositionFault::none);
  CHECK(check(small, with(Board::b8, {4}, {}, {20}, {})) == PositionFault::man_on_promotion_row);
  CHECK(check(small, with(Board::b8, {5}, {}, {29}, {})) == PositionFault::man_on_promotion_row);
  CHECK(check(small, with(Board::b8, {29}, {4}, {1}, {32})) == PositionFault::none);
}

TEST_CASE("no more pieces than at the start") {
  const Ruleset& large = games::ruleset("international");
  const Ruleset& small = games::ruleset("german");
  Position p = with(Board::b10, {}, {}, {}, {50});
  for (int s = 1; s <= 20; ++s) p.kings[0] |= bit_of(Board::b10, Square(s));
  CHECK(check(large, p) == PositionFault::none);
  p.kings[0] |= bit_of(Board::b10, Square(21));
  CHECK(check(large, p) == PositionFault::too_many_pieces);
  Position q = with(Board::b8, {}, {32}, {}, {});
  for (int s = 1; s <= 12; ++s) q.kings[1] |= bit_of(Board::b8, Square(s));
  CHECK(check(small, q) == PositionFault::none);
  q.kings[1] |= bit_of(Board::b8, Square(13));
  CHECK(check(small, q) == PositionFault::too_many_pieces);
}

TEST_CASE("the game is over when the side not to move is empty, not when the side to move is") {
  const Ruleset& rules = games::ruleset("international");
  Position p = with(Board::b10, {}, {}, {}, {1});
  CHECK(check(rules, p) == PositionFault::none);
  p.side = Color::black;
  CHECK(check(rules, p) == PositionFault::game_over);
  CHECK(check(rules, Position{}) == PositionFault::game_over);
}

TEST_CASE("the first fault in the order of the enumeration is named") {
  const Ruleset& rules = games::ruleset("international");
  Position p = with(Board::b10, {1}, {1}, {}, {});
  CHECK(check(rules, p) == PositionFault::overlap);
  p.men[0] |= Bitboard{1} << 60;
  CHECK(check(rules, p) == PositionFault::square_out_of_range);
  CHECK(check(rules, with(Board::b10, {1}, {}, {}, {})) == PositionFault::man_on_promotion_row);
}

TEST_CASE("every fault has its own words") {
  CHECK(std::string(to_string(PositionFault::man_on_promotion_row)) == "a man stands on its promotion row");
  std::vector<std::string> all;
  for (const auto fault :
       {PositionFault::none, PositionFault::square_out_of_range, PositionFault::overlap,
        PositionFault::man_on_promotion_row, PositionFault::too_many_pieces, PositionFault::game_over})
    all.emplace_back(to_string(fault));
  std::sort(all.begin(), all.end());
  CHECK(std::unique(all.begin(), all.end()) == all.end());
}
