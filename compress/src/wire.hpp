#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lunette {

/// Appends little-endian integers and texts to a vector.
class WireWriter {
 public:
  void u8(std::uint64_t value) { integer(value, 1); }
  void u16(std::uint64_t value) { integer(value, 2); }
  void u32(std::uint64_t value) { integer(value, 4); }
  void u64(std::uint64_t value) { integer(value, 8); }
  void zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }
  void raw(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  /// A text in a field of fixed size, zeros after it; requires text.size() <= size.
  void text(std::string_view text, std::size_t size) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    zeros(size - text.size());
  }

  std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }
  std::vector<std::uint8_t> take() && noexcept { return std::move(bytes_); }

 private:
  void integer(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::vector<std::uint8_t> bytes_;
};

/// Reads what WireWriter wrote. The caller has checked that the span is long enough.
class WireReader {
 public:
  explicit WireReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(integer(1)); }
  std::uint16_t u16() noexcept { return static_cast<std::uint16_t>(integer(2)); }
  std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(integer(4)); }
  std::uint64_t u64() noexcept { return integer(8); }
  void skip(std::size_t count) noexcept { position_ += count; }
  /// True if the next `count` bytes, which are consumed, are all zero.
  bool zeros(std::size_t count) noexcept {
    std::uint8_t seen = 0;
    for (const std::uint8_t byte : next(count)) seen |= byte;
    return seen == 0;
  }
  /// The bytes of a text field, the zeros after the text included.
  std::span<const std::uint8_t> next(std::size_t count) noexcept {
    const auto field = bytes_.subspan(position_, count);
    position_ += count;
    return field;
  }

 private:
  std::uint64_t integer(std::size_t size) noexcept {
    std::uint64_t value = 0;
    const auto field = next(size);
    for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(field[i]) << (8 * i);
    return value;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace lunette
