// The claims of the sources: every count once more, position by position through probe.

#include "lunette/analysis/claims.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/analysis/diagonal.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "tools/by_probe.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

ClaimsReport examined(const Tablebase& tablebase) {
  const Result<ClaimsReport> report = examine_claims(tablebase);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *report;
}

const Claim& claim_of(const ClaimsReport& report, const std::string& name) {
  const auto found =
      std::find_if(report.claims.begin(), report.claims.end(), [&](const Claim& claim) { return claim.name == name; });
  REQUIRE(found != report.claims.end());
  return *found;
}

/// The number in the row that begins with these words.
std::uint64_t number(const ClaimTable& table, const std::vector<std::string>& words, const std::string& column) {
  INFO(table.title << ": " << column);
  const auto place = std::find(table.columns.begin(), table.columns.end(), column);
  REQUIRE(place != table.columns.end());
  for (const std::vector<ClaimCell>& row : table.rows) {
    bool same = true;
    for (std::size_t i = 0; i < words.size(); ++i) same = same && row[i] == ClaimCell(words[i]);
    if (same) return std::get<std::uint64_t>(row[static_cast<std::size_t>(place - table.columns.begin())]);
  }
  return 0;  // rows without positions are left out
}

bool on_main_diagonal(Board board, Bitboard kings) {
  const std::set<int> b8{4, 8, 11, 15, 18, 22, 25, 29};
  const std::set<int> b10{5, 10, 14, 19, 23, 28, 32, 37, 41, 46};
  bool any = false;
  for_each_bit(kings,
               [&](int bit) { any = any || (board == Board::b8 ? b8 : b10).contains(square_at(board, bit).number()); });
  return any;
}

std::string lone_king_place(Board board, const Position& position) {
  const bool strong = on_main_diagonal(board, position.kings[0]);
  if (on_main_diagonal(board, position.kings[1]))
    return strong ? "on the line, strong kings too" : "on the line, alone";
  return strong ? "off the line, strong kings on it" : "off the line, nobody on it";
}

struct ChoiceCounts {
  std::uint64_t positions = 0, moves = 0, keep = 0, all_keep = 0, one_keeps = 0, line = 0, off = 0;
};

std::map<std::string, ChoiceCounts> choices_by_probe(const Tablebase& tablebase, const Material& of) {
  const Board board = tablebase.rules().board;
  std::map<std::string, ChoiceCounts> counts;
  MoveList moves;
  for_each_position(board, of, Color::black, [&](const Position& position) {
    if (value(tablebase, position) < Wdl::draw) return;
    generate_moves(tablebase.rules(), position, moves);
    if (moves.empty() || moves.front().is_capture()) return;
    std::uint64_t keep = 0;
    std::uint64_t stay = 0;
    for (const Move& move : moves) {
      const Position after = apply(position, move);
      if (value(tablebase, after) > Wdl::draw) continue;
      ++keep;
      if (on_main_diagonal(board, after.kings[1])) ++stay;
    }
    ChoiceCounts& of_place = counts[lone_king_place(board, position)];
    ++of_place.positions;
    of_place.moves += moves.size();
    of_place.keep += keep;
    if (keep == moves.size()) ++of_place.all_keep;
    if (keep == 1 && moves.size() > 1) ++of_place.one_keeps;
    if (stay > 0) ++of_place.line;
    if (on_main_diagonal(board, position.kings[1]) && keep > 0 && stay == 0) ++of_place.off;
  });
  return counts;
}

void check_choices(const Tablebase& tablebase, const ClaimsReport& report, const Material& of) {
  const ClaimTable& table = claim_of(report, "correct-play").tables.at(0);
  for (auto& [place, expected] : choices_by_probe(tablebase, of)) {
    CAPTURE(tablebase.rules().name, of.name(), place);
    const std::vector<std::string> row{of.name(), place};
    CHECK(number(table, row, "positions") == expected.positions);
    CHECK(number(table, row, "moves") == expected.moves);
    CHECK(number(table, row, "keep the draw") == expected.keep);
    CHECK(number(table, row, "every move keeps") == expected.all_keep);
    CHECK(number(table, row, "only one keeps") == expected.one_keeps);
    CHECK(number(table, row, "a move to or along the line keeps") == expected.line);
    CHECK(number(table, row, "driven off the line") == expected.off);
  }
}

/// Wins of the strong side that are draws after so many of the lone king's moves, asked of probe.
std::uint64_t drawn_at_count(const Tablebase& tablebase, const Material& of, Color side, const CountRequest& count) {
  std::uint64_t drawn = 0;
  for_each_position(tablebase.rules().board, of, side, [&](const Position& position) {
    const Wdl wdl = value(tablebase, position, count);
    if (wdl == (side == Color::white ? Wdl::cursed_win : Wdl::blessed_loss)) ++drawn;
  });
  return drawn;
}

