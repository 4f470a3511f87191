#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distance_model.hpp"
#include "row_codec.hpp"

// Coded distances (format.hpp): a segment is a run of indices with both sides to move. WDL says which entries have a
// distance and for whom they are won; it is there before.

namespace lunette {

/// Won and lost entries of a segment, for each stored side planes_size(1, entries) words as decode_segment() gives
/// them.
using DecidedPlanes = std::array<std::span<const std::uint64_t>, 2>;

/// Tells a trainer of a segment that begins at index `first`. `codes` are true distances, one span for each stored
/// side; entries that have a capture may hold anything.
void train_segment(const RowCoding& coding, Index first, const DecidedPlanes& decided, const SegmentCodes& codes,
                   DistanceTrainer& trainer);

/// Absent if the codes do not go with WDL: every decided entry has a distance, and no other one without a capture.
std::optional<std::vector<std::uint16_t>> encode_segment(const RowCoding& coding, const DistanceModel& model,
                                                         Index first, const DecidedPlanes& decided,
                                                         const SegmentCodes& codes);

/// Fills `out` (zeros), for each stored side model.code_bytes for each entry, little-endian; side_bytes from one side
/// to the next. Entries that are drawn or have a capture stay 0. False if the words are no segment of so many entries.
bool decode_segment(const RowCoding& coding, const DistanceModel& model, Index first, std::uint32_t entries,
                    const DecidedPlanes& decided, std::span<const std::uint8_t> words, std::size_t side_bytes,
                    std::span<std::uint8_t> out) noexcept;

}  // namespace lunette
