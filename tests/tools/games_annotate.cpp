// Games judged by tables: every judgement against single probes, and what is written into the game.

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "built_tables.hpp"
#include "catch.hpp"
#include "lunette/games/annotate.hpp"
#include "lunette/games/line_game.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ReadGame read_one(const std::string& text) {
  PdnReader reader(text);
  std::optional<ReadGame> read = reader.next();
  REQUIRE(read);
  return *std::move(read);
}

struct Annotated {
  Game game;
  GameReport report;
  std::string text;
};

Annotated annotate(const std::filesystem::path& tables, const std::string& text) {
  Result<Annotator> annotator = Annotator::open({tables}, nullptr);
  REQUIRE(annotator);
  ReadGame read = read_one(text);
  GameReport report = annotator->annotate(read);
  std::string written = write_pdn(read.game);
  return {std::move(read.game), std::move(report), std::move(written)};
}

std::string headed(const Ruleset& rules, const std::string& fen, const std::string& moves) {
  return "[Ruleset \"" + std::string(rules.name) + "\"]\n[FEN \"" + fen + "\"]\n\n" + moves + "\n";
}

/// The count by the words of rules.md, for kings that are few enough for the ruleset's rule to name them.
class CountByHand {
 public:
  explicit CountByHand(const Ruleset& rules) : counts_(rules.count.has_value()) {}

  CountRequest at(const Position& position) {
    if (!lone_ && counts_) begin(position);
    if (!lone_) return {};
    return {moves_, lone_, std::nullopt};
  }
  void moved(Color side) {
    if (lone_ == side) ++moves_;
  }

 private:
  /// German: one king against two or three, and nothing else.
  void begin(const Position& position) {
    if (position.men[0] != 0 || position.men[1] != 0) return;
    const int white = count_bits(position.kings[0]);
    const int black = count_bits(position.kings[1]);
    if (white == 1 && black >= 2) lone_ = Color::white;
    if (black == 1 && white >= 2) lone_ = Color::black;
  }

  bool counts_;
  std::optional<Color> lone_;
  int moves_ = 0;
};

int result_of(Wdl wdl) {
  return wdl == Wdl::win ? 1 : wdl == Wdl::loss ? -1 : 0;
}

/// A random game of legal moves from a random position of three pieces.
struct RandomGame {
  Position start;
  std::vector<Move> moves;
  std::string text;
};

RandomGame random_game(const Ruleset& rules, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return random() % limit; };
  RandomGame game;
  do {
    game.start = {};
    for (std::size_t piece = 0; piece < 3; ++piece) {
      const Bitboard bit =
          bit_of(rules.board, Square(1 + static_cast<int>(below(static_cast<std::size_t>(square_count(rules.board))))));
      (below(3) == 0 ? game.start.men : game.start.kings)[piece == 0 ? 0 : piece == 1 ? 1 : below(2)] |= bit;
    }
    game.start.side = below(2) == 0 ? Color::white : Color::black;
  } while (game.start.piece_count() != 3 || check(rules, game.start) != PositionFault::none);
  std::string moves;
  Position position = game.start;
  MoveList legal;
  for (int ply = 0; ply < 40; ++ply) {
    generate_moves(rules, position, legal);
    if (legal.empty()) break;
    game.moves.push_back(legal[below(legal.size())]);
    moves += write_move(rules, position, game.moves.back()) + " ";
    position = apply(position, game.moves.back());
  }
  game.text = headed(rules, write_fen(rules.board, game.start), moves + "*");
  return game;
}

/// Judges every move by two probes, and compares.
void check_by_probes(const Tablebase& tables, const RandomGame& game, const Annotated& annotated) {
  const Ruleset& rules = tables.rules();
  CountByHand count(rules);
  Position position = game.start;
  std::size_t judged = 0;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const CountRequest request = count.at(position);
    if (request.moves && *request.moves >= rules.count->limit) break;  // drawn; nobody judges what follows
    const Result<Answer> before = tables.probe(position, request);
    REQUIRE(before);
    const Color side = position.side;
    position = apply(position, game.moves[i]);
    count.moved(side);
    const CountRequest later = count.at(position);
    int after = 0;
    if (!later.moves || *later.moves < rules.count->limit || !has_move(rules, position)) {
      const bool over = !has_move(rules, position);
      const Result<Answer> answer = tables.probe(position, over ? CountRequest{} : later);
      REQUIRE(answer);
      after = -result_of(answer->wdl);
    }
    REQUIRE(judged < annotated.report.moves.size());
    const JudgedMove& found = annotated.report.moves[judged++];
    CHECK(found.before.wdl == before->wdl);
    CHECK(found.before.dtw == before->dtw);
    const bool worse = after < result_of(before->wdl);
    CHECK((found.change != Change::none && found.change != Change::win_prolonged) == worse);
    const std::vector<int>& glyphs = annotated.game.moves.moves[i].nags;
    CHECK((std::find(glyphs.begin(), glyphs.end(), nag::blunder) != glyphs.end()) == worse);
  }
  CHECK(judged == annotated.report.moves.size());
}

}  // namespace

