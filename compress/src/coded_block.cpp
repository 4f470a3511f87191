#include "coded_block.hpp"

#include "format.hpp"
#include "wire.hpp"

namespace lunette {

void CodedBlockWriter::add(const CodedSegment& segment) {
  if (segment.constant) {
    const auto [white, black] = *segment.constant;
    directory_.push_back(static_cast<std::uint8_t>(format::first_constant_segment + white + symbol_count * black));
    return;
  }
  const std::size_t size = segment.words.size();
  if (size < format::first_constant_segment) {
    directory_.push_back(static_cast<std::uint8_t>(size));
  } else {
    directory_.push_back(format::long_segment);
    long_sizes_.push_back(static_cast<std::uint16_t>(size));
  }
  words_.insert(words_.end(), segment.words.begin(), segment.words.end());
}

std::vector<std::uint8_t> CodedBlockWriter::bytes() && {
  WireWriter out;
  out.raw(directory_);
  for (const std::uint16_t size : long_sizes_) out.u16(size);
  for (const std::uint16_t word : words_) out.u16(word);
  return std::move(out).take();
}

std::optional<StoredSegment> find_segment(std::span<const std::uint8_t> block, std::size_t segments,
                                          std::size_t number) noexcept {
  if (block.size() < segments) return std::nullopt;
  const auto directory = block.first(segments);
  std::size_t long_segments = 0;
  for (const std::uint8_t entry : directory) long_segments += entry == format::long_segment ? 1 : 0;
  const auto rest = block.subspan(segments);
  if (rest.size() < 2 * long_segments) return std::nullopt;
  WireReader long_sizes(rest.first(2 * long_segments));
  const auto words = rest.subspan(2 * long_segments);

  std::size_t offset = 0;
  std::optional<StoredSegment> found;
  for (std::size_t i = 0; i < segments; ++i) {
    const std::uint8_t entry = directory[i];
    StoredSegment segment;
    std::size_t size = 0;
    if (entry < format::first_constant_segment) {
      size = std::size_t{2} * entry;
    } else if (entry == format::long_segment) {
      size = std::size_t{2} * long_sizes.u16();
    } else {
      const std::size_t values = entry - format::first_constant_segment;
      if (values >= symbol_count * symbol_count) return std::nullopt;
      segment.constant = {static_cast<Symbol>(values % symbol_count), static_cast<Symbol>(values / symbol_count)};
    }
    if (size > words.size() - offset) return std::nullopt;
    segment.words = words.subspan(offset, size);
    offset += size;
    if (i == number) found = segment;
  }
  if (offset != words.size()) return std::nullopt;
  return found;
}

}  // namespace lunette
