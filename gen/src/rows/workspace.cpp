#include "rows/retrograde.hpp"
#include "rows/seeds.hpp"
#include "rows/slice.hpp"

namespace lunette::rows {
namespace {

std::uint64_t sets_of(std::uint64_t squares, std::uint64_t kings) {
  return binomial_columns[static_cast<std::size_t>(kings)][static_cast<std::size_t>(squares)];
}

// Measured over all squares of an empty board: a king has at most 13 (10x10) or 9.75 (8x8) quiet moves on average.
std::uint64_t steps_of_a_king(Board board) {
  return board == Board::b10 ? 13 : 10;
}

// Vectors grow by doubling where their size is not known beforehand.
constexpr std::uint64_t growth = 2;

}  // namespace

std::uint64_t workspace_bytes(Board board, const Material& material) {
  const bool black_row = material.black_kings > 0;
  const std::uint64_t row_kings = black_row ? material.black_kings : material.white_kings;
  const std::uint64_t still_kings = black_row ? material.white_kings : 0;
  const auto squares = static_cast<std::uint64_t>(square_count(board) - material.men());
  const std::uint64_t still = sets_of(squares, still_kings);
  const std::uint64_t fellows = sets_of(squares, row_kings - 1);
  const std::uint64_t steps = (still * still_kings + fellows * (row_kings - 1)) * steps_of_a_king(board);
  const std::uint64_t sets = still + fellows + sets_of(squares, row_kings);
  constexpr std::uint64_t side_words = 8 + 2;  // Retrograde::SideRows and its scratch
  constexpr std::uint64_t row_bytes = 2 * sizeof(RowSeed) + 2 * side_words * sizeof(Bitboard) + 2 * sizeof(Bitboard);
  const std::uint64_t positions = still * sets_of(squares - still_kings, row_kings);
  return sizeof(ViewCache) + steps * sizeof(KingSets::Step) * growth + sets * 2 * sizeof(Bitboard) +
         still * fellows * row_bytes + positions * sizeof(CaptureScore);
}

}  // namespace lunette::rows
