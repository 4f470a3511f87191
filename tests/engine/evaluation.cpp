// The static estimate.

#include "evaluation.hpp"

#include <random>

#include "engine_setup.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

TEST_CASE("a position and its flip are worth the same") {
  std::mt19937 random(1);
  for (const Ruleset& rules : all_rulesets()) {
    Position from = start_position(rules.board);
    MoveList moves;
    for (int ply = 0; ply < 120; ++ply) {
      CHECK(evaluate(rules.board, from) == evaluate(rules.board, flip(rules.board, from)));
      generate_moves(rules, from, moves);
      if (moves.empty()) break;
      from = apply(from, moves[random() % moves.size()]);
    }
  }
}

TEST_CASE("the start is balanced, and material decides") {
  for (const Ruleset& rules : all_rulesets()) {
    CHECK(std::abs(evaluate(rules.board, start_position(rules.board))) < 50);
  }
  const Ruleset& rules = ruleset("pool");
  const auto worth = [&](const char* fen) { return evaluate(rules.board, position(rules, fen)); };
  CHECK(worth("W:W25,26:B1") > 50);
  CHECK(worth("B:W25,26:B1") < -50);
  CHECK(worth("W:WK25:B1") > worth("W:W25:B1") + 100);
  // A lone king on the main diagonal holds.
  CHECK(worth("W:WK1,K2,K3:BK29") < worth("W:WK1,K2,K3:BK30") / 2);
}

TEST_CASE("no estimate is taken for a sure result") {
  Position most;
  for (int square = 1; square <= 20; ++square) most.kings[0] |= bit_of(Board::b10, Square(square));
  most.men[1] = bit_of(Board::b10, Square(40));
  CHECK_FALSE(is_sure(evaluate(Board::b10, most)));
  CHECK(evaluate(Board::b10, most) > 5000);
}