TEST_CASE("moves are judged as single probes judge them, the count included") {
  for (const char* name : {"pool", "german", "international", "traditional"}) {
    const Ruleset& rules = ruleset(name);
    const std::filesystem::path directory = built_tables(rules, 3);
    const Result<Tablebase> tables = Tablebase::open(rules, {.directories = {directory}});
    REQUIRE(tables);
    std::mt19937 random(81);
    int changes = 0;
    for (int i = 0; i < 60; ++i) {
      const RandomGame game = random_game(rules, random);
      INFO(game.text);
      const Annotated annotated = annotate(directory, game.text);
      REQUIRE(annotated.report.faults.empty());
      check_by_probes(*tables, game, annotated);
      CHECK(annotated.report.positions == game.moves.size() + 1);
      for (const JudgedMove& judged : annotated.report.moves) changes += judged.change != Change::none ? 1 : 0;
      // Annotated again, nothing is added.
      CHECK(annotate(directory, annotated.text).text == annotated.text);
    }
    INFO(name);
    CHECK(changes > 10);
  }
}

TEST_CASE("the first answer, what was thrown away and a result that is none are told in words") {
  // values.tsv: W:W8:B1,3 is won in 25 plies in brazilian.
  const Ruleset& rules = ruleset("brazilian");
  const std::filesystem::path directory = built_tables(rules, 3);
  const std::string text = "[Result \"1/2-1/2\"]\n" + headed(rules, "W:W8:B1,3", "{hello} *");
  const Annotated annotated = annotate(directory, text);
  CHECK(annotated.game.moves.closing_comments ==
        std::vector<std::string>{"hello", "table: White wins in 25 plies",
                                 "the result given is draw, but the tables say: White wins in 25 plies"});

  const Result<Tablebase> tables = Tablebase::open(rules, {.directories = {directory}});
  REQUIRE(tables);
  const Position start = *read_position(rules, "W:W8:B1,3");
  const Result<Probe> probe = tables->rank_moves(start);
  REQUIRE(probe);
  const std::string best = write_move(rules, start, probe->moves.front().move);
  for (const RankedMove& ranked : probe->moves) {
    const std::string move = write_move(rules, start, ranked.move);
    const Annotated one = annotate(directory, headed(rules, "W:W8:B1,3", "1. " + move + " {kept} *"));
    const GameMove& noted = one.game.moves.moves.front();
    CHECK(noted.comments_before == std::vector<std::string>{"table: White wins in 25 plies"});
    CHECK(noted.comments_after.front() == "kept");
    if (ranked.answer.wdl == Wdl::loss) {
      CHECK(noted.nags.empty());
    } else {
      CHECK(noted.nags == std::vector<int>{nag::blunder});
      CHECK(holds(noted.comments_after.back(), "win in 25 thrown away: "));
      CHECK(holds(noted.comments_after.back(), best + " wins in 25 plies"));
    }
  }
}

TEST_CASE("the count decides a game of three kings against one") {
  const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  const Ruleset& rules = set.rules();
  const Tablebase tables = set.open();
  // rules.md: won in 25 plies, with not one of the lone king's moves to spare.
  const Position won = *read_position(rules, "W:WK4,K7,K11:BK21");
  const Result<Line> win = tables.best_line(won);
  REQUIRE(win);
  const auto dawdles = [](const RankedMove& ranked) { return ranked.answer.wdl == Wdl::blessed_loss; };
  Position position = won;
  std::string moves;
  std::optional<RankedMove> dawdling;
  for (std::size_t ply = 0; ply < win->steps.size() && !dawdling; ++ply) {
    const std::optional<Count> count = win->steps[ply].before.count;
    REQUIRE(count);
    const Result<Probe> probe = tables.rank_moves(position, {count->moves, count->lone, std::nullopt});
    REQUIRE(probe);
    const auto found = std::find_if(probe->moves.begin(), probe->moves.end(), dawdles);
    if (found != probe->moves.end() && position.side == Color::white) dawdling = *found;
    const RankedMove& next = dawdling ? *dawdling : win->steps[ply].ranked;
    moves += write_move(rules, position, next.move) + " ";
    position = next.after;
  }
  REQUIRE(dawdling);
  const Annotated thrown = annotate(set.directory(), headed(rules, "W:WK4,K7,K11:BK21", moves + "*"));
  REQUIRE(!thrown.report.moves.empty());
  CHECK(thrown.report.moves.back().change == Change::win_to_cursed);
  CHECK(holds(thrown.game.moves.moves.back().comments_after.front(), "thrown away: draw by the count; "));

  const Position blessed = *read_position(rules, "B:WK22,K25,K29:BK1");
  const Result<Line> line = tables.best_line(blessed);
  REQUIRE(line);
  REQUIRE(line->end == Line::End::drawn_by_count);
  Game game = game_of_line(rules, blessed, *line, SquareNames::numeric);
  const Annotated drawn = annotate(set.directory(), write_pdn(game));
  REQUIRE(drawn.report.end);
  CHECK(drawn.report.end->over);
  CHECK(drawn.report.end->contradiction.empty());
  CHECK(drawn.game.moves.moves.back().comments_after ==
        std::vector<std::string>{"drawn here: the lone king has made 13 moves"});
  CHECK(
      holds(drawn.game.moves.moves.front().comments_before.front(), "table: draw by the count; without it White wins"));
  game.outcome = Outcome::white_wins;
  game.set_tag("Result", "1-0");
  const Annotated claimed = annotate(set.directory(), write_pdn(game));
  CHECK(claimed.report.end->contradiction == "the result given is White wins, but the game is over: draw");
}

