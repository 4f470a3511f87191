#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/notation.hpp"
#include "table.hpp"

using namespace lunette;

namespace {

const Ruleset& large() {
  return games::ruleset("international");
}
const Ruleset& small() {
  return games::ruleset("brazilian");
}

ErrorCode fault(const Ruleset& rules, const std::string& fen) {
  const Result<FenPosition> read = read_fen(rules, fen);
  INFO(fen);
  REQUIRE_FALSE(read);
  return read.error().code;
}

std::string canonical(const Ruleset& rules, const std::string& fen) {
  const Result<FenPosition> read = read_fen(rules, fen);
  INFO(fen);
  INFO((read ? "" : read.error().message));
  REQUIRE(read);
  return write_fen(rules.board, read->position);
}

/// Rows for any board that name squares which 8x8 lacks, or put Black's men on its far row there (B31-34), are for
/// 10x10 only; on 8x8 they must be refused.
bool fits_small_board(const std::string& fen) {
  std::string digits;
  for (const char c : fen + ":") {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else {
      if (!digits.empty() && std::stoi(digits) > 32) return false;
      digits.clear();
    }
  }
  return true;
}

}  // namespace

TEST_CASE("every row of fen.tsv") {
  const std::vector<table::Row> rows = table::rows("fen.tsv");
  REQUIRE(rows.size() == 20);
  for (const table::Row& row : rows) {
    const bool accepted = row[2].rfind("accept", 0) == 0 || row[2].rfind("parse", 0) == 0;
    INFO(row[0] << " " << row[1] << ": " << row[2] << " (" << row[3] << ")");
    if (row[1] == "W:W 31 , 32 :B 1") {  // "reject or skip, never mis-read": skipped
      CHECK(canonical(large(), row[1]) == "W:W31,32:B1");
      CHECK(canonical(small(), row[1]) == "W:W31,32:B1");
      continue;
    }
    if (row[0] != "8x8") CHECK(read_fen(large(), row[1]).has_value() == accepted);
    if (row[0] != "10x10") CHECK(read_fen(small(), row[1]).has_value() == (accepted && fits_small_board(row[1])));
  }
}

TEST_CASE("what the accepted rows of fen.tsv say") {
  CHECK(read_fen(large(), "W:W31-50:B1-20")->position == start_position(Board::b10));
  CHECK(canonical(large(), "W:WK12-14:BK28-31") == "W:WK12,K13,K14:BK28,K29,K30,K31");
  CHECK(canonical(large(), "W:WK1,K2:B31-34.") == "W:WK1,K2:B31,32,33,34");
  CHECK(canonical(large(), "W:WK4:BK47") == "W:WK4:BK47");
  CHECK(canonical(large(), "W:W46:B1") == "W:W46:B1");
  CHECK(canonical(large(), "B:W50:B") == "B:W50:B");
  CHECK(canonical(large(), "W:W31:B20:H0:F1") == "W:W31:B20");
  CHECK(canonical(small(), "W:Wa3,Kc3,Ke3,g3:Bb8,Kd6") == "W:W21,K22,K23,24:B1,K10");
}

TEST_CASE("a real game with a dot in its FEN plays on as written") {
  Position p = games::position(large(), "W:W7,26,28,33,44,46,50:B8,14,17,24,34,37,39.");
  for (const char* text : {"46-41", "37x46", "26-21", "46x1", "21x3", "39x28", "3x45", "28-33", "44-39", "33x44",
                           "50x39", "1-6", "45-50"}) {
    const Result<Move> move = read_move(large(), p, text);
    INFO(text << " in " << write_fen(Board::b10, p));
    REQUIRE(move);
    p = apply(p, *move);
  }
}

