#include "row_model.hpp"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "best_distribution.hpp"
#include "wire.hpp"

namespace lunette {
namespace {

using Counts = std::array<double, symbol_count>;

/// Rows of cells that a model may have: what covers nearly all entries of large tables and stays in a core's cache.
constexpr std::array<std::size_t, 2> max_rows{192, 48};
/// A pattern of its own pays when it is not rarer than this.
constexpr double min_pattern_share = 1.0 / 20000;

double total(const Counts& counts) {
  return counts[0] + counts[1] + counts[2];
}

double cost_of(const Counts& counts, const Distribution& distribution) {
  double bits = 0;
  for (std::size_t s = 0; s < symbol_count; ++s) {
    if (counts[s] > 0)
      bits -= counts[s] * std::log2(static_cast<double>(distribution.share(static_cast<Symbol>(s))) / scale);
  }
  return bits;
}

Counts add(const Counts& a, const Counts& b, double weight = 1) {
  return {a[0] + weight * b[0], a[1] + weight * b[1], a[2] + weight * b[2]};
}

/// Builds one side's model: frequent patterns get a row each, all others share the row of the value that the pattern's
/// first neighbour has.
class SideTrainer {
 public:
  SideTrainer(const std::vector<std::uint32_t>& counts, bool second)
      : counts_(counts), row_cells_(cells_of(second)), max_rows_(max_rows[second ? 1 : 0]) {}

  SideModel train() {
    choose_rows();
    SideModel model;
    model.row_of = row_of_;
    model.cells.resize(rows_ * row_cells_);
    std::vector<Counts> cells(model.cells.size());
    std::vector<Counts> rows(rows_);
    for (std::size_t p = 0; p < pattern_count; ++p) {
      for (std::size_t c = 0; c < row_cells_; ++c) {
        const Counts counts = at(p, c);
        if (total(counts) == 0) continue;
        cells[row_of_[p] * row_cells_ + c] = add(cells[row_of_[p] * row_cells_ + c], counts);
        rows[row_of_[p]] = add(rows[row_of_[p]], counts);
      }
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      // Cells that the sample hardly knows lean on their row, and rows on an even chance. Most cells of small tables
      // are never seen: equal bytes compress.
      const Counts row = add(rows[r], {0.1, 0.1, 0.1});
      const std::uint8_t unseen = best_distribution(row);
      for (std::size_t i = r * row_cells_; i < (r + 1) * row_cells_; ++i) {
        model.cells[i] = total(cells[i]) == 0 ? unseen : best_distribution(add(cells[i], row, 0.5 / total(row)));
      }
    }
    return model;
  }

 private:
  Counts at(std::size_t pattern, std::size_t cell) const {
    const std::uint32_t* counts = &counts_[(pattern * row_cells_ + cell) * symbol_count];
    return {static_cast<double>(counts[0]), static_cast<double>(counts[1]), static_cast<double>(counts[2])};
  }

  void choose_rows() {
    std::vector<double> weight(pattern_count);
    for (std::size_t p = 0; p < pattern_count; ++p) {
      for (std::size_t c = 0; c < row_cells_; ++c) weight[p] += total(at(p, c));
    }
    const double all = std::accumulate(weight.begin(), weight.end(), 0.0);
    std::vector<std::size_t> order(pattern_count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight[a] > weight[b]; });
    for (std::size_t p = 0; p < pattern_count; ++p) row_of_[p] = static_cast<std::uint8_t>(p / 2 % symbol_count);
    rows_ = symbol_count;
    for (const std::size_t p : order) {
      if (rows_ == max_rows_ || weight[p] == 0 || weight[p] < all * min_pattern_share) break;
      row_of_[p] = static_cast<std::uint8_t>(rows_++);
    }
  }

  const std::vector<std::uint32_t>& counts_;
  std::size_t row_cells_;
  std::size_t max_rows_;
  std::size_t rows_ = 0;
  std::array<std::uint8_t, pattern_count> row_of_{};
};

}  // namespace

TypicalValues TypicalTrainer::values(std::size_t side) const {
  TypicalValues values{};
  for (std::size_t beside = 0; beside < square_bits; ++beside) {
    for (std::size_t square = 0; square < square_bits; ++square) {
      const auto& counts = counts_[(side * square_bits + beside) * square_bits + square];
      // Squares that never occur are like their neighbours, for the sake of zstd.
      const bool seen = counts != std::array<std::uint32_t, symbol_count>{};
      const Symbol last = square > 0   ? values[beside][square - 1]
                          : beside > 0 ? values[beside - 1][square_bits - 1]
                                       : 1;
      values[beside][square] =
          seen ? static_cast<Symbol>(std::max_element(counts.begin(), counts.end()) - counts.begin()) : last;
    }
  }
  return values;
}

