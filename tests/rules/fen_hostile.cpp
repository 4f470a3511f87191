#include <algorithm>
#include <random>
#include <string>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/notation.hpp"

// Texts made to break the reader. It answers with a legal position or a short error of one printable line.

using namespace lunette;

namespace {

bool well_behaved(const Ruleset& rules, const std::string& text) {
  const Result<FenPosition> read = read_fen(rules, text);
  if (read) {
    const PositionFault fault = check(rules, read->position);
    return fault == PositionFault::none || fault == PositionFault::game_over;
  }
  const std::string& message = read.error().message;
  const bool printable = std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool expected_code =
      read.error().code == ErrorCode::bad_fen || read.error().code == ErrorCode::illegal_position;
  return printable && !message.empty() && message.size() < 200 && expected_code;
}

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("very long texts are refused with a short message") {
  for (const Ruleset& rules : all_rulesets()) {
    for (const std::string& text :
         {std::string(1'000'000, 'W'), std::string(1'000'000, ':'), std::string(1'000'000, ' '),
          std::string(1'000'000, '9'), "W:W" + std::string(1'000'000, '1') + ":B2",
          "W:W" + repeated("31,", 300'000) + ":B2", "W:W" + repeated(",", 1'000'000) + ":B2",
          "W:W31:B20" + std::string(1'000'000, '.'), "W:W31:B20:H" + std::string(1'000'000, 'x'),
          "W:WK" + std::string(1'000'000, 'K') + ":B2", "W:W" + std::string(1'000'000, '-') + ":B2",
          "W:W1" + repeated("-2", 500'000) + ":B2"}) {
      CHECK_FALSE(read_fen(rules, text));
      CHECK(well_behaved(rules, text));
    }
    CHECK(well_behaved(rules, "W:W31:B20:" + std::string("H") + std::string(1'000'000, '1')));
    CHECK(well_behaved(rules, std::string(1'000'000, ' ') + "W:W31:B20" + std::string(1'000'000, ' ')));
  }
}

TEST_CASE("every byte in every place of a FEN gives an answer") {
  for (const Ruleset& rules : {games::ruleset("international"), games::ruleset("russian")}) {
    const std::string fen = "W:W21-23,K30:B5,K6:H0:F1.";
    bool good = true;
    for (std::size_t at = 0; at <= fen.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string replaced = fen;
        if (at < fen.size()) replaced[at] = static_cast<char>(byte);
        std::string inserted = fen;
        inserted.insert(at, 1, static_cast<char>(byte));
        good = good && well_behaved(rules, replaced) && well_behaved(rules, inserted);
      }
      good = good && well_behaved(rules, fen.substr(0, at)) && well_behaved(rules, fen.substr(at));
    }
    CHECK(good);
  }
}

TEST_CASE("random texts of the FEN's own letters give an answer") {
  const std::string letters = "WBwbKk?:,-. 0123456789HFacegh\n";
  std::mt19937 random(5);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  for (const Ruleset& rules : {games::ruleset("international"), games::ruleset("russian")}) {
    bool good = true;
    for (int i = 0; i < 100'000; ++i) {
      std::string text = below(2) == 0 ? "W:W" : "";
      for (std::size_t length = below(30); length > 0; --length) text += letters[below(letters.size())];
      good = good && well_behaved(rules, text);
    }
    CHECK(good);
  }
}

TEST_CASE("binary texts give an answer") {
  std::mt19937 random(6);
  const Ruleset& rules = games::ruleset("international");
  bool good = true;
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 64, '\0');
    for (char& c : text) c = static_cast<char>(random() % 256);
    good = good && well_behaved(rules, text) && well_behaved(rules, "W:W" + text);
    const Result<Move> move = read_move(rules, start_position(rules.board), text);
    good = good && !move && move.error().code == ErrorCode::bad_move;
  }
  CHECK(good);
}
