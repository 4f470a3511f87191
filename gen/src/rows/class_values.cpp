#include "rows/class_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lunette::rows {
namespace {

// Code units of four positions in a word, lowest first.
constexpr std::uint64_t lanes = 0x0001000100010001U;

/// Bit i of the low four to lane i.
constexpr std::uint64_t to_lanes(Bitboard bits) {
  return ((bits & 0xF) * 0x0000200040008001U) & lanes;
}

// One word more than the bits need, so that an unaligned load may read past the last run.
Index words_for(Index slice_size) {
  return slice_size / 64 + 2;
}

}  // namespace

std::uint64_t ClassShape::bytes() const {
  const std::uint64_t planes = 2 * slices * words_for(slice_size) * (five_valued ? 4 : 2) * sizeof(std::uint64_t);
  return planes + static_cast<std::uint64_t>(dtc_sides) * slices * slice_size * (wide_dtc ? 2 : 1);
}

ClassValues::ClassValues(const ClassShape& shape) : shape_(shape), words_per_slice_(words_for(shape.slice_size)) {
  for (auto& words : planes_) words.resize(shape.slices * words_per_slice_ * static_cast<Index>(planes()));
  for (std::size_t side = 0; side < static_cast<std::size_t>(shape.dtc_sides); ++side) {
    if (shape.wide_dtc) {
      wide_dtc_[side].resize(shape.slices * shape.slice_size);
    } else {
      dtc_[side].resize(shape.slices * shape.slice_size);
    }
  }
}

template <class Values, class Visit>
void ClassValues::visit_slice(Values& values, Index slice, const Visit& visit) {
  const Index words = values.words_per_slice_ * static_cast<Index>(values.planes());
  for (auto& planes : values.planes_) visit(planes.data() + slice * words, words * sizeof(std::uint64_t));
  const Index size = values.shape_.slice_size;
  for (std::size_t side = 0; side < static_cast<std::size_t>(values.shape_.dtc_sides); ++side) {
    if (values.shape_.wide_dtc) {
      visit(values.wide_dtc_[side].data() + slice * size, size * sizeof(std::uint16_t));
    } else {
      visit(values.dtc_[side].data() + slice * size, size);
    }
  }
}

std::uint64_t ClassValues::slice_bytes() const {
  std::uint64_t sum = 0;
  visit_slice(*this, 0, [&](const auto*, std::size_t bytes) { sum += bytes; });
  return sum;
}

void ClassValues::save_slice(Index slice, std::byte* out) const {
  visit_slice(*this, slice, [&](const auto* memory, std::size_t bytes) {
    std::memcpy(out, memory, bytes);
    out += bytes;
  });
}

void ClassValues::restore_slice(Index slice, const std::byte* in) {
  visit_slice(*this, slice, [&](auto* memory, std::size_t bytes) {
    std::memcpy(memory, in, bytes);
    in += bytes;
  });
}

unsigned ClassValues::code(Color side, Index slice, Index index) const {
  ValueCode code = 0;
  read_wdl_in(side, slice, index, {&code, 1});
  return code;
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
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little) {
      for (; i + 4 <= count; i += 4) {
        // No lane borrows from the next: of each pair only one bit can be set.
        std::uint64_t four = 2 * lanes + to_lanes(win >> i) - to_lanes(loss >> i);
        four +=
            five_valued() ? to_lanes(cursed >> i) - to_lanes(blessed >> i) : to_lanes(win >> i) - to_lanes(loss >> i);
        std::memcpy(out.data() + i, &four, sizeof four);
      }
    }
    for (; i < count; ++i) {
      out[i] = static_cast<ValueCode>(2 + (win >> i & 1) + (cursed >> i & 1) - (loss >> i & 1) - (blessed >> i & 1));
    }
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
