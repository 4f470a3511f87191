// lunette query against a brute force: every placement, square by square, asked through probe.

#include "lunette/analysis/query.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/pack.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

struct Piece {
  Color color = Color::white;
  bool king = true;
  int square = 0;
};

/// One position and what probing says of it.
struct Asked {
  std::vector<Piece> pieces;
  Position position;
  Probe probe;
  bool threatened = false;  ///< the opponent would have a capture, were it on move

  bool white() const { return position.side == Color::white; }
  Wdl wdl() const { return probe.answer.wdl; }
  int dtw() const { return probe.answer.dtw.value_or(-1); }
  int dtc() const { return probe.answer.dtc.value_or(-1); }
  bool capture() const { return !probe.moves.empty() && probe.moves.front().move.is_capture(); }
  int count(const std::function<bool(const Piece&)>& right) const {
    return static_cast<int>(std::count_if(pieces.begin(), pieces.end(), right));
  }
  /// Moves after which the side that made them has this value.
  int moves_to(const std::set<Wdl>& values) const {
    return static_cast<int>(std::count_if(probe.moves.begin(), probe.moves.end(), [&](const RankedMove& ranked) {
      return values.count(-ranked.answer.wdl) != 0;
    }));
  }
  int captured() const {
    int most = 0;
    for (const RankedMove& ranked : probe.moves) most = std::max(most, count_bits(ranked.move.captured));
    return most;
  }
};

using Visit = std::function<void(const Asked&)>;

/// All ways to put a side's pieces on the board, then what comes after them.
class Placements {
 public:
  Placements(const Tablebase& tablebase, const Material& material, Visit visit)
      : tablebase_(tablebase), visit_(std::move(visit)) {
    const auto add = [this](int number, Color color, bool king) {
      for (int i = 0; i < number; ++i) wanted_.push_back({color, king, 0});
    };
    add(material.white_kings, Color::white, true);
    add(material.white_men, Color::white, false);
    add(material.black_kings, Color::black, true);
    add(material.black_men, Color::black, false);
  }

  void run() { place(0, {}); }

 private:
  void place(std::size_t next, const std::vector<Piece>& placed) {
    if (next == wanted_.size()) return ask(placed);
    Piece piece = wanted_[next];
    int first = 1;
    if (next > 0 && placed.back().color == piece.color && placed.back().king == piece.king) {
      first = placed.back().square + 1;  // like pieces in rising order, so that each set comes once
    }
    for (piece.square = first; piece.square <= square_count(tablebase_.rules().board); ++piece.square) {
      const auto taken = [&](const Piece& other) { return other.square == piece.square; };
      if (std::any_of(placed.begin(), placed.end(), taken)) continue;
      std::vector<Piece> more = placed;
      more.push_back(piece);
      place(next + 1, more);
    }
  }

  void ask(const std::vector<Piece>& placed) {
    Asked asked;
    asked.pieces = placed;
    for (const Piece& piece : placed) {
      auto& squares = piece.king ? asked.position.kings : asked.position.men;
      squares[index_of(piece.color)] |= bit_of(tablebase_.rules().board, Square(piece.square));
    }
    for (const Color side : {Color::white, Color::black}) {
      asked.position.side = side;
      if (check(tablebase_.rules(), asked.position) != PositionFault::none) continue;
      Result<Probe> probe = tablebase_.rank_moves(asked.position);
      if (!probe) FAIL(probe.error().message);
      asked.probe = *std::move(probe);
      Position passed = asked.position;
      passed.side = opposite(side);
      asked.threatened = has_capture(tablebase_.rules(), passed);
      visit_(asked);
    }
  }

  const Tablebase& tablebase_;
  Visit visit_;
  std::vector<Piece> wanted_;
};

/// An expression and what it should say, written without it.
struct Case {
  std::string expression;
  std::function<bool(const Asked&)> holds;
};

bool is_in(int square, const std::set<int>& squares) {
  return squares.count(square) != 0;
}

