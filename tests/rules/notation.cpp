#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/notation.hpp"

using namespace lunette;

namespace {

std::vector<std::string> written(const char* ruleset, const char* fen, SquareNames names = SquareNames::numeric) {
  const Ruleset& rules = games::ruleset(ruleset);
  const Position p = games::position(rules, fen);
  std::vector<std::string> all;
  for (const Move& move : games::moves(rules, p)) all.push_back(write_move(rules, p, move, names));
  return all;
}

/// The move read, as in moves.tsv, or the code of the error.
std::string read(const char* ruleset, const char* fen, const std::string& text) {
  const Ruleset& rules = games::ruleset(ruleset);
  const Result<Move> move = read_move(rules, games::position(rules, fen), text);
  return move ? games::text(rules.board, *move) : to_string(move.error().code);
}

std::string refusal(const char* ruleset, const char* fen, const std::string& text) {
  const Ruleset& rules = games::ruleset(ruleset);
  const Result<Move> move = read_move(rules, games::position(rules, fen), text);
  REQUIRE_FALSE(move);
  CHECK(move.error().code == ErrorCode::bad_move);
  return move.error().message;
}

std::string joined(const Ruleset& rules, const std::vector<Square>& path, char sign, SquareNames names) {
  std::string text;
  for (const Square square : path) {
    if (!text.empty()) text += sign;
    text += square_name(rules.board, square, names);
  }
  return text;
}

// Six captures of one king, of which four share their destination with another.
const char* const rivals = "W:WK7:B10,18,19,22,27";
// "3x17 (f8xb4) may take 1 piece (c5) or 4 (g7,g5,e5,c5)".
const char* const short_and_long = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";

}  // namespace

TEST_CASE("a move that is alone with its ends is written by its ends") {
  CHECK(written("historical", "W:WK48:B17,20,30,37,40") == std::vector<std::string>{"48x45"});
  CHECK(written("international", "W:W28:B1") == std::vector<std::string>{"28-22", "28-23"});
  CHECK(written("international", "W:WK2:B7,8,17,18") == std::vector<std::string>{"2x2"});
  CHECK(written("brazilian", "W:Wc3:Bd4,h8", SquareNames::algebraic) == std::vector<std::string>{"c3xe5"});
  CHECK(written("brazilian", "W:Wc3:Bh8", SquareNames::algebraic) == std::vector<std::string>{"c3-b4", "c3-d4"});
}

TEST_CASE("captures with the same ends are told apart by as few squares as needed") {
  for (const std::string& text : written("traditional", rivals)) {
    // 7x12 and 7x16 are two captures each, 7x15 and 7x32 one.
    const auto signs = std::count(text.begin(), text.end(), 'x');
    const std::string to = text.substr(text.size() - 2);
    const bool contested = to == "12" || to == "16";
    CHECK(signs == (contested ? 2 : 1));
    CHECK(read("traditional", rivals, text) != "bad_move");
  }
}

TEST_CASE("a whole path means what it captures, although a longer capture has the same ends") {
  const std::vector<std::string> texts = written("traditional", short_and_long);
  REQUIRE(texts.size() == 3);
  CHECK(texts[1] == "3x17");
  CHECK(read("traditional", short_and_long, "3x17") == "3x17{14}");
  CHECK(read("traditional", short_and_long, "f8xb4") == "3x17{14}");
  CHECK(read("traditional", short_and_long, texts[0]) == "3x17{8,14,15,16}");
  CHECK(std::count(texts[0].begin(), texts[0].end(), 'x') == 2);
  CHECK(texts[2] == "20x9");
}

TEST_CASE("a full path, the ends, and any part of the squares between can be read") {
  const char* const fen = "W:WK48:B17,20,30,37,40";
  const std::string move = "48x45{17,20,30,37,40}";
  for (const char* text : {"48x45", "48x26x3x25x34x45", "48x3x45", "48x26x34x45", "48x26x3x25x45", " 48x45 ", "48:45",
                           "48X26X45", "48 x 45", "48:26:3:25:34:45", "48x045"}) {
    INFO(text);
    CHECK(read("historical", fen, text) == (std::string(text) == "48x045" ? "bad_move" : move));
  }
  for (const char* text : {"48x3x26x45", "48x26x26x45", "48x37x45", "48x45x26", "48x26x3x25x34x34x45",
                           "48x26",      "26x45",       "45x48",    "48-45",    "48x",
                           "x45",        "48",          "",         "48x45x",   "48xx45",
                           "48x26-45",   "48x99",       "48x0",     "48 45",    "4845",
                           "48x45!",     "a1xb2"}) {
    INFO(text);
    CHECK(read("historical", fen, text) == "bad_move");
  }
}

TEST_CASE("a circle can be read by its ends and by both ways round") {
  const char* const fen = "W:WK2:B7,8,17,18";
  for (const char* text : {"2x2", "2x11x22x13x2", "2x13x22x11x2", "2x22x2"})
    CHECK(read("international", fen, text) == "2x2{7,8,17,18}");
  CHECK(read("international", fen, "2x11x13x22x2") == "bad_move");
}

TEST_CASE("algebraic moves, with and without a sign, in either case") {
  for (const char* text : {"c3-d4", "C3-D4", "c3d4", "22-18", " c3 - d4 ", "c3-18"})
    CHECK(read("brazilian", "W:Wc3:Bh8", text) == "22-18");
  for (const char* text : {"c3xe5", "c3:e5", "c3e5", "C3Xe5", "22x15"})
    CHECK(read("brazilian", "W:Wc3:Bd4", text) == "22x15{18}");
  for (const char* text : {"c3xe5xg7", "c3e5g7", "c3xg7", "c3g7", "22x15x8"})
    CHECK(read("brazilian", "W:Wc3:Bd4,f6", text) == "22x8{11,18}");
  for (const char* text : {"c3-e5", "c3", "c3d", "c3d4e", "d4c3", "c3d5", "c32218", "2218"})
    CHECK(read("brazilian", "W:Wc3:Bd4", text) == "bad_move");
  CHECK(read("brazilian", "W:Wc3:Bh8", "c3xd4") == "bad_move");
  CHECK(read("international", "W:W28:B1", "c3-d4") == "bad_move");
}

