// What is written is read again as itself, whatever the game; and no text, however broken, does harm.

#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/games/game_type.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

std::vector<ReadGame> read_all(std::string_view text) {
  PdnReader reader(text);
  std::vector<ReadGame> games;
  while (std::optional<ReadGame> game = reader.next()) games.push_back(*std::move(game));
  return games;
}

std::string written(const std::vector<ReadGame>& games) {
  std::string text;
  for (const ReadGame& read : games) text += write_pdn(read.game);
  return text;
}

std::string sample() {
  std::ifstream file(std::string(LUNETTE_TEST_DATA) + "/games.pdn", std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Games of legal moves with everything that a game can hold, as game.hpp says where it stands.
class RandomGames {
 public:
  explicit RandomGames(std::uint32_t seed) : random_(seed) {}

  Game next() {
    const std::span<const Ruleset> all = all_rulesets();
    rules_ = &all[below(all.size())];
    names_ = rules_->board == Board::b8 && below(2) == 0 ? SquareNames::algebraic : SquareNames::numeric;
    Game game;
    Position position = start_position(rules_->board);
    position.side = below(2) == 0 ? Color::white : Color::black;
    game.first = position.side;
    game.first_number = 1 + static_cast<int>(below(50));
    game.outcome = static_cast<Outcome>(below(5));
    game.tags = {{"Event", phrase()}, {"White", phrase()}, {"Black", "a \"quoted\" \\ name"}};
    if (below(2) == 0) game.tags.push_back({"Result", std::string(result_token(game.outcome, below(2) == 0))});
    game.tags.push_back({"GameType", game_type(*rules_, names_)});
    game.tags.push_back({"Annotator", phrase()});
    game.tags.push_back({"FEN", write_fen(rules_->board, position)});
    game.moves = line(position, 60, 3);
    if (game.moves.moves.empty()) game.first_number = 1;
    return game;
  }

 private:
  MoveLine line(Position position, std::size_t longest, int depth) {
    MoveLine line;
    MoveList legal;
    const std::size_t moves = below(longest) + (depth < 3 ? 1 : 0);
    for (std::size_t i = 0; i < moves; ++i) {
      generate_moves(*rules_, position, legal);
      if (legal.empty()) break;
      const Move played = legal[below(legal.size())];
      GameMove move;
      move.text = write_move(*rules_, position, played, names_);
      while (below(6) == 0) move.nags.push_back(static_cast<int>(below(140)));
      while (below(5) == 0) move.comments_after.push_back(phrase());
      const bool after_variations = !line.moves.empty() && !line.moves.back().variations.empty();
      while ((i == 0 || after_variations) && below(2) == 0) move.comments_before.push_back(phrase());
      while (depth > 0 && below(9) == 0) move.variations.push_back(variation(position, depth));
      line.moves.push_back(std::move(move));
      position = apply(position, played);
    }
    if (line.moves.empty() || !line.moves.back().variations.empty()) {
      while (below(2) == 0) line.closing_comments.push_back(phrase());
    }
    return line;
  }

  MoveLine variation(const Position& position, int depth) { return line(position, 8, depth - 1); }

  std::string phrase() {
    static const std::vector<std::string> words{"a",           "win",   "[%clock",
                                                "0:01]",       "(not",  "this)",
                                                "1.",          "32-28", "*",
                                                "2-0",         "{",     "\"",
                                                "\\",          "$4",    "%",
                                                "M\xFCller",   "[a",    "\xE2\x82\xAC",
                                                "; semicolon", "}",     "thirteen-letters"};
    std::string text;
    for (std::size_t left = 1 + below(12); left > 0; --left) {
      const std::string& word = words[below(words.size())];
      if (word == "}" && below(4) != 0) continue;
      text += (text.empty() ? "" : " ") + word;
    }
    return text.empty() ? "empty" : text;
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::mt19937 random_;
  const Ruleset* rules_ = nullptr;
  SquareNames names_ = SquareNames::numeric;
};

}  // namespace

TEST_CASE("a game that is written is read as itself") {
  RandomGames games(71);
  std::string together;
  std::vector<Game> all;
  for (int i = 0; i < 300; ++i) {
    const Game game = games.next();
    const std::string text = write_pdn(game);
    const std::vector<ReadGame> read = read_all(text);
    INFO(text);
    REQUIRE(read.size() == 1);
    REQUIRE(read.front().faults.empty());
    REQUIRE(read.front().game == game);
    together += text;
    all.push_back(game);
  }
  const std::vector<ReadGame> read = read_all(together);
  REQUIRE(read.size() == all.size());
  bool same = true;
  for (std::size_t i = 0; i < all.size(); ++i) same = same && read[i].game == all[i];
  CHECK(same);
}

TEST_CASE("lines have at most 79 characters and begin with nothing that means more than it says") {
  RandomGames games(72);
  for (int i = 0; i < 100; ++i) {
    const std::string text = write_pdn(games.next());
    std::istringstream lines(text.substr(text.find("\n\n") + 2));
    for (std::string line; std::getline(lines, line);) {
      INFO(line);
      if (line.starts_with(';')) continue;
      CHECK(line.size() <= 79);
      CHECK_FALSE(line.starts_with('['));
      CHECK_FALSE(line.starts_with('%'));
      CHECK((line.empty() || line.back() != ' '));
    }
  }
}

TEST_CASE("results are written as the tag or the game type has them") {
  const auto last_word = [](const std::string& text) {
    const std::string line = text.substr(0, text.size() - 2);
    return line.substr(line.find_last_of(" \n") + 1);
  };
  Game game;
  game.outcome = Outcome::white_wins;
  game.tags = {{"GameType", "20,W,10,10,N2,0"}};
  CHECK(last_word(write_pdn(game)) == "2-0");
  game.tags.push_back({"Result", "1-0"});
  CHECK(last_word(write_pdn(game)) == "1-0");
  game.set_tag("result", "1-1");
  CHECK(last_word(write_pdn(game)) == "2-0");
  game.tags = {{"GameType", "25"}};
  CHECK(last_word(write_pdn(game)) == "1-0");
}

TEST_CASE("a game in which Black leads is numbered by Black's moves") {
  const std::string text = "[GameType \"23,B,8,8,N1,0\"]\n\n1. 11-15 {a} 1... 23-18 2. 8-11 (2. 9-13) 2... 18-14 *\n\n";
  CHECK(written(read_all(text)) == text);
}

TEST_CASE("the sample cut at every length is read without harm, and again from what is written") {
  const std::string whole = sample();
  bool same = true;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const std::vector<ReadGame> games = read_all(std::string_view(whole).substr(0, length));
    if (length % 16 != 0) continue;
    const std::string once = written(games);
    same = same && written(read_all(once)) == once;
  }
  CHECK(same);
}

TEST_CASE("the sample with flipped bytes is read without harm, and again from what is written") {
  const std::string whole = sample();
  std::mt19937 random(73);
  std::string broken;
  for (int round = 0; round < 1000 && broken.empty(); ++round) {
    std::string text = whole.substr(random() % whole.size(), 700);
    for (int flips = 0; flips < 12; ++flips) text[random() % text.size()] = static_cast<char>(random() % 256);
    const std::string once = written(read_all(text));
    if (written(read_all(once)) != once) broken = text;
  }
  INFO(broken);
  CHECK(broken.empty());
}
