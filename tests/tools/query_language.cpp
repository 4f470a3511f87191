// The language of lunette query: what is read as what, and what is refused.

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "lunette/analysis/query.hpp"

using namespace lunette;

namespace {

std::string understood(const std::string& text, Board board = Board::b10) {
  const Result<QueryExpression> expression = QueryExpression::parse_value(board, text);
  INFO(text << ": " << (expression ? "" : expression.error().message));
  REQUIRE(expression);
  return expression->canonical_text();
}

std::string refusal(const std::string& text, Board board = Board::b10) {
  const Result<QueryExpression> expression = QueryExpression::parse_condition(board, text);
  INFO(text);
  REQUIRE_FALSE(expression);
  CHECK(expression.error().code == ErrorCode::bad_argument);
  CHECK(expression.error().message.find('\n') == std::string::npos);
  return expression.error().message;
}

/// The message names the column, and says what was found and what was expected.
void check_refusal(const std::string& text, int column, const std::vector<std::string>& words,
                   Board board = Board::b10) {
  const std::string message = refusal(text, board);
  CAPTURE(text, message);
  CHECK(message.rfind("column " + std::to_string(column) + ": ", 0) == 0);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(message.find(word) != std::string::npos);
  }
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("query: operators bind as in C") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"capture || threatened && true", "(capture || (threatened && true))"},
      {"capture && threatened || true", "((capture && threatened) || true)"},
      {"(capture || threatened) && true", "((capture || threatened) && true)"},
      {"!capture && threatened", "(!capture && threatened)"},
      {"!(capture && threatened)", "!(capture && threatened)"},
      {"!!capture", "!!capture"},
      {"!dtw == 3", "!(dtw == 3)"},
      {"wdl == win && dtw >= 20 && on(K, diagonal) && !capture",
       "((wdl == win) && (dtw >= 20) && on(K, diagonal) && !capture)"},
      {"capture || threatened || true", "(capture || threatened || true)"},
      {"((dtw)) > (3)", "(dtw > 3)"},
      {"3<dtw", "(3 < dtw)"},
      {"dtw!=dtc", "(dtw != dtc)"},
      {"moves<=2||moves>=9", "((moves <= 2) || (moves >= 9))"},
  };
  for (const auto& [text, expected] : cases) CHECK(understood(text) == expected);
}

TEST_CASE("query: names have one meaning however they are written") {
  CHECK(understood("not capture and threatened or true") == "((!capture && threatened) || true)");
  CHECK(understood("WDL == Cursed-Win") == "(wdl == cursed_win)");
  CHECK(understood("wdl >= blessed_loss") == "(wdl >= blessed_loss)");
  CHECK(understood("turn == White") == "(side == white)");
  CHECK(understood("on(kings, 5)") == "on(K, 5)");
  CHECK(understood("on(white man, 5, 10,46)") == "on(white M, 5, 10, 46)");
  CHECK(understood("all(opponent, row 1-3, edge)") == "all(opponent piece, row 1-3, edge)");
  CHECK(understood("count(own pieces)") == "count(own piece, board)");
  CHECK(understood("on(K, Black-Row 2, own_row 3-3, column 10)") == "on(K, black_row 2, own_row 3, column 10)");
  CHECK(understood("on(K, a1, H8)", Board::b8) == "on(K, a1, h8)");
  for (const char* name : {"moves", "winning_moves", "drawing_moves", "losing_moves", "keeping_moves", "captured",
                           "wdl", "dtc", "dtw", "side", "capture", "threatened", "true", "17"}) {
    CHECK(understood(name) == name);
  }
}

TEST_CASE("query: what an expression means is a condition or a value") {
  const auto type_of = [](const char* text) { return QueryExpression::parse_value(Board::b10, text)->type(); };
  CHECK(type_of("dtw > 3") == QueryType::condition);
  CHECK(type_of("dtw") == QueryType::number);
  CHECK(type_of("count(K, edge)") == QueryType::number);
  CHECK(type_of("wdl") == QueryType::wdl);
  CHECK(type_of("side") == QueryType::side);
  const Result<QueryExpression> wdl = QueryExpression::parse_value(Board::b10, " wdl ");
  REQUIRE(wdl);
  CHECK(wdl->text() == " wdl ");
  CHECK(wdl->value_text(1) == "cursed_win");
  CHECK(QueryExpression::parse_value(Board::b10, "side")->value_text(1) == "black");
  CHECK(QueryExpression::parse_value(Board::b10, "capture")->value_text(0) == "false");
  check_refusal("dtw", 1, {"'dtw' is a value", "expected a condition"});
}

TEST_CASE("query: what is no expression is refused with its column and what was expected") {
  check_refusal("", 1, {"found the end", "expected a condition or value"});
  check_refusal("   ", 4, {"found the end"});
  check_refusal("wdl ==", 7, {"found the end", "expected a condition or value"});
  check_refusal("foo", 1, {"found 'foo'", "winning_moves"});
  check_refusal("wdl = win", 5, {"found '='", "expected =="});
  check_refusal("capture & threatened", 9, {"found '&'", "expected &&"});
  check_refusal("capture | threatened", 9, {"found '|'", "expected ||"});
  check_refusal("capture threatened", 9, {"found 'threatened'", "expected &&"});
  check_refusal("capture)", 8, {"found ')'", "the end"});
  check_refusal("(capture", 9, {"found the end", "( of column 1"});
  check_refusal("(capture threatened)", 10, {"found 'threatened'", ")"});
  check_refusal("&& capture", 1, {"found '&&'"});
  check_refusal("capture &&", 11, {"found the end"});
  check_refusal("capture # true", 9, {"found '#'"});
  check_refusal("\xE2\x82\xAC == 3", 1, {"found '\xE2\x82\xAC'"});
  check_refusal("dtw > 1000001", 7, {"found '1000001'", "at most 1000000"});
  check_refusal("dtw > 99999999999999999999", 7, {"at most 1000000"});
  check_refusal("dtw > -1", 7, {"found '-'"});
  check_refusal(std::string("true\0", 5), 5, {"found"});
}