struct TrapSquares {
  std::string title;
  std::array<int, 3> trap;
  std::map<std::string, std::vector<int>> line;
};

Position kings_on(Board board, const std::array<int, 3>& strong, int lone, Color side) {
  Position position;
  for (const int square : strong) position.kings[0] |= bit_of(board, Square(square));
  position.kings[1] = bit_of(board, Square(lone));
  position.side = side;
  return position;
}

/// True if White could go from one square to the other in one quiet move.
bool comes(const Ruleset& rules, Position position, int from, int to) {
  position.side = Color::white;
  MoveList moves;
  generate_moves(rules, position, moves);
  return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
    return !move.is_capture() && move.from == bit_index(rules.board, Square(from)) &&
           move.to == bit_index(rules.board, Square(to));
  });
}

using TrapRow = std::vector<std::string>;  // trap, to move, must capture, lone king

/// Lost and held positions of the lone king by row: each set of three squares once.
std::map<TrapRow, std::array<std::uint64_t, 2>> trap_by_probe(const Tablebase& tablebase, const TrapSquares& squares) {
  const Ruleset& rules = tablebase.rules();
  std::map<TrapRow, std::array<std::uint64_t, 2>> rows;
  const auto count = [&](const std::string& stage, const std::array<int, 3>& strong, int lone,
                         const std::string& where) {
    for (const Color side : {Color::white, Color::black}) {
      const Position position = kings_on(rules.board, strong, lone, side);
      const Wdl wdl = side == Color::white ? -value(tablebase, position) : value(tablebase, position);
      const std::string capture = has_capture(rules, position) ? "yes" : "no";
      ++rows[{stage, side == Color::white ? "strong" : "lone", capture, where}][wdl < Wdl::draw ? 0 : 1];
    }
  };
  for (const auto& [where, line] : squares.line) {
    for (const int lone : line) {
      const bool inside = std::find(squares.trap.begin(), squares.trap.end(), lone) != squares.trap.end();
      if (!inside) count("complete", squares.trap, lone, where);
      for (std::size_t absent = 0; absent < 3; ++absent) {
        for (int from = 1; from <= square_count(rules.board); ++from) {
          std::array<int, 3> strong = squares.trap;
          strong[absent] = from;
          const bool free =
              from != lone && std::find(squares.trap.begin(), squares.trap.end(), from) == squares.trap.end();
          const bool blocked = std::any_of(strong.begin(), strong.end(), [&](int square) { return square == lone; });
          if (!free || blocked) continue;
          if (comes(rules, kings_on(rules.board, strong, lone, Color::white), from, squares.trap[absent])) {
            count(std::to_string(squares.trap[absent]) + " missing", strong, lone, where);
          }
        }
      }
    }
  }
  return rows;
}

void check_trap(const Tablebase& tablebase, const Claim& claim, const TrapSquares& squares) {
  const auto table = std::find_if(claim.tables.begin(), claim.tables.end(),
                                  [&](const ClaimTable& of) { return of.title.ends_with(squares.title); });
  REQUIRE(table != claim.tables.end());
  const auto expected = trap_by_probe(tablebase, squares);
  CHECK(table->rows.size() == expected.size());
  for (const auto& [row, results] : expected) {
    CAPTURE(tablebase.rules().name, row);
    CHECK(number(*table, row, "lost") == results[0]);
    CHECK(number(*table, row, "held") == results[1]);
  }
}

std::uint64_t sum_rows(const DiagonalReport& report, const std::string& material_name, EndingSide side,
                       DiagonalHolder holder, std::uint64_t DiagonalRow::*field) {
  std::uint64_t sum = 0;
  for (const DiagonalRow& row : report.rows) {
    if (row.material.name() == material_name && row.side == side && row.diagonal == holder && !row.capture) {
      sum += row.*field;
    }
  }
  return sum;
}

std::uint64_t quiet_positions(const DiagonalReport& report, const std::string& name, EndingSide side,
                              DiagonalHolder holder) {
  std::uint64_t sum = 0;
  for (const auto field :
       {&DiagonalRow::strong_wins, &DiagonalRow::cursed, &DiagonalRow::draws, &DiagonalRow::lone_wins}) {
    sum += sum_rows(report, name, side, holder, field);
  }
  return sum;
}

}  // namespace