/// Of both boards: squares named by hand.
struct Lines {
  std::set<int> diagonal, double_diagonal, edge, center, corners;
  int in_row = 4;
  int rows = 8;
  int column(int square) const {  // from White's left, from 1
    return 2 * ((square - 1) % in_row) + ((square - 1) / in_row % 2 == 0 ? 2 : 1);
  }
  int row(int square) const { return rows - (square - 1) / in_row; }  // from White's side, from 1
};

Lines lines_of(Board board) {
  if (board == Board::b8) {
    return {{4, 8, 11, 15, 18, 22, 25, 29},
            {1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32},
            {1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32},
            {10, 11, 14, 15, 18, 19, 22, 23},
            {4, 29, 1, 5, 28, 32}};
  }
  return {{5, 10, 14, 19, 23, 28, 32, 37, 41, 46},
          {1, 7, 12, 18, 23, 29, 34, 40, 45, 6, 11, 17, 22, 28, 33, 39, 44, 50},
          {1, 2, 3, 4, 5, 6, 15, 16, 25, 26, 35, 36, 45, 46, 47, 48, 49, 50},
          {18, 19, 22, 23, 28, 29, 32, 33},
          {5, 46, 1, 6, 45, 50},
          5,
          10};
}

std::vector<Case> cases_for(Board board) {
  const Lines lines = lines_of(board);
  const auto count = [](const Asked& a, Color color, bool kings, bool men, const std::set<int>& squares) {
    return a.count([&](const Piece& piece) {
      return piece.color == color && (piece.king ? kings : men) && is_in(piece.square, squares);
    });
  };
  return {
      {"true", [](const Asked&) { return true; }},
      {"side == black && wdl == loss", [](const Asked& a) { return !a.white() && a.wdl() == Wdl::loss; }},
      {"wdl >= draw", [](const Asked& a) { return static_cast<int>(a.wdl()) >= 0; }},
      {"wdl == cursed_win || wdl == blessed_loss",
       [](const Asked& a) { return a.wdl() == Wdl::cursed_win || a.wdl() == Wdl::blessed_loss; }},
      {"wdl == win && dtw >= 3 && on(K, diagonal) && !capture",
       [=](const Asked& a) {
         const int on = a.count([&](const Piece& p) { return p.king && is_in(p.square, lines.diagonal); });
         return a.wdl() == Wdl::win && a.dtw() >= 3 && on > 0 && !a.capture();
       }},
      {"capture && wdl != win", [](const Asked& a) { return a.capture() && a.wdl() != Wdl::win; }},
      {"capture && dtw <= 4 && dtc == 1",
       [](const Asked& a) { return a.capture() && a.dtw() >= 0 && a.dtw() <= 4 && a.dtc() == 1; }},
      {"dtw != 3", [](const Asked& a) { return a.dtw() >= 0 && a.dtw() != 3; }},
      {"!(dtw != 3)", [](const Asked& a) { return a.dtw() < 0 || a.dtw() == 3; }},
      {"dtc < dtw", [](const Asked& a) { return a.dtw() >= 0 && a.dtc() < a.dtw(); }},
      {"count(white K, edge) >= 1 && !on(black, center)",
       [=](const Asked& a) {
         return count(a, Color::white, true, false, lines.edge) >= 1 &&
                count(a, Color::black, true, true, lines.center) == 0;
       }},
      {"all(white, double_diagonal) || on(black, 5-8, 12)",
       [=](const Asked& a) {
         const int white = a.count([](const Piece& p) { return p.color == Color::white; });
         return count(a, Color::white, true, true, lines.double_diagonal) == white ||
                count(a, Color::black, true, true, {5, 6, 7, 8, 12}) > 0;
       }},
      {"count(own, own_row 1-3) > count(opponent, own_row 1-3)",
       [=](const Asked& a) {
         const auto near = [&](Color color) {
           return a.count([&](const Piece& p) {
             const int row = a.white() ? lines.row(p.square) : lines.rows + 1 - lines.row(p.square);
             return p.color == color && row <= 3;
           });
         };
         return near(a.position.side) > near(opposite(a.position.side));
       }},
      {"on(opponent K, row 2) && on(own, black_row 2)",
       [=](const Asked& a) {
         const int other =
             a.count([&](const Piece& p) { return p.color != a.position.side && p.king && lines.row(p.square) == 2; });
         const int own = a.count(
             [&](const Piece& p) { return p.color == a.position.side && lines.row(p.square) == lines.rows - 1; });
         return other > 0 && own > 0;
       }},
      {"winning_moves == 1 && moves >= 4",
       [](const Asked& a) { return a.moves_to({Wdl::win}) == 1 && a.probe.moves.size() >= 4; }},
      {"keeping_moves == 1 && !capture && wdl == draw",
       [](const Asked& a) { return a.moves_to({Wdl::draw}) == 1 && !a.capture() && a.wdl() == Wdl::draw; }},
      {"keeping_moves < moves",
       [](const Asked& a) { return static_cast<std::size_t>(a.moves_to({a.wdl()})) < a.probe.moves.size(); }},
      {"drawing_moves > losing_moves && captured >= 1",
       [](const Asked& a) {
         return a.moves_to({Wdl::draw, Wdl::cursed_win, Wdl::blessed_loss}) > a.moves_to({Wdl::loss}) &&
                a.captured() >= 1;
       }},
      {"threatened && !capture", [](const Asked& a) { return a.threatened && !a.capture(); }},
      {"count(piece, corner, double_corner) == 1 && on(K, column 2-4)",
       [=](const Asked& a) {
         const int corners = a.count([&](const Piece& p) { return is_in(p.square, lines.corners); });
         const int kings = a.count([&](const Piece& p) {
           const int left = lines.column(p.square);
           return p.king && left >= 2 && left <= 4;
         });
         return corners == 1 && kings > 0;
       }},
      {"all(M, row 1-4) && losing_moves >= 2",
       [=](const Asked& a) {
         const int beyond = a.count([&](const Piece& p) { return !p.king && lines.row(p.square) > 4; });
         return beyond == 0 && a.moves_to({Wdl::loss}) >= 2;
       }},
      {"captured == 2", [](const Asked& a) { return a.captured() == 2; }},
  };
}