TEST_CASE("both orders of sides, ranges, spaces, lower case, counters and a final dot") {
  const std::string wanted = "W:W31,K46:B5,6,7,8,9,K12";
  for (const char* fen :
       {"W:W31,K46:B5-9,K12.", "W:B5-9,K12:W31,K46", "w:w31,k46:b5-9,k12", "  W : W31 , K46 : B 5 - 9 , K 12 . ",
        "W:WK46,31:BK12,9,8,7,6,5", "W:W31,K46:B5-9,K12:H0:F1", "W:W31,K46:B5-9,K12:F12", "W:W31,K46:B05-09,K12.\n",
        "W:W31,K46-46:B5-6,7-9,K12:h3.", "\tW:W31,K46:B5-9,K12"})
    CHECK(canonical(large(), fen) == wanted);
}

TEST_CASE("the side to move may be unknown, and probing refuses it") {
  const Result<FenPosition> read = read_fen(large(), "?:W29,13,11:B22,4,2");
  REQUIRE(read);
  CHECK_FALSE(read->side.has_value());
  CHECK(read->position.side == Color::white);
  const Result<Position> position = read_position(large(), "?:W29,13,11:B22,4,2");
  REQUIRE_FALSE(position);
  CHECK(position.error().code == ErrorCode::unknown_side);
  CHECK(read_fen(large(), "B:W29:B22")->side == Color::black);
}

TEST_CASE("empty sides can be read, whoever is to move") {
  CHECK(canonical(large(), "W:W:B") == "W:W:B");
  CHECK(canonical(large(), "W:W50:B") == "W:W50:B");
  CHECK(canonical(small(), "B:B:W32") == "B:W32:B");
}

TEST_CASE("texts that are no FEN are refused") {
  for (const char* fen : {"",
                          " ",
                          ".",
                          ":",
                          "::",
                          ":::",
                          "W",
                          "W:",
                          "W::",
                          "W:W",
                          "W:W31",
                          "W:W31:",
                          "W:W31:W32",
                          "W:B1:B2",
                          "WB:W31:B20",
                          "??:W31:B20",
                          "W:W31:B20:",
                          "W:W31:B20:X",
                          "W:W31:B20:H",
                          "W:W31:B20:H1x",
                          "W:W31:B20..",
                          "W:W31:B20.:H0",
                          "W:W31,:B20",
                          "W:W,31:B20",
                          "W:W31,,32:B20",
                          "W:W31;32:B20",
                          "W:WW31:B20",
                          "W:WKK31:B20",
                          "W:WK:B20",
                          "W:W3 1:B20",
                          "W:W31-:B20",
                          "W:W-31:B20",
                          "W:W31--32:B20",
                          "W:W31-32-33:B20",
                          "W:W31-K32:B20",
                          "W:W031:B20",
                          "W:W+31:B20",
                          "W:W31.0:B20",
                          "W:W3I:B20",
                          "W:W0x1:B20",
                          "W:W31:B20 W:W31:B20",
                          "W:W99999999999999999999:B20",
                          "W:W-1:B20",
                          "[FEN \"W:W31:B20\"]",
                          "W:Wa3:Bb8",
                          "W:W:B:W50",
                          "W:B:W50:B"})
    CHECK(fault(large(), fen) == ErrorCode::bad_fen);
}

TEST_CASE("squares that the board does not have are refused") {
  for (const char* fen : {"W:W0:B1", "W:W51:B1", "W:W50-51:B1", "W:W0-5:B20", "W:W100:B1"})
    CHECK(fault(large(), fen) == ErrorCode::bad_fen);
  for (const char* fen : {"W:W33:B1", "W:W30-33:B1", "W:Wa2:Bb8", "W:Wb1:Bb8", "W:Wi1:Bb8", "W:Wa9:Bb8", "W:Wa0:Bb8",
                          "W:Wa33:Bb8", "W:W3a:Bb8"})
    CHECK(fault(small(), fen) == ErrorCode::bad_fen);
}

TEST_CASE("positions that no game has are refused as such") {
  for (const char* fen : {"W:W4:B49", "W:W4-5:B50", "W:W6:B46", "W:W31,31:B20", "W:W31:B31", "W:W31,K31:B20",
                          "W:W30-32,31:B20", "W:WK4,K5:BK4", "W:WK1-21:B40", "W:W50:BK1-21"})
    CHECK(fault(large(), fen) == ErrorCode::illegal_position);
  for (const char* fen : {"W:Wb8:Bg7", "W:W20:Ba1", "W:WK1-13:B20"})
    CHECK(fault(small(), fen) == ErrorCode::illegal_position);
}