TEST_CASE("how many moves of the lone king keep the draw agrees with probe") {
  for (const char* rules : {"traditional", "brazilian"}) {
    const BuiltSet set(rules, {material("KKvK"), material("KKKvK")}, every_metric());
    const Tablebase tablebase = set.open();
    const ClaimsReport report = examined(tablebase);
    check_choices(tablebase, report, material("KKvK"));
    check_choices(tablebase, report, material("KKKvK"));
  }
}

TEST_CASE("the figures on the main line are those of the diagonal report") {
  const BuiltSet set("traditional", {material("KKvK"), material("KKKvK")}, every_metric());
  const Tablebase tablebase = set.open();
  const ClaimsReport report = examined(tablebase);
  const Result<DiagonalReport> diagonal = report_diagonal(tablebase);
  REQUIRE(diagonal);

  std::uint64_t lost = 0;
  std::uint64_t positions = 0;
  std::uint64_t off_won = 0;
  std::uint64_t off_all = 0;
  for (const char* name : {"KKvK", "KKKvK"}) {
    lost += sum_rows(*diagonal, name, EndingSide::lone, DiagonalHolder::lone, &DiagonalRow::strong_wins);
    positions += quiet_positions(*diagonal, name, EndingSide::lone, DiagonalHolder::lone);
    for (const EndingSide side : {EndingSide::lone, EndingSide::strong}) {
      for (const DiagonalHolder holder : {DiagonalHolder::strong, DiagonalHolder::empty}) {
        off_won += sum_rows(*diagonal, name, side, holder, &DiagonalRow::strong_wins);
        off_won += sum_rows(*diagonal, name, side, holder, &DiagonalRow::cursed);
        off_all += quiet_positions(*diagonal, name, side, holder);
      }
    }
  }
  CHECK(claim_of(report, "main-line").against == lost);
  CHECK(claim_of(report, "main-line").in_favour == positions - lost);
  CHECK(claim_of(report, "off-the-line").against == off_won);
  CHECK(claim_of(report, "off-the-line").in_favour == off_all - off_won);

  std::uint64_t without = 0;
  for (const EndingSide side : {EndingSide::lone, EndingSide::strong}) {
    for (const DiagonalHolder holder : {DiagonalHolder::lone, DiagonalHolder::empty}) {
      without += sum_rows(*diagonal, "KKKvK", side, holder, &DiagonalRow::strong_wins);
    }
  }
  CHECK(claim_of(report, "possession").against == without);
}

TEST_CASE("what a limit takes away agrees with probing under it") {
  const BuiltSet set("traditional", {material("KKvK"), material("KKKvK")}, every_metric());
  const Tablebase tablebase = set.open();
  const Claim limits = claim_of(examined(tablebase), "limits");
  REQUIRE(limits.tables.size() == 4);
  for (const auto& [side, words] : {std::pair{Color::white, "strong"}, std::pair{Color::black, "lone"}}) {
    const std::string column = std::string("KKKvK, ") + words + " to move";
    CAPTURE(column);
    for (const int made : {0, 6, 12}) {
      CountRequest count;
      count.moves = made;
      const std::uint64_t drawn = drawn_at_count(tablebase, material("KKKvK"), side, count);
      CHECK(number(limits.tables[2], {std::to_string(made)}, column) == drawn);
    }
    for (const int limit : {13, 15}) {
      CountRequest count;
      count.limit = limit;
      const std::uint64_t drawn = drawn_at_count(tablebase, material("KKKvK"), side, count);
      CHECK(number(limits.tables[1], {std::to_string(limit)}, column) == drawn);
    }
  }
  // rules.md: 194 positions with the lone king to move are lost only after 26 plies, its 13 moves.
  CHECK(number(limits.tables[0], {"13"}, "KKKvK, lone to move") == 194);
  CHECK(limits.against == 194);
  CHECK(number(limits.tables[3], {"KKKvK", "black"}, "loss made a draw") == 194);
}

