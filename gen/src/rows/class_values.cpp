#include "rows/class_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lunette::rows {
namespace {

/// Bit i of a byte in the i-th of eight code units.
constexpr auto spread_bytes = [] {
  std::array<std::array<ValueCode, 8>, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) table[byte][bit] = byte >> bit & 1;
  }
  return table;
}();

/// Four code units at once, where no unit overflows into the next.
using FourCodes = std::uint64_t;

// One word more than the bits need, so that an unaligned load may read past the last run.
Index words_for(Index slice_size) {
  return slice_size / 64 + 2;
}

}  // namespace

std::uint64_t ClassShape::bytes() const {
  const std::uint64_t planes = 2 * slices * words_for(slice_size) * (five_valued ? 4 : 2) * sizeof(std::uint64_t);
  return planes + static_cast<std::uint64_t>(dtc_sides) * (slices - only_read) * slice_size * (wide_dtc ? 2 : 1);
}

Index HeldSlices::find(Index slice) const {
  const auto solved = std::lower_bound(solved_.begin(), solved_.end(), slice);
  if (solved != solved_.end() && *solved == slice) return static_cast<Index>(solved - solved_.begin());
  return solved_.size() + static_cast<Index>(std::lower_bound(read_.begin(), read_.end(), slice) - read_.begin());
}

ClassValues::ClassValues(const ClassShape& shape, HeldSlices held)
    : shape_(shape), held_(std::move(held)), words_per_slice_(words_for(shape.slice_size)) {
  for (auto& words : planes_) words.resize(shape.slices * words_per_slice_ * static_cast<Index>(planes()));
  for (std::size_t side = 0; side < static_cast<std::size_t>(shape.dtc_sides); ++side) {
    const Index positions = (shape.slices - shape.only_read) * shape.slice_size;
    if (shape.wide_dtc) {
      wide_dtc_[side].resize(positions);
    } else {
      dtc_[side].resize(positions);
    }
  }
}

template <class Values, class Visit>
void ClassValues::visit_slice(Values& values, Part part, Index slice, const Visit& visit) {
  if (part == Part::wdl) {
    const Index words = values.words_per_slice_ * static_cast<Index>(values.planes());
    for (auto& planes : values.planes_) visit(planes.data() + slice * words, words * sizeof(std::uint64_t));
    return;
  }
  const std::size_t side = part == Part::white_dtc ? 0 : 1;
  if (static_cast<int>(side) >= values.shape_.dtc_sides) return;
  const Index size = values.shape_.slice_size;
  if (values.shape_.wide_dtc) {
    visit(values.wide_dtc_[side].data() + slice * size, size * sizeof(std::uint16_t));
  } else {
    visit(values.dtc_[side].data() + slice * size, size);
  }
}

std::uint64_t ClassValues::slice_bytes() const {
  std::uint64_t sum = 0;
  for (const Part part : all_parts) sum += slice_bytes(part);
  return sum;
}

std::uint64_t ClassValues::slice_bytes(Part part) const {
  std::uint64_t sum = 0;
  visit_slice(*this, part, 0, [&](const auto*, std::size_t bytes) { sum += bytes; });
  return sum;
}

void ClassValues::save_slice(Part part, Index slice, std::byte* out) const {
  visit_slice(*this, part, slice, [&](const auto* memory, std::size_t bytes) {
    std::memcpy(out, memory, bytes);
    out += bytes;
  });
}

void ClassValues::restore_slice(Part part, Index slice, const std::byte* in) {
  visit_slice(*this, part, slice, [&](auto* memory, std::size_t bytes) {
    std::memcpy(memory, in, bytes);
    in += bytes;
  });
}

void ClassValues::read_wdl(Color side, Index first, std::span<ValueCode> out) const {
  while (!out.empty()) {
    const Index within = first % shape_.slice_size;
    const std::size_t count = std::min<std::size_t>(out.size(), shape_.slice_size - within);
    read_wdl_in(side, first / shape_.slice_size, within, out.first(count));
    out = out.subspan(count);
    first += count;
  }
}

void ClassValues::read_wdl_in(Color side, Index slice, Index first, std::span<ValueCode> out) const {
  while (!out.empty()) {
    const std::size_t count = std::min<std::size_t>(out.size(), 64);
    const auto bits = [&](Plane plane) { return load(side, plane, slice, first, static_cast<int>(count)); };
    // A value is 2 (draw), one more for each of "at least cursed" and "win", one less for the others.
    const Bitboard win = bits(Plane::win);
    const Bitboard loss = bits(Plane::loss);
    const Bitboard cursed = five_valued() ? bits(Plane::at_least_cursed) : win;
    const Bitboard blessed = five_valued() ? bits(Plane::at_most_blessed) : loss;
    std::array<std::array<FourCodes, 2>, 8> codes;
    for (std::size_t byte = 0; byte < codes.size(); ++byte) {
      const auto units = [&](Bitboard plane) {
        return std::bit_cast<std::array<FourCodes, 2>>(spread_bytes[plane >> (8 * byte) & 0xFF]);
      };
      const auto w = units(win);
      const auto l = units(loss);
      const auto c = units(cursed);
      const auto b = units(blessed);
      constexpr FourCodes twos = 0x0002000200020002U;
      for (std::size_t half = 0; half < 2; ++half) codes[byte][half] = twos + w[half] + c[half] - l[half] - b[half];
    }
    std::memcpy(out.data(), codes.data(), count * sizeof(ValueCode));
    out = out.subspan(count);
    first += count;
  }
}

void ClassValues::read_dtc(Color side, Index first, std::span<ValueCode> out) const {
  if (shape_.wide_dtc) {
    std::copy_n(wide_dtc_[index_of(side)].begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  } else {
    std::copy_n(dtc_[index_of(side)].begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  }
}

}  // namespace lunette::rows
