#include <set>

#include "catch.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/generator.hpp"
#include "lunette/rules/rays.hpp"

using namespace lunette;

namespace {

/// Row and column of a square, from the numbering of rules.md.
template <Board B>
std::pair<int, int> place(int number) {
  const int half = Geometry<B>::row_squares;
  const int row = (number - 1) / half;
  return {row, 2 * ((number - 1) % half) + (row % 2 == 0 ? 1 : 0)};
}

template <Board B>
int square_of(int row, int column) {
  if (row < 0 || column < 0 || row >= Geometry<B>::side || column >= Geometry<B>::side) return 0;
  return row * Geometry<B>::row_squares + column / 2 + 1;
}

template <Board B>
Bitboard walked(int number, int down, int right, Bitboard occupied) {
  auto [row, column] = place<B>(number);
  Bitboard reached = 0;
  for (;;) {
    row += down;
    column += right;
    const int next = square_of<B>(row, column);
    if (next == 0 || (occupied & bit_of(B, Square(next))) != 0) return reached;
    reached |= bit_of(B, Square(next));
  }
}

template <Board B>
void compare_rays(Bitboard occupied) {
  for (int number = 1; number <= Geometry<B>::squares; ++number) {
    const int bit = Geometry<B>::bit_index(number);
    using R = Rays<B>;
    REQUIRE(R::template reach<Direction::up_left>(bit, occupied) == walked<B>(number, -1, -1, occupied));
    REQUIRE(R::template reach<Direction::up_right>(bit, occupied) == walked<B>(number, -1, 1, occupied));
    REQUIRE(R::template reach<Direction::down_left>(bit, occupied) == walked<B>(number, 1, -1, occupied));
    REQUIRE(R::template reach<Direction::down_right>(bit, occupied) == walked<B>(number, 1, 1, occupied));
    const Bitboard all = walked<B>(number, -1, -1, occupied) | walked<B>(number, -1, 1, occupied) |
                         walked<B>(number, 1, -1, occupied) | walked<B>(number, 1, 1, occupied);
    REQUIRE(R::king_targets(bit, occupied) == all);
    REQUIRE(R::king_targets(bit, occupied | Bitboard{1} << bit) == all);
  }
}

template <Board B>
void compare_all_rays() {
  compare_rays<B>(0);
  compare_rays<B>(Geometry<B>::all);
  std::uint64_t random = 88172645463325252U;
  for (int i = 0; i < 200; ++i) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    compare_rays<B>(random & (random >> 20) & Geometry<B>::all);
  }
}

template <Board B>
void check_shifts() {
  using G = Geometry<B>;
  for (int number = 1; number <= G::squares; ++number) {
    const auto [row, column] = place<B>(number);
    const auto bit = [](int square) { return square == 0 ? Bitboard{0} : bit_of(B, Square(square)); };
    const Bitboard from = bit_of(B, Square(number));
    INFO(number);
    CHECK(G::template shift<Direction::up_left>(from) == bit(square_of<B>(row - 1, column - 1)));
    CHECK(G::template shift<Direction::up_right>(from) == bit(square_of<B>(row - 1, column + 1)));
    CHECK(G::template shift<Direction::down_left>(from) == bit(square_of<B>(row + 1, column - 1)));
    CHECK(G::template shift<Direction::down_right>(from) == bit(square_of<B>(row + 1, column + 1)));
    CHECK(square_at(B, bit_index(B, Square(number))) == Square(number));
    CHECK(rotate(B, from) == bit_of(B, Square(G::squares + 1 - number)));
  }
}

}  // namespace

TEST_CASE("a step off the board lands on no square") {
  check_shifts<Board::b8>();
  check_shifts<Board::b10>();
}

TEST_CASE("rays and a king's targets end at the first piece or the edge") {
  compare_all_rays<Board::b8>();
  compare_all_rays<Board::b10>();
}

TEST_CASE("the main diagonal runs from the lower left to the upper right") {
  std::set<int> small;
  for_each_bit(Geometry<Board::b8>::main_diagonal, [&](int bit) { small.insert(square_at(Board::b8, bit).number()); });
  CHECK(small == std::set<int>{4, 8, 11, 15, 18, 22, 25, 29});
  std::set<int> large;
  for_each_bit(Geometry<Board::b10>::main_diagonal,
               [&](int bit) { large.insert(square_at(Board::b10, bit).number()); });
  CHECK(large == std::set<int>{5, 10, 14, 19, 23, 28, 32, 37, 41, 46});
}

TEST_CASE("count_bits counts") {
  CHECK(count_bits(0) == 0);
  CHECK(count_bits(~Bitboard{0}) == 64);
  CHECK(count_bits(Geometry<Board::b8>::all) == 32);
  CHECK(count_bits(Geometry<Board::b10>::all) == 50);
  for (int bit = 0; bit < 64; ++bit) CHECK(count_bits(Bitboard{1} << bit) == 1);
}

TEST_CASE("men's targets lie one step ahead, and back again is the origin") {
  using G = Generator<Board::b10, CaptureChoice::most_pieces, Promotion::ends_on_far_row>;
  const Bitboard men = bit_of(Board::b10, Square(28));
  const auto white = G::men_targets(Color::white, men, Geometry<Board::b10>::all);
  CHECK(white.left == bit_of(Board::b10, Square(22)));
  CHECK(white.right == bit_of(Board::b10, Square(23)));
  CHECK(white.left << Geometry<Board::b10>::step_right == men);
  CHECK(white.right << Geometry<Board::b10>::step_left == men);
  const auto black = G::men_targets(Color::black, men, Geometry<Board::b10>::all);
  CHECK(black.left == bit_of(Board::b10, Square(32)));
  CHECK(black.right == bit_of(Board::b10, Square(33)));
  CHECK(black.left >> Geometry<Board::b10>::step_left == men);
  CHECK(black.right >> Geometry<Board::b10>::step_right == men);
}
