#include "lunette/analysis/lone_king_map.hpp"

#include <array>
#include <cstdint>

#include "built_tables.hpp"
#include "catch.hpp"
#include "lunette/rules/fen.hpp"
#include "tools/by_probe.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

Tablebase open_built(std::string_view rules, int pieces) {
  const Ruleset& ruleset = **find_ruleset(rules);
  OpenOptions options;
  options.directories = {built_tables(ruleset, pieces)};
  Result<Tablebase> tables = Tablebase::open(ruleset, options);
  REQUIRE(tables);
  return *std::move(tables);
}

/// The three kings of every placement, as bits.
template <class Visit>
void for_each_triple(Board board, Visit visit) {
  const int squares = square_count(board);
  for (int a = 1; a <= squares; ++a) {
    for (int b = a + 1; b <= squares; ++b) {
      for (int c = b + 1; c <= squares; ++c) {
        visit(bit_of(board, Square(a)) | bit_of(board, Square(b)) | bit_of(board, Square(c)));
      }
    }
  }
}

}  // namespace

TEST_CASE("the maps of all placements add up to the class") {
  const Tablebase tables = open_built("traditional", 4);
  std::array<std::uint64_t, 4> without_moves{};
  std::uint64_t unsteady = 0;
  for_each_triple(Board::b8, [&](Bitboard strong) {
    const Result<LoneKingMap> map = map_lone_king(tables, strong, EndingSide::lone);
    if (!map || map->limit != 13 || map->squares.size() != 29) FAIL("no map of 29 squares with 13 counts");
    for (const LoneKingSquare& square : map->squares) {
      ++without_moves[static_cast<std::size_t>(square.results.front())];
      // A count that has gone further only ever takes wins away, of either side.
      for (std::size_t made = 1; made < square.results.size(); ++made) {
        const DiagonalResult before = square.results[made - 1];
        const DiagonalResult after = square.results[made];
        const bool taken_away = (before == DiagonalResult::strong_win && after == DiagonalResult::cursed) ||
                                (before == DiagonalResult::lone_win && after == DiagonalResult::draw);
        if (before != after && !taken_away) ++unsteady;
      }
    }
  });
  // results.tsv, brazilian (which has no count): 56518 losses of the lone king, 85468 draws, 1854 wins. rules.md: the
  // 13 moves take 194 of them away.
  CHECK(without_moves[static_cast<std::size_t>(DiagonalResult::strong_win)] == 56'518 - 194);
  CHECK(without_moves[static_cast<std::size_t>(DiagonalResult::cursed)] == 194);
  CHECK(without_moves[static_cast<std::size_t>(DiagonalResult::draw)] == 85'468);
  CHECK(without_moves[static_cast<std::size_t>(DiagonalResult::lone_win)] == 1'854);
  CHECK(unsteady == 0);
}

TEST_CASE("a map says what probe says, for either side and every count") {
  const Tablebase tables = open_built("traditional", 4);
  const Bitboard strong = bit_of(Board::b8, Square(4)) | bit_of(Board::b8, Square(7)) | bit_of(Board::b8, Square(11));
  for (const EndingSide side : {EndingSide::lone, EndingSide::strong}) {
    const Result<LoneKingMap> map = map_lone_king(tables, strong, side);
    REQUIRE(map);
    for (const LoneKingSquare& square : map->squares) {
      INFO(square.fen);
      const Result<Position> position = read_position(tables.rules(), square.fen);
      REQUIRE(position);
      CHECK(position->kings[0] == strong);
      CHECK(position->kings[1] == bit_of(Board::b8, square.square));
      CHECK((position->side == Color::white) == (side == EndingSide::strong));
      for (int made = 0; made < 13; ++made) {
        CountRequest count;
        count.moves = made;
        CHECK(square.results[static_cast<std::size_t>(made)] == diagonal_result(value(tables, *position, count), side));
      }
      CHECK(square.dtw == *tables.probe_dtw(*position));
    }
  }
}

TEST_CASE("a map without a count has one result a square") {
  const Tablebase tables = open_built("brazilian", 3);
  const Result<LoneKingMap> map =
      map_lone_king(tables, bit_of(Board::b8, Square(1)) | bit_of(Board::b8, Square(2)), EndingSide::strong);
  REQUIRE(map);
  CHECK_FALSE(map->limit);
  REQUIRE(map->squares.size() == 30);
  for (const LoneKingSquare& square : map->squares) CHECK(square.results.size() == 1);
}

TEST_CASE("a map of what is no such ending is refused") {
  const Tablebase tables = open_built("traditional", 3);
  const Bitboard one = bit_of(Board::b8, Square(1));
  const Bitboard off_the_board = Bitboard{1} << 63;
  CHECK(map_lone_king(tables, 0, EndingSide::lone).error().code == ErrorCode::bad_argument);
  CHECK(map_lone_king(tables, one, EndingSide::lone).error().code == ErrorCode::bad_argument);
  CHECK(map_lone_king(tables, one | off_the_board, EndingSide::lone).error().code == ErrorCode::bad_argument);
  const Bitboard eight = promotion_row(Board::b8, Color::white) | promotion_row(Board::b8, Color::black);
  CHECK(map_lone_king(tables, eight, EndingSide::lone).error().code == ErrorCode::bad_argument);
  const Bitboard three = one | bit_of(Board::b8, Square(2)) | bit_of(Board::b8, Square(3));
  const Error missing = map_lone_king(tables, three, EndingSide::lone).error();
  CHECK(missing.code == ErrorCode::missing_table);
  CHECK(missing.message.find("KKKvK.wdl") != std::string::npos);
}
