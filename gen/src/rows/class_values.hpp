#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/board.hpp"
#include "rows/packed_values.hpp"

namespace lunette::rows {

/// What is known of a position, as one bit each. Without cursed values the last two are not kept.
enum class Plane : std::uint8_t { win, loss, at_least_cursed, at_most_blessed };

/// The slices of a class that are kept, and their places.
class HeldSlices {
 public:
  /// All of them, each at the place of its number.
  HeldSlices() = default;
  /// A part: those to be solved, then those that are only read. Both in ascending order, none in both.
  HeldSlices(std::vector<Index> solved, std::vector<Index> read)
      : all_(false), solved_(std::move(solved)), read_(std::move(read)) {}

  bool all() const { return all_; }
  std::span<const Index> solved() const { return solved_; }
  std::span<const Index> read() const { return read_; }
  /// The slice at a place among those to be solved.
  Index number(Index place) const { return all_ ? place : solved_[place]; }
  /// Of a slice that is kept.
  Index place(Index slice) const { return all_ ? slice : find(slice); }

 private:
  Index find(Index slice) const;

  bool all_ = true;
  std::vector<Index> solved_;
  std::vector<Index> read_;
};

/// What is kept of a class.
struct ClassShape {
  Index slices = 0;  ///< kept
  Index slice_size = 0;
  bool five_valued = false;
  int dtc_sides = 0;      ///< 0: no DTC; 1: of White's move alone, in a class that is its own flip
  bool wide_dtc = false;  ///< 16 bits a DTC where 8 do not do
  Index only_read = 0;    ///< of the slices, the last so many have no DTC

  std::uint64_t bytes() const;
};

/// The WDL and DTC of one class while it is solved. WDL stands in bit planes for both sides to move, also in a class
/// that is its own flip, slice by slice in index order, so that a row of a finished slice is read at once. Slices are
/// padded to words: different slices may be written by different threads. A slice is named by its place among those
/// that are kept, and an index counts from the first of these.
class ClassValues {
 public:
  explicit ClassValues(const ClassShape& shape, HeldSlices held = {});

  const ClassShape& shape() const { return shape_; }
  const HeldSlices& held() const { return held_; }
  Index place(Index slice) const { return held_.place(slice); }
  bool five_valued() const { return shape_.five_valued; }
  Index slice_size() const { return shape_.slice_size; }

  /// Up to 64 bits from `first` on within a slice; bits past `count` are 0.
  Bitboard load(Color side, Plane plane, Index slice, Index first, int count) const {
    const std::uint64_t* words = words_of(side, plane, slice) + first / 64;
    const unsigned shift = first % 64;
    const std::uint64_t bits = shift == 0 ? words[0] : (words[0] >> shift) | (words[1] << (64 - shift));
    return count >= 64 ? bits : bits & ((std::uint64_t{1} << count) - 1);
  }
  /// Sets the bits; those that were set stay.
  void add(Color side, Plane plane, Index slice, Index first, Bitboard bits) {
    std::uint64_t* words = words_of(side, plane, slice) + first / 64;
    const unsigned shift = first % 64;
    words[0] |= bits << shift;
    if (shift != 0) words[1] |= bits >> (64 - shift);
  }

  /// The greatest DTC that can be held.
  int max_dtc() const { return shape_.wide_dtc ? 0xFFFE : 0xFE; }
  void set_dtc(Color side, Index index, int plies) {
    const ValueCode code = encode_plies(plies);
    if (shape_.wide_dtc) {
      wide_dtc_[index_of(side)][index] = code;
    } else {
      dtc_[index_of(side)][index] = static_cast<std::uint8_t>(code);
    }
  }
  bool keeps_dtc(Color side) const { return static_cast<int>(index_of(side)) < shape_.dtc_sides; }

  /// What is known of one slice comes in three parts.
  enum class Part : std::uint8_t { wdl, white_dtc, black_dtc };
  static constexpr std::array all_parts{Part::wdl, Part::white_dtc, Part::black_dtc};
  /// As bytes for restore_slice() of the same shape in this process or another one on the same kind of machine.
  std::uint64_t slice_bytes(Part part) const;
  std::uint64_t slice_bytes() const;
  void save_slice(Part part, Index slice, std::byte* out) const;
  void restore_slice(Part part, Index slice, const std::byte* in);

  /// The codes of the entries from `first` on of one side.
  void read_wdl(Color side, Index first, std::span<ValueCode> out) const;
  void read_dtc(Color side, Index first, std::span<ValueCode> out) const;

 private:
  int planes() const { return shape_.five_valued ? 4 : 2; }
  const std::uint64_t* words_of(Color side, Plane plane, Index slice) const {
    return planes_[index_of(side)].data() +
           (slice * static_cast<Index>(planes()) + static_cast<Index>(plane)) * words_per_slice_;
  }
  std::uint64_t* words_of(Color side, Plane plane, Index slice) {
    return const_cast<std::uint64_t*>(std::as_const(*this).words_of(side, plane, slice));
  }
  /// Calls visit(pointer, bytes) for each stretch of memory that a part of the slice takes.
  template <class Values, class Visit>
  static void visit_slice(Values& values, Part part, Index slice, const Visit& visit);
  void read_wdl_in(Color side, Index slice, Index first, std::span<ValueCode> out) const;

  ClassShape shape_;
  HeldSlices held_;
  Index words_per_slice_;
  std::array<std::vector<std::uint64_t>, 2> planes_;
  std::array<std::vector<std::uint8_t>, 2> dtc_;
  std::array<std::vector<std::uint16_t>, 2> wide_dtc_;
};

}  // namespace lunette::rows