TEST_CASE("the trap agrees with probing every placement of it") {
  const BuiltSet small("traditional", {material("KKvK"), material("KKKvK")}, every_metric());
  const Tablebase eight = small.open();
  const Claim on_eight = claim_of(examined(eight), "trap");
  check_trap(eight, on_eight,
             {"22, 23, 32",
              {22, 23, 32},
              {{"between 4 and 15", {4, 8, 11, 15}}, {"on 18", {18}}, {"between 22 and 29", {22, 25, 29}}}});
  check_trap(eight, on_eight,
             {"11, 10, 1",
              {11, 10, 1},
              {{"between 29 and 18", {29, 25, 22, 18}}, {"on 15", {15}}, {"between 11 and 4", {11, 8, 4}}}});

  const BuiltSet large("international", {material("KKvK"), material("KKKvK")}, {Metric::wdl});
  const Tablebase ten = large.open();
  const ClaimsReport report = examined(ten);
  check_trap(ten, claim_of(report, "trap"),
             {"37, 38, 49",
              {37, 38, 49},
              {{"between 5 and 28", {5, 10, 14, 19, 23, 28}}, {"on 32", {32}}, {"between 37 and 46", {37, 41, 46}}}});
  check_trap(ten, claim_of(report, "trap"),
             {"14, 13, 2",
              {14, 13, 2},
              {{"between 46 and 23", {46, 41, 37, 32, 28, 23}}, {"on 19", {19}}, {"between 14 and 5", {14, 10, 5}}}});
  check_choices(ten, report, material("KKvK"));
  CHECK(claim_of(report, "limits").missing == "KKvK.dtw, KKKvK.dtw");
}

TEST_CASE("the offer to crown agrees with probe") {
  const BuiltSet set("traditional", {material("KMMvK"), material("KKKvK"), material("KKMvK")}, every_metric());
  const Tablebase tablebase = set.open();
  const Claim claim = claim_of(examined(tablebase), "crowning");
  REQUIRE(claim.missing.empty());
  std::array<std::array<std::uint64_t, 2>, 2> expected{};
  for_each_position(Board::b8, material("KMMvK"), Color::black, [&](const Position& position) {
    Position crowned = position;
    crowned.kings[0] |= crowned.men[0];
    crowned.men[0] = 0;
    const std::size_t before = value(tablebase, position) == Wdl::loss ? 0 : 1;
    ++expected[before][value(tablebase, crowned) == Wdl::loss ? 0 : 1];
  });
  const std::vector<std::string> row{"KMMvK", "lone"};
  CHECK(number(claim.tables.at(0), row, "saved before and after") == expected[1][1]);
  CHECK(number(claim.tables.at(0), row, "saved by the offer") == expected[0][1]);
  CHECK(number(claim.tables.at(0), row, "lost by the offer") == expected[1][0]);
  CHECK(number(claim.tables.at(0), row, "lost before and after") == expected[0][0]);
}

TEST_CASE("examples are what they are said to be") {
  const BuiltSet set("traditional", {material("KMMvK"), material("KKKvK"), material("KKMvK"), material("MMMvK")},
                     every_metric());
  const Tablebase tablebase = set.open();
  const ClaimsReport report = examined(tablebase);
  for (const Claim& claim : report.claims) {
    CAPTURE(claim.name);
    CHECK(claim.verdict.empty() == !claim.missing.empty());
    CHECK((claim.examples.empty() || claim.missing.empty()));
    for (const ClaimExample& example : claim.examples) {
      CAPTURE(example.fen, example.about);
      const Result<Position> position = read_position(tablebase.rules(), example.fen);
      REQUIRE(position);
      CHECK(example.about.find(" to move: ") != std::string::npos);
    }
  }
  // Both sides of the sentence on possession are shown, the value from the strong side.
  for (const ClaimExample& example : claim_of(report, "possession").examples) {
    const Result<Position> position = read_position(tablebase.rules(), example.fen);
    REQUIRE(position);
    const Wdl wdl = value(tablebase, *position);
    const bool won = (position->side == Color::white ? wdl : -wdl) == Wdl::win;
    CHECK(won == example.about.starts_with(example.about.substr(0, example.about.find(';')) + "; won"));
  }
  CHECK(claim_of(report, "king-and-man").missing == "KKKvKK.wdl, KKKvKM.wdl");
  const Claim& men = claim_of(report, "king-for-men");
  CHECK(men.missing.empty());
  std::uint64_t won = 0;
  for_each_position(Board::b8, material("KvM"), Color::white, [&](const Position& position) {
    if (value(tablebase, position) == Wdl::win) ++won;
  });
  CHECK(number(men.tables.at(0), {"1", "king"}, "won") == won);
}

TEST_CASE("the examination can be stopped, and needs its two classes") {
  const BuiltSet set("brazilian", {material("KKvK"), material("KKKvK")}, {Metric::wdl});
  const Tablebase tablebase = set.open();
  ClaimsOptions options;
  options.stop = [] { return true; };
  const Result<ClaimsReport> stopped = examine_claims(tablebase, options);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::interrupted);

  const BuiltSet two("brazilian", {material("KKvK")}, {Metric::wdl});
  const Result<ClaimsReport> without = examine_claims(two.open());
  REQUIRE_FALSE(without);
  CHECK(without.error().code == ErrorCode::missing_table);
  CHECK(without.error().message.find("KKKvK.wdl") != std::string::npos);
}
