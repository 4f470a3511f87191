#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "row_model.hpp"

// Coded blocks (format.hpp): a segment is what is decoded at once, both sides to move of a run of indices.

namespace lunette {

/// What coding needs to know of a table besides its values.
struct RowCoding {
  const Indexer* indexer;
  CaptureSquares captures;
  int sides;
};

/// The true values of one segment, one span for each stored side; entries with a capture may hold anything.
using SegmentCodes = std::array<std::span<const ValueCode>, 2>;

/// Tells a trainer of a segment that begins at index `first`.
void train_segment(const RowCoding& coding, Index first, const SegmentCodes& codes, TypicalTrainer& trainer);
void train_segment(const RowCoding& coding, Index first, const SegmentCodes& codes, ModelTrainer& trainer);

/// A coded segment: its words, or that every entry without a capture has the same value.
struct CodedSegment {
  std::optional<std::array<Symbol, 2>> constant;
  std::vector<std::uint16_t> words;
};
CodedSegment encode_segment(const RowCoding& coding, const RowModel& model, Index first, const SegmentCodes& codes);

/// A decoded segment: for each stored side, for each 64 entries, a word with a bit for each that is won and one for
/// each that is lost. Entries with a capture hold nothing.
std::size_t planes_size(int sides, std::uint32_t entries) noexcept;
/// Sets the bits of one side's known WDL codes in `planes` (zeros, at least planes_size(1, values.size())).
void put_planes(std::span<const ValueCode> values, std::span<std::uint64_t> planes) noexcept;
/// Fills `planes` (zeros, at least planes_size()); false if the words are no segment of so many entries.
bool decode_segment(const RowCoding& coding, const RowModel& model, Index first, std::uint32_t entries,
                    std::span<const std::uint8_t> words, std::span<std::uint64_t> planes) noexcept;

}  // namespace lunette
