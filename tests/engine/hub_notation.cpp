// Positions and moves as the Hub protocol writes them.

#include "lunette/engine/hub_notation.hpp"

#include "engine_setup.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

TEST_CASE("a position has a character for the side and one for each square") {
  const Ruleset& rules = ruleset("pool");
  const std::string text = "BWebeeeeeeeeeeeeeeeeeeeeeeeeeeeewB";
  CHECK(text.size() == 33 + 1);  // the last character is one too many
  CHECK_FALSE(read_hub_position(rules, text));
  const auto read = read_hub_position(rules, text.substr(0, 33));
  REQUIRE(read);
  CHECK(*read == position(rules, "B:WK1,32:B3"));
  CHECK(write_hub_position(rules.board, *read) == text.substr(0, 33));
}

TEST_CASE("the start is written as the protocol shows it") {
  CHECK(write_hub_position(Board::b10, start_position(Board::b10)) ==
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww");
}

TEST_CASE("a position that is none, or none of the game's, is refused") {
  const Ruleset& rules = ruleset("international");
  const std::string empty(50, 'e');
  const auto refuse = [&](const std::string& text, ErrorCode code) {
    INFO(text);
    const auto read = read_hub_position(rules, text);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == code);
  };
  refuse("", ErrorCode::bad_argument);
  refuse("W", ErrorCode::bad_argument);
  refuse("w" + empty, ErrorCode::bad_argument);
  refuse("W" + empty.substr(1) + "k", ErrorCode::bad_argument);
  refuse("W" + empty, ErrorCode::illegal_position);
  refuse("Ww" + empty.substr(2) + "b", ErrorCode::illegal_position);
  refuse("W" + std::string(21, 'B') + std::string(29, 'W'), ErrorCode::illegal_position);
}

TEST_CASE("a capture names origin, destination and what it takes, in any order") {
  // rules.md, "Worked positions"
  const Ruleset& rules = ruleset("historical");
  const Position from = position(rules, "W:W25:B8,9,17,20,27,38,39");
  for (const char* text : {"25x34x8x9x17x20x27x38x39", "25x34x39x38x27x20x17x9x8", "25x34"}) {
    INFO(text);
    const auto move = read_hub_move(rules, from, text);
    REQUIRE(move);
    CHECK(count_bits(move->captured) == 7);
    CHECK(write_hub_move(rules.board, *move) == "25x34x8x9x17x20x27x38x39");
  }
  for (const char* text : {"25x34x8", "25-34", "25x34x8x8", "25x", "x", "", "25x34x9x9x17x20x27x38x39", "25x51", "0x34",
                           "25x34x8x9x17x20x27x38x39x40", "25 x34", "-25x34", "25-34-8", "99999999999999999x1"}) {
    INFO(text);
    const auto move = read_hub_move(rules, from, text);
    REQUIRE_FALSE(move);
    CHECK(move.error().code == ErrorCode::bad_move);
  }
}

TEST_CASE("a short capture that fits several is refused") {
  // Two ways from 32 to 14: over 27 and 18 or over 28 and 19 (10x10).
  const Ruleset& rules = ruleset("international");
  const Position from = position(rules, "W:W32:B27,17,28,19");
  MoveList moves;
  generate_moves(rules, from, moves);
  for (const Move& move : moves) {
    const auto back = read_hub_move(rules, from, write_hub_move(rules.board, move));
    REQUIRE(back);
    CHECK(*back == move);
  }
  const Position round = position(rules, "W:WK46:B11,12,20,19,37");
  generate_moves(rules, round, moves);
  REQUIRE_FALSE(moves.empty());
  for (const Move& move : moves) {
    const auto back = read_hub_move(rules, round, write_hub_move(rules.board, move));
    REQUIRE(back);
    CHECK(*back == move);
  }
}

TEST_CASE("every move of every ruleset's start and of busy positions is read back as itself") {
  for (const Ruleset& rules : all_rulesets()) {
    Position from = start_position(rules.board);
    MoveList moves;
    for (int ply = 0; ply < 40; ++ply) {
      generate_moves(rules, from, moves);
      if (moves.empty()) break;
      for (const Move& move : moves) {
        const auto back = read_hub_move(rules, from, write_hub_move(rules.board, move));
        REQUIRE(back);
        CHECK(*back == move);
      }
      from = apply(from, moves[static_cast<std::size_t>(ply * 7) % moves.size()]);
    }
  }
}
