#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "row_codec.hpp"

// The stored bytes of a coded block (format.hpp, "Coded blocks"): a directory of its segments, then their words.

namespace lunette {

/// Appends segments in order; bytes() is the block.
class CodedBlockWriter {
 public:
  void add(const CodedSegment& segment);
  std::vector<std::uint8_t> bytes() &&;

 private:
  std::vector<std::uint8_t> directory_;
  std::vector<std::uint16_t> long_sizes_;
  std::vector<std::uint16_t> words_;
};

/// A segment as it stands in its block.
struct StoredSegment {
  std::optional<std::array<Symbol, 2>> constant;
  std::span<const std::uint8_t> words;
};

/// Segment `number` of a block of so many; absent if the block is none of so many segments.
std::optional<StoredSegment> find_segment(std::span<const std::uint8_t> block, std::size_t segments,
                                          std::size_t number) noexcept;

}  // namespace lunette