TEST_CASE("a bad move ends the judging of its line and of nothing else") {
  const Ruleset& rules = ruleset("pool");
  const std::filesystem::path directory = built_tables(rules, 3);
  const Annotated broken = annotate(
      directory,
      headed(rules, "W:WK29:BK2,K3", "1. 29-25 (1. 29-2 {x} 4-8) (1. 29-22 $1)\n3-7 2. 25-26 4-8 3. 26-23 1-0"));
  REQUIRE(broken.report.faults.size() == 2);
  CHECK(broken.report.faults[0].line == 4);
  CHECK(broken.report.faults[0].place == "1.");
  CHECK(holds(broken.report.faults[0].message, "'29-2'"));
  CHECK(broken.report.faults[1].line == 5);
  CHECK(broken.report.faults[1].place == "2.");
  CHECK(holds(broken.report.faults[1].message, "'25-26'"));
  CHECK_FALSE(broken.report.end);
  CHECK(broken.report.positions == 3);
  const bool variation_judged =
      std::any_of(broken.report.moves.begin(), broken.report.moves.end(),
                  [](const JudgedMove& judged) { return !judged.main_line && judged.move == "29-22"; });
  CHECK(variation_judged);
  CHECK(holds(broken.text, "not played on from here"));
  CHECK(holds(broken.text, "3. 26-23 1-0"));
}

TEST_CASE("what the tables do not reach is left alone") {
  const Ruleset& rules = ruleset("pool");
  const Annotated start = annotate(built_tables(rules, 3), "[GameType \"23\"]\n\n1. 11-15 {book} 23-18 *\n\n");
  CHECK(start.report.positions == 3);
  CHECK(start.report.covered == 0);
  CHECK(start.report.moves.empty());
  CHECK(start.text == "[GameType \"23\"]\n\n1. 11-15 {book} 1... 23-18 *\n\n");
}

TEST_CASE("the best move is named in the game's own squares") {
  const Ruleset& rules = ruleset("pool");
  const std::filesystem::path directory = built_tables(rules, 3);
  const std::string usual = annotate(directory, headed(rules, "W:WK29:BK4,K3", "1. 29-25 *")).report.moves.at(0).best;
  const std::string turned = annotate(directory, "[GameType \"23,W,8,8,N1,0\"]\n[FEN \"W:WK4:BK29,K30\"]\n\n1. 4-8 *\n")
                                 .report.moves.at(0)
                                 .best;
  const auto number = [](const std::string& text) { return std::stoi(text); };
  CHECK(number(turned) == 33 - number(usual));
  const std::string lettered =
      annotate(directory, headed(rules, "W:WK29:BK4,K3", "1. a1-b2 *")).report.moves.at(0).best;
  CHECK(read_move(rules, *read_position(rules, "W:WK29:BK4,K3"), lettered).value() ==
        read_move(rules, *read_position(rules, "W:WK29:BK4,K3"), usual).value());
  CHECK(lettered.front() >= 'a');
}

TEST_CASE("a null move passes the turn and is judged by nobody") {
  const Ruleset& rules = ruleset("pool");
  const Annotated passed =
      annotate(built_tables(rules, 3), headed(rules, "W:WK29:BK4,K3", "1. 29-25 (1. -- 3-7 2. 29-25) *"));
  CHECK(passed.report.faults.empty());
  CHECK(passed.report.moves.size() == 3);
}

TEST_CASE("each player's moves are summed over games") {
  const Ruleset& rules = ruleset("pool");
  Result<Annotator> annotator = Annotator::open({built_tables(rules, 3)}, &rules);
  REQUIRE(annotator);
  const std::string game = "[White \"A\"]\n[Black \"B\"]\n[FEN \"W:WK29:BK2\"]\n\n1. 29-25 2-6 2. 25-22 *\n";
  for (const std::string& text : {game, "[White \"B\"]\n[Black \"A\"]" + game.substr(game.find("\n[FEN"))}) {
    ReadGame read = read_one(text);
    annotator->annotate(read);
  }
  const GamesSummary& summary = annotator->summary();
  CHECK(summary.games == 2);
  CHECK(summary.positions == 8);
  CHECK(summary.covered == 8);
  REQUIRE(summary.players.size() == 2);
  CHECK(summary.players[0].name == "A");
  CHECK(summary.players[0].moves == 3);
  CHECK(summary.players[1].moves == 3);
  for (const PlayerSummary& player : summary.players) {
    CHECK(player.games == 2);
    CHECK(player.kept + player.win_to_draw + player.win_to_cursed + player.win_to_loss + player.draw_to_loss ==
          player.moves);
  }
}