QueryRequest request_for(const Tablebase& tablebase, const Material& material, const std::string& condition) {
  Result<QueryExpression> expression = QueryExpression::parse_condition(tablebase.rules().board, condition);
  INFO((expression ? "" : expression.error().message));
  REQUIRE(expression);
  return {material, *std::move(expression), QueryShow::first};
}

QueryExpression value(const Tablebase& tablebase, const std::string& text) {
  Result<QueryExpression> expression = QueryExpression::parse_value(tablebase.rules().board, text);
  REQUIRE(expression);
  return *std::move(expression);
}

QueryResult found(const Tablebase& tablebase, const QueryRequest& request) {
  Result<QueryResult> result = run_query(tablebase, request);
  INFO((result ? "" : result.error().message));
  REQUIRE(result);
  return *std::move(result);
}

std::vector<std::string> fens(const Tablebase& tablebase, const QueryRequest& request, const QueryResult& result) {
  const Board board = tablebase.rules().board;
  std::vector<std::string> all;
  for (const QueryMatch& match : result.kept) {
    all.push_back(write_fen(board, position_of(board, request.material, match)));
  }
  return all;
}

/// All cases at once, since probing every position takes the time.
void check_class(const Tablebase& tablebase, const Material& material) {
  const std::vector<Case> cases = cases_for(tablebase.rules().board);
  std::vector<std::set<std::string>> expected(cases.size());
  std::vector<CountBySide> counts(cases.size());
  CountBySide positions{};
  Placements(tablebase, material, [&](const Asked& asked) {
    ++positions[index_of(asked.position.side)];
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!cases[i].holds(asked)) continue;
      ++counts[i][index_of(asked.position.side)];
      expected[i].insert(write_fen(tablebase.rules().board, asked.position));
    }
  }).run();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(tablebase.rules().name, material.name(), cases[i].expression);
    const QueryRequest request = request_for(tablebase, material, cases[i].expression);
    const QueryResult result = found(tablebase, request);
    CHECK(result.positions == positions);
    CHECK(result.matches == counts[i]);
    const std::vector<std::string> listed = fens(tablebase, request, result);
    CHECK(listed.size() == expected[i].size());
    CHECK(std::set<std::string>(listed.begin(), listed.end()) == expected[i]);
  }
}