TEST_CASE("query: types that do not go together are refused") {
  check_refusal("!dtw", 2, {"'dtw' is a number", "expected a condition"});
  check_refusal("capture && dtw", 12, {"'dtw' is a number", "expected a condition"});
  check_refusal("wdl || capture", 1, {"'wdl' is a result", "expected a condition"});
  check_refusal("side && capture", 1, {"'side' is a side", "expected a condition"});
  check_refusal("wdl == 3", 8, {"'3' is a number", "expected a result", "'wdl'"});
  check_refusal("dtw == win", 8, {"'win' is a result", "expected a number"});
  check_refusal("side == win", 9, {"expected a side"});
  check_refusal("capture == true", 1, {"'capture' is a condition"});
  check_refusal("3 == capture", 6, {"'capture' is a condition"});
  check_refusal("side < black", 6, {"found '<'", "== or !="});
  check_refusal("dtw == dtc == 3", 12, {"found '=='", "do not chain"});
}

TEST_CASE("query: pieces and regions that are none are refused") {
  check_refusal("dtw >= 3 && on(K, diagnal)", 19, {"found 'diagnal'", "expected a region: a square", "diagonal"});
  check_refusal("on K", 4, {"found 'k'", "expected ("});
  check_refusal("on()", 4, {"found ')'", "expected pieces"});
  check_refusal("on(diagonal)", 4, {"found 'diagonal'", "expected pieces"});
  check_refusal("on(white diagonal)", 10, {"found 'diagonal'", "K, M or piece"});
  check_refusal("on(K)", 5, {"found ')'", ", and a region"});
  check_refusal("count(K; edge) > 0", 8, {"found ';'"});
  check_refusal("on(K, )", 7, {"found ')'", "expected a region"});
  check_refusal("on(K, 5", 8, {"found the end", ")"});
  check_refusal("on(K, 5 6)", 9, {"found '6'", "comma"});
  check_refusal("on(K, 0)", 7, {"found '0'", "1 to 50"});
  check_refusal("on(K, 51)", 7, {"found '51'", "1 to 50"});
  check_refusal("on(K, 33)", 7, {"found '33'", "1 to 32"}, Board::b8);
  check_refusal("on(K, 46-5)", 7, {"46-5", "backwards"});
  check_refusal("on(K, 5-)", 9, {"found ')'", "a square"});
  check_refusal("on(K, row)", 10, {"found ')'", "a row from 1 to 10"});
  check_refusal("on(K, row 11)", 11, {"found '11'", "a row from 1 to 10"});
  check_refusal("on(K, column 9)", 14, {"found '9'", "a column from 1 to 8"}, Board::b8);
  check_refusal("on(K, a1)", 7, {"found 'a1'", "expected a region"});
  check_refusal("on(K, a2)", 7, {"found 'a2'", "expected a region"}, Board::b8);
}

TEST_CASE("query: hostile nesting is refused before it takes the stack") {
  CHECK(understood(repeated("(", 200) + "capture" + repeated(")", 200)) == "capture");
  check_refusal(repeated("(", 201) + "capture" + repeated(")", 201), 201, {"nested more than 200 deep"});
  check_refusal(repeated("!", 100'000) + "capture", 201, {"nested more than 200 deep"});
  check_refusal(repeated("(!", 100'000), 201, {"nested more than 200 deep"});
  check_refusal(repeated("not ", 1000) + "true", 801, {"nested more than 200 deep"});
}

TEST_CASE("query: long texts are read in one go, or refused by their length") {
  const std::size_t terms = 20'000;
  const std::string text = understood("capture" + repeated(" || moves == 7 && true", terms));
  CHECK(text.size() > 20 * terms);
  CHECK(refusal(std::string((std::size_t{1} << 20) + 1, ' ')).find("1048577 bytes") != std::string::npos);
  // A token of any length does not make the message long.
  CHECK(refusal(repeated("x", 1000)).size() < 400);
  CHECK(refusal("dtw > " + repeated("9", 1000)).size() < 400);
}

TEST_CASE("query: any row of tokens is refused at one of its columns, or read as what its canonical text is read as") {
  const std::vector<std::string> tokens{
      "wdl", "dtw", "side", "capture", "moves", "on(",  "all(", "count(", "K", "white",   "M",
      "own", ",",   "5",    "1-5",     "row 2", "edge", "(",    ")",      ")", "&&",      "||",
      "!",   "==",  ">=",   "win",     "3",     "<",    "a1",   "true",   "&", "diagonal"};
  std::mt19937 random(20260611);
  int read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (auto length = random() % 9 + 1; length > 0; --length) text += tokens[random() % tokens.size()] + " ";
    const Result<QueryExpression> expression = QueryExpression::parse_value(Board::b8, text);
    if (expression) {
      ++read;
      const std::string canonical = expression->canonical_text();
      const Result<QueryExpression> again = QueryExpression::parse_value(Board::b8, canonical);
      if (!again || again->canonical_text() != canonical) FAIL(text << " -> " << canonical);
      continue;
    }
    const std::string& message = expression.error().message;
    const bool placed = message.rfind("column ", 0) == 0;
    const std::size_t column = placed ? std::stoul(message.substr(7)) : 0;
    if (column < 1 || column > text.size() + 1) FAIL(text << ": " << message);
  }
  CHECK(read > 1000);
}