TEST_CASE("all moves that a text fits: one, several, none") {
  const auto fitting = [](const char* ruleset, const char* fen, const std::string& text) {
    const Ruleset& rules = games::ruleset(ruleset);
    return read_moves(rules, games::position(rules, fen), text);
  };
  const Result<MoveList> two = fitting("traditional", rivals, "7x12");
  REQUIRE(two);
  CHECK(two->size() == 2);
  for (const std::string& text : written("traditional", rivals)) {
    const Result<MoveList> one = fitting("traditional", rivals, text);
    REQUIRE(one);
    CHECK(one->size() == 1);
  }
  CHECK(fitting("international", "W:W28:B1", "28-22")->size() == 1);
  CHECK(fitting("international", "W:W28:B1", "28-24")->empty());
  CHECK(fitting("international", "W:W6:B1", "6-1")->empty());
  CHECK(fitting("international", "W:W28:B1", "28").error().code == ErrorCode::bad_move);
}

TEST_CASE("refusals name the candidates") {
  const auto holds = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string impossible = refusal("international", "W:W28:B1", "28-24");
  CHECK(holds(impossible, "'28-24'"));
  CHECK(holds(impossible, "28-22"));
  CHECK(holds(impossible, "28-23"));
  const std::string ambiguous = refusal("traditional", rivals, "7x12");
  CHECK(holds(ambiguous, "ambiguous"));
  const std::vector<std::string> texts = written("traditional", rivals);
  for (std::size_t i = 0; i < 2; ++i) CHECK(holds(ambiguous, texts[i]));
  CHECK_FALSE(holds(ambiguous, "7x15"));
  CHECK(holds(refusal("brazilian", "W:Wc3:Bh8", "c3-e5"), "c3-d4"));
  CHECK(holds(refusal("international", "W:W6:B1", "6-1"), "no legal move"));
  const std::string many = refusal("international", "W:WK28,K23,K32:BK1", "1-2");
  CHECK(holds(many, "more"));
  CHECK(many.size() < 300);
  CHECK(refusal("international", "W:W28:B1", std::string(1'000'000, '1')).size() < 200);
  std::string endless = "28";
  for (int i = 0; i < 100'000; ++i) endless += "x22";
  CHECK(refusal("international", "W:W28:B1", endless).size() < 300);
}

TEST_CASE("moves written are read again, on random positions of every ruleset", "[long]") {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 31);
    std::string broken;
    for (int i = 0; i < 1500 && broken.empty(); ++i) {
      const Position p = random.next();
      for (const Move& move : games::moves(rules, p)) {
        for (const SquareNames names : {SquareNames::numeric, SquareNames::algebraic}) {
          const std::string text = write_move(rules, p, move, names);
          const Result<Move> again = read_move(rules, p, text);
          if (!again || !(*again == move)) broken = write_fen(rules.board, p) + " " + text;
        }
      }
    }
    INFO(rules.name);
    CHECK(broken == "");
  }
}

TEST_CASE("every path of every capture is read as its move, on random positions of every ruleset") {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 41);
    std::string broken;
    for (int i = 0; i < 1500 && broken.empty(); ++i) {
      const Position p = random.next();
      if (!has_capture(rules, p)) continue;
      for (const Move& move : games::moves(rules, p)) {
        const std::vector<std::vector<Square>> paths = paths_of(rules, p, move);
        for (std::size_t n = 0; n < std::min<std::size_t>(paths.size(), 20); ++n) {
          const std::string text = joined(rules, paths[n], n % 2 == 0 ? 'x' : ':', SquareNames::algebraic);
          const Result<Move> again = read_move(rules, p, text);
          if (!again || !(*again == move)) broken = write_fen(rules.board, p) + " " + text;
        }
      }
    }
    INFO(rules.name);
    CHECK(broken == "");
  }
}

TEST_CASE("no shorter text would have been enough, on random positions") {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 51);
    int contested = 0;
    std::string broken;
    for (int i = 0; i < 3000 && broken.empty(); ++i) {
      const Position p = random.next();
      if (!has_capture(rules, p)) continue;
      const MoveList moves = games::moves(rules, p);
      for (const Move& move : moves) {
        const std::string text = write_move(rules, p, move);
        const auto signs = std::count(text.begin(), text.end(), 'x');
        if (signs < 2) continue;
        ++contested;
        const std::string ends = square_name(rules.board, square_at(rules.board, move.from)) + "x" +
                                 square_name(rules.board, square_at(rules.board, move.to));
        const Result<Move> shorter = read_move(rules, p, ends);
        if (shorter && *shorter == move) broken = write_fen(rules.board, p) + " " + text;
        if (signs < 3) continue;
        for (int square = 1; square <= square_count(rules.board); ++square) {
          const std::string one = square_name(rules.board, square_at(rules.board, move.from)) + "x" +
                                  square_name(rules.board, Square(square)) + "x" +
                                  square_name(rules.board, square_at(rules.board, move.to));
          const Result<Move> read = read_move(rules, p, one);
          if (read && *read == move) broken = write_fen(rules.board, p) + " " + text + " " + one;
        }
      }
    }
    INFO(rules.name);
    CHECK(broken == "");
    CHECK(contested > 0);
  }
}