/// Built once for all cases of this file that use it.
const BuiltSet& traditional_set() {
  static const BuiltSet set("traditional", 3, every_metric());
  return set;
}

}  // namespace

TEST_CASE("query: every expression finds what a brute force through probe finds") {
  const Tablebase tablebase = traditional_set().open();
  for (const char* name : {"KKvK", "KMvK", "MMvM", "KvMM"}) check_class(tablebase, material(name));
}

TEST_CASE("query: a class named the other way round has its colours exchanged") {
  const Tablebase tablebase = traditional_set().open();
  check_class(tablebase, material("KvKM"));
  QueryRequest request = request_for(tablebase, material("KKvM"), "wdl == win && on(black M, row 2)");
  const QueryResult as_stored = found(tablebase, request);
  request = request_for(tablebase, material("MvKK"), "wdl == win && on(white M, black_row 2)");
  const QueryResult flipped = found(tablebase, request);
  CHECK(as_stored.matches[0] == flipped.matches[1]);
  CHECK(as_stored.matches[1] == flipped.matches[0]);
  CHECK(as_stored.matches[0] + as_stored.matches[1] > 0);
}

TEST_CASE("query: a class that is its own flip has both sides to move") {
  const Tablebase two = traditional_set().open();
  check_class(two, material("KvK"));
  check_class(two, material("MvM"));
}

TEST_CASE("query: what the count makes of values is in them") {
  const BuiltSet set("traditional", {material("KKKvK")}, every_metric());
  const Tablebase tablebase = set.open();
  QueryRequest request = request_for(tablebase, material("KvKKK"), "wdl == blessed_loss");
  CHECK(found(tablebase, request).matches == CountBySide{194, 0});  // rules.md, "The counted draw"
  request = request_for(tablebase, material("KKKvK"), "wdl == win && dtw >= 24 && keeping_moves == 1");
  const QueryResult result = found(tablebase, request);
  std::uint64_t right = 0;
  for (const QueryMatch& match : result.kept) {
    const Result<Probe> probe = tablebase.rank_moves(position_of(tablebase.rules().board, request.material, match));
    if (!probe) FAIL(probe.error().message);
    const auto wins = std::count_if(probe->moves.begin(), probe->moves.end(),
                                    [](const RankedMove& ranked) { return ranked.answer.wdl == Wdl::loss; });
    if (probe->answer.wdl == Wdl::win && probe->answer.dtw.value_or(0) >= 24 && wins == 1) ++right;
  }
  CHECK(right == result.kept.size());
  CHECK(right > 0);
}

TEST_CASE("query: on 10x10 too") {
  const BuiltSet set("international", 2, every_metric());
  const Tablebase tablebase = set.open();
  for (const char* name : {"KvK", "KvM", "MvK", "MvM"}) check_class(tablebase, material(name));
}

TEST_CASE("query: packed tables, which leave captures out, give the same answers") {
  const BuiltSet& set = traditional_set();
  const TemporaryDirectory packed_directory;
  PackOptions options;
  options.rules = &set.rules();
  options.from = set.directory();
  options.directory = packed_directory.path();
  options.segment_entries = 1U << 9;
  REQUIRE(pack(options));
  const Tablebase built = set.open();
  Result<Tablebase> packed = Tablebase::open(set.rules(), {{packed_directory.path()}});
  REQUIRE(packed);
  for (const char* name : {"KKvK", "MvKM", "KvK"}) {
    for (const Case& each : cases_for(set.rules().board)) {
      CAPTURE(name, each.expression);
      QueryRequest request = request_for(built, material(name), each.expression);
      request.group = value(built, "dtw");
      const QueryResult expected = found(built, request);
      const QueryResult result = found(*packed, request);
      CHECK(result.matches == expected.matches);
      CHECK(fens(*packed, request, result) == fens(built, request, expected));
      CHECK(result.groups.size() == expected.groups.size());
    }
  }
}