TEST_CASE("errors name the token and what was expected") {
  const auto message = [](const char* fen) { return read_fen(large(), fen).error().message; };
  const auto holds = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(holds(message("W:WK4,K5,55:B6"), "'55'"));
  CHECK(holds(message("W:WK4,K5,55:B6"), "from 1 to 50"));
  CHECK(holds(message("W:WK4,WK5:B6"), "'WK5'"));
  CHECK(holds(message("X:W31:B20"), "'X'"));
  CHECK(holds(message("W31:B20"), "side to move"));
  CHECK(holds(message("W:W45-40:B1"), "'45-40'"));
  CHECK(holds(message("W:W45-40:B1"), "ascends"));
  CHECK(holds(message("W:W31:B20:Q"), "'Q'"));
  CHECK(holds(message("W:W30-32,31:B20"), "'31'"));
  CHECK(holds(message("W:W4-5:B50"), "'4-5'"));
  CHECK(holds(message("W:W4-5:B50"), "promotion row"));
  CHECK(holds(message("W:W31"), "two lists"));
}

TEST_CASE("algebraic squares of 8x8") {
  const std::vector<std::pair<int, std::string>> corners{{29, "a1"}, {4, "h8"},  {1, "b8"}, {32, "g1"},
                                                         {5, "a7"},  {28, "h2"}, {18, "d4"}};
  for (const auto& [number, name] : corners) {
    CHECK(square_name(Board::b8, Square(number), SquareNames::algebraic) == name);
    CHECK(parse_square(Board::b8, name) == Square(number));
  }
  for (int number = 1; number <= 32; ++number) {
    for (const SquareNames names : {SquareNames::numeric, SquareNames::algebraic})
      CHECK(parse_square(Board::b8, square_name(Board::b8, Square(number), names)) == Square(number));
  }
  CHECK(parse_square(Board::b8, "H8") == Square(4));
  CHECK(square_name(Board::b10, Square(46), SquareNames::algebraic) == "46");
  for (const char* text : {"", "a", "a11", "1a", "a2", "33", "0", "-1", " 1", "1 ", "001"}) {
    INFO(text);
    CHECK_FALSE(parse_square(Board::b8, text).has_value());
  }
  CHECK_FALSE(parse_square(Board::b10, "a1").has_value());
  CHECK(write_fen(Board::b8, games::position(small(), "B:WKa1,c3:Bb8"), SquareNames::algebraic) == "B:Wc3,Ka1:Bb8");
}

TEST_CASE("FEN round trips on random positions") {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 11);
    std::string broken;
    for (int i = 0; i < 2000 && broken.empty(); ++i) {
      const Position p = random.next();
      for (const SquareNames names : {SquareNames::numeric, SquareNames::algebraic}) {
        const Result<Position> read = read_position(rules, write_fen(rules.board, p, names));
        if (!read || !(*read == p)) broken = write_fen(rules.board, p, names);
      }
    }
    INFO(rules.name);
    CHECK(broken == "");
  }
}

TEST_CASE("the drawn board has a line a row, Black's side on top") {
  const std::string drawing = draw_board(Board::b8, games::position(small(), "W:W21,K29:B12,K4"));
  CHECK(drawing ==
        "  .   .   .   B   1-4\n"
        ".   .   .   .     5-8\n"
        "  .   .   .   b   9-12\n"
        ".   .   .   .     13-16\n"
        "  .   .   .   .   17-20\n"
        "w   .   .   .     21-24\n"
        "  .   .   .   .   25-28\n"
        "W   .   .   .     29-32\n");
  const std::string large_drawing = draw_board(Board::b10, start_position(Board::b10));
  CHECK(std::count(large_drawing.begin(), large_drawing.end(), '\n') == 10);
  CHECK(std::count(large_drawing.begin(), large_drawing.end(), 'w') == 20);
  CHECK(std::count(large_drawing.begin(), large_drawing.end(), 'b') == 20);
}
