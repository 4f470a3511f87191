#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distributions.hpp"

// What a coded table knows about its values: for each context of an entry, one of the distributions. Trained by the
// writer for each table and stored in the file.

namespace lunette {

/// Of the values around an entry (3^6) and whether the side not to move threatens a capture.
inline constexpr std::size_t pattern_count = 729 * 2;
/// Bits of a board word: a context knows on which square the moving piece stands.
inline constexpr std::size_t square_bits = 54;
/// The side coded second knows more: the other side's value of the same placement (or that it has a capture), and
/// what the moving piece could reach.
inline constexpr std::size_t second_cells = 4 * 4 * square_bits;

constexpr std::size_t cells_of(bool second) {
  return second ? second_cells : square_bits;
}

/// The value that a side mostly has, by the squares of the piece beside the moving one and of the moving piece: what a
/// segment takes for its neighbours before it has any.
using TypicalValues = std::array<std::array<Symbol, square_bits>, square_bits>;

/// Contexts of one side to move: patterns share rows of cells, and a cell holds the number of its distribution.
struct SideModel {
  TypicalValues typical{};
  std::array<std::uint8_t, pattern_count> row_of{};
  std::vector<std::uint8_t> cells;  ///< rows * cells_of(second)

  const Distribution& distribution(std::size_t pattern, std::size_t cell, std::size_t row_cells) const noexcept {
    return distributions[cells[row_of[pattern] * row_cells + cell]];
  }
};

struct RowModel {
  std::size_t first_side = 0;      ///< 0 White to move, 1 Black to move: coded first, without the other
  std::array<SideModel, 2> sides;  ///< in coding order; the second is empty where one side is stored

  std::size_t side_of(std::size_t order) const noexcept { return order == 0 ? first_side : 1 - first_side; }
};

/// The bytes of a model in a file (format.hpp, "Model").
std::vector<std::uint8_t> encode_model(const RowModel& model, int sides);
/// Absent if the bytes are no model of so many sides.
std::optional<RowModel> decode_model(std::span<const std::uint8_t> bytes, int sides);

/// Counts values by squares, of both sides to move.
class TypicalTrainer {
 public:
  TypicalTrainer() : counts_(2 * square_bits * square_bits) {}
  void count(std::size_t side, int beside, int square, Symbol symbol) noexcept {
    ++counts_[(side * square_bits + static_cast<std::size_t>(beside)) * square_bits + static_cast<std::size_t>(square)]
             [symbol];
  }
  TypicalValues values(std::size_t side) const;

 private:
  std::vector<std::array<std::uint32_t, symbol_count>> counts_;
};

/// Counts what occurs in each context and makes the model of it.
class ModelTrainer {
 public:
  ModelTrainer(int sides, std::size_t first_side, const TypicalTrainer& typical);

  /// With nothing but the typical values: what a segment's contexts follow from.
  const RowModel& contexts() const noexcept { return contexts_; }

  void count(std::size_t order, std::size_t pattern, std::size_t cell, Symbol symbol) noexcept {
    ++counts_[order][(pattern * cells_of(order != 0) + cell) * symbol_count + symbol];
  }
  RowModel model() const;
  /// Bits that the counted symbols take under the model.
  double cost(const RowModel& model) const;

 private:
  int sides_;
  RowModel contexts_;
  std::array<std::vector<std::uint32_t>, 2> counts_;
};

}  // namespace lunette
