#include "lunette/compress/value_checksum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "xxh3.hpp"

namespace lunette {

struct ValueChecksum::State {
  Xxh3 hash;
};

ValueChecksum::ValueChecksum() : state_(std::make_unique<State>()) {}
ValueChecksum::ValueChecksum(ValueChecksum&&) noexcept = default;
ValueChecksum& ValueChecksum::operator=(ValueChecksum&&) noexcept = default;
ValueChecksum::~ValueChecksum() = default;

void ValueChecksum::add(std::span<const ValueCode> codes) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    // The codes lie in memory as the definition wants them; unsigned char may alias any type.
    state_->hash.add({reinterpret_cast<const std::uint8_t*>(codes.data()), codes.size_bytes()});
  } else {
    for (const ValueCode code : codes) {
      const std::array<std::uint8_t, 2> bytes{static_cast<std::uint8_t>(code & 0xFFU),
                                              static_cast<std::uint8_t>(code >> 8)};
      state_->hash.add(bytes);
    }
  }
}

std::uint64_t ValueChecksum::value() const noexcept {
  return state_->hash.value();
}

std::uint64_t value_checksum(const ValueSource& values, int sides, std::uint64_t entries) {
  constexpr std::uint64_t piece = default_block_entries;
  ValueChecksum checksum;
  std::vector<ValueCode> codes(std::min(entries, piece));
  for (int side = 0; side < sides; ++side) {
    for (std::uint64_t first = 0; first < entries; first += piece) {
      const std::span<ValueCode> part = std::span(codes).first(std::min(entries - first, piece));
      values(side, first, part);
      checksum.add(part);
    }
  }
  return checksum.value();
}

}  // namespace lunette