ModelTrainer::ModelTrainer(int sides, std::size_t first_side, const TypicalTrainer& typical) : sides_(sides) {
  contexts_.first_side = first_side;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    contexts_.sides[order].typical = typical.values(contexts_.side_of(order));
    counts_[order].resize(pattern_count * cells_of(order != 0) * symbol_count);
  }
}

RowModel ModelTrainer::model() const {
  RowModel model;
  model.first_side = contexts_.first_side;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides_); ++order) {
    model.sides[order] = SideTrainer(counts_[order], order != 0).train();
    model.sides[order].typical = contexts_.sides[order].typical;
  }
  return model;
}

double ModelTrainer::cost(const RowModel& model) const {
  double bits = 0;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides_); ++order) {
    const std::size_t row_cells = cells_of(order != 0);
    for (std::size_t i = 0; i < pattern_count * row_cells; ++i) {
      const std::uint32_t* counts = &counts_[order][i * symbol_count];
      if ((counts[0] | counts[1] | counts[2]) == 0) continue;
      bits += cost_of({static_cast<double>(counts[0]), static_cast<double>(counts[1]), static_cast<double>(counts[2])},
                      model.sides[order].distribution(i / row_cells, i % row_cells, row_cells));
    }
  }
  return bits;
}

std::vector<std::uint8_t> encode_model(const RowModel& model, int sides) {
  WireWriter plain;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    const SideModel& side = model.sides[order];
    plain.u8(side.cells.size() / cells_of(order != 0));
    for (const auto& line : side.typical) plain.raw(line);
    plain.raw(side.row_of);
    plain.raw(side.cells);
  }
  std::vector<std::uint8_t> packed(ZSTD_compressBound(plain.bytes().size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), plain.bytes().data(), plain.bytes().size(), ZSTD_maxCLevel());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  WireWriter out;
  out.u8(model.first_side);
  out.u32(plain.bytes().size());
  out.raw(std::span(packed).first(size));
  return std::move(out).take();
}

std::optional<RowModel> decode_model(std::span<const std::uint8_t> bytes, int sides) {
  constexpr std::size_t front = 5;
  constexpr std::size_t side_front = 1 + square_bits * square_bits + pattern_count;
  constexpr std::size_t max_plain = 2 * side_front + 255 * (cells_of(false) + cells_of(true));
  if (bytes.size() < front) return std::nullopt;
  WireReader in(bytes);
  RowModel model;
  model.first_side = in.u8();
  const std::size_t size = in.u32();
  if (model.first_side >= static_cast<std::size_t>(sides) || size > max_plain) return std::nullopt;
  std::vector<std::uint8_t> plain(size);
  const auto packed = bytes.subspan(front);
  if (ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()) != size) return std::nullopt;
  std::span<const std::uint8_t> rest(plain);
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    if (rest.size() < side_front) return std::nullopt;
    const std::size_t rows = rest[0];
    const std::size_t cells = rows * cells_of(order != 0);
    SideModel& side = model.sides[order];
    rest = rest.subspan(1);
    for (auto& line : side.typical) {
      std::copy_n(rest.begin(), square_bits, line.begin());
      rest = rest.subspan(square_bits);
      if (std::any_of(line.begin(), line.end(), [](Symbol s) { return s >= symbol_count; })) return std::nullopt;
    }
    std::copy_n(rest.begin(), pattern_count, side.row_of.begin());
    rest = rest.subspan(pattern_count);
    if (rest.size() < cells) return std::nullopt;
    side.cells.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(cells));
    rest = rest.subspan(cells);
    if (std::any_of(side.row_of.begin(), side.row_of.end(), [&](std::uint8_t row) { return row >= rows; })) {
      return std::nullopt;
    }
    const auto unknown = [](std::uint8_t number) { return number >= distribution_count; };
    if (std::any_of(side.cells.begin(), side.cells.end(), unknown)) return std::nullopt;
  }
  if (!rest.empty()) return std::nullopt;
  return model;
}

}  // namespace lunette
