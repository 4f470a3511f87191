#include "packing.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace lunette {
namespace {

using format::Encoding;

/// Digits of a byte in a base, as value codes: `scale` times the digit. Bytes that no block can hold give zeros.
template <std::size_t Base, std::size_t Digits, std::size_t Scale>
struct Radix {
  static constexpr std::size_t digits = Digits;
  static constexpr std::size_t byte_values = [] {
    std::size_t power = 1;
    for (std::size_t i = 0; i < Digits; ++i) power *= Base;
    return power;
  }();
  static constexpr auto codes = [] {
    std::array<std::array<std::uint8_t, Digits>, 256> table{};
    for (std::size_t byte = 0; byte < byte_values; ++byte) {
      std::size_t left = byte;
      for (std::size_t i = 0; i < Digits; ++i, left /= Base) {
        table[byte][i] = static_cast<std::uint8_t>(left % Base * Scale);
      }
    }
    return table;
  }();

  /// For a whole group the loop has a length that the compiler knows.
  template <std::size_t Extent>
  static std::uint8_t pack_byte(std::span<const ValueCode, Extent> group) noexcept {
    unsigned byte = 0;
    for (std::size_t i = group.size(); i-- > 0;)
      byte = byte * static_cast<unsigned>(Base) + group[i] / static_cast<unsigned>(Scale);
    return static_cast<std::uint8_t>(byte);
  }

  static void pack(std::span<const ValueCode> in, std::span<std::uint8_t> out) noexcept {
    const std::size_t whole = in.size() / Digits;
    for (std::size_t b = 0; b < whole; ++b) out[b] = pack_byte(in.subspan(b * Digits).template first<Digits>());
    if (whole < out.size()) out[whole] = pack_byte(in.subspan(whole * Digits));
  }

  static void unpack(std::span<const std::uint8_t> in, std::span<ValueCode> out) noexcept {
    const std::size_t whole = out.size() / Digits;
    for (std::size_t b = 0; b < whole; ++b) {
      for (std::size_t i = 0; i < Digits; ++i) out[b * Digits + i] = codes[in[b]][i];
    }
    for (std::size_t i = whole * Digits; i < out.size(); ++i) out[i] = codes[in[whole]][i - whole * Digits];
  }

  static bool is_packed(std::span<const std::uint8_t> packed, std::size_t entries) noexcept {
    if (*std::max_element(packed.begin(), packed.end()) >= byte_values) return false;
    const auto& last = codes[packed.back()];
    const std::size_t used = entries - (packed.size() - 1) * Digits;
    return std::all_of(last.begin() + static_cast<std::ptrdiff_t>(used), last.end(),
                       [](std::uint8_t code) { return code == 0; });
  }
};

using Base3 = Radix<3, 5, 2>;
using Base5 = Radix<5, 3, 1>;

void pack_pairs(std::span<const ValueCode> in, std::span<std::uint8_t> out) noexcept {
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[2 * i] = static_cast<std::uint8_t>(in[i] & 0xFFU);
    out[2 * i + 1] = static_cast<std::uint8_t>(in[i] >> 8);
  }
}

ValueCode pair_at(const std::uint8_t* packed, std::size_t i) noexcept {
  return static_cast<ValueCode>(packed[2 * i] | packed[2 * i + 1] << 8);
}

}  // namespace

CodeUse code_use(std::span<const ValueCode> codes) noexcept {
  ValueCode all = 0;
  ValueCode greatest = 0;
  for (const ValueCode code : codes) {
    all = static_cast<ValueCode>(all | code);
    greatest = std::max(greatest, code);
  }
  return {(all & 1U) != 0, greatest > 0xFFU, greatest > encode_wdl(Wdl::win)};
}

Encoding encoding_for(Metric metric, const CodeUse& use) noexcept {
  if (metric == Metric::wdl) return use.odd_wdl ? Encoding::base5 : Encoding::base3;
  return use.wide ? Encoding::pair : Encoding::byte;
}

std::size_t packed_size(Encoding encoding, std::size_t entries) noexcept {
  switch (encoding) {
    case Encoding::base3: return (entries + Base3::digits - 1) / Base3::digits;
    case Encoding::base5: return (entries + Base5::digits - 1) / Base5::digits;
    case Encoding::byte: return entries;
    case Encoding::pair: return entries * 2;
    case Encoding::coded:
    case Encoding::coded_distances: break;  // by row_codec.hpp, distance_codec.hpp
  }
  return 0;
}

std::vector<std::uint8_t> pack(Encoding encoding, std::span<const ValueCode> codes) {
  std::vector<std::uint8_t> packed(packed_size(encoding, codes.size()));
  switch (encoding) {
    case Encoding::base3: Base3::pack(codes, packed); break;
    case Encoding::base5: Base5::pack(codes, packed); break;
    case Encoding::byte:
      std::transform(codes.begin(), codes.end(), packed.begin(),
                     [](ValueCode code) { return static_cast<std::uint8_t>(code); });
      break;
    case Encoding::pair: pack_pairs(codes, packed); break;
    case Encoding::coded:
    case Encoding::coded_distances: break;
  }
  return packed;
}

bool is_packed(Encoding encoding, std::span<const std::uint8_t> packed, std::size_t entries) noexcept {
  if (entries == 0 || packed.size() != packed_size(encoding, entries)) return false;
  switch (encoding) {
    case Encoding::base3: return Base3::is_packed(packed, entries);
    case Encoding::base5: return Base5::is_packed(packed, entries);
    case Encoding::byte:
    case Encoding::pair: return true;
    case Encoding::coded:
    case Encoding::coded_distances: break;
  }
  return false;
}

void unpack(Encoding encoding, std::span<const std::uint8_t> packed, std::span<ValueCode> out) noexcept {
  switch (encoding) {
    case Encoding::base3: Base3::unpack(packed, out); break;
    case Encoding::base5: Base5::unpack(packed, out); break;
    case Encoding::byte: std::copy(packed.begin(), packed.end(), out.begin()); break;
    case Encoding::pair:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = pair_at(packed.data(), i);
      break;
    case Encoding::coded:
    case Encoding::coded_distances: break;
  }
}

std::size_t byte_of(Encoding encoding, std::uint32_t offset) noexcept {
  switch (encoding) {
    case Encoding::base3: return offset / Base3::digits;
    case Encoding::base5: return offset / Base5::digits;
    case Encoding::byte: return offset;
    case Encoding::pair: return std::size_t{2} * offset;
    case Encoding::coded:
    case Encoding::coded_distances: break;
  }
  return 0;
}

ValueCode code_in_group(Encoding encoding, const UnitGroup& group, std::uint32_t offset) noexcept {
  std::array<std::uint8_t, group_bytes> bytes;
  std::memcpy(bytes.data(), &group.low, sizeof(group.low));
  std::memcpy(bytes.data() + sizeof(group.low), &group.high, sizeof(group.high));
  const std::size_t byte = byte_of(encoding, offset) % group_bytes;
  switch (encoding) {
    case Encoding::base3: return Base3::codes[bytes[byte]][offset % Base3::digits];
    case Encoding::base5: return Base5::codes[bytes[byte]][offset % Base5::digits];
    case Encoding::byte: return bytes[byte];
    case Encoding::pair: return pair_at(bytes.data() + byte, 0);
    case Encoding::coded:
    case Encoding::coded_distances: break;
  }
  return 0;
}

bool can_hold(Encoding encoding, ValueCode code) noexcept {
  return can_hold(encoding, std::span(&code, 1));
}

bool can_hold(Encoding encoding, std::span<const ValueCode> codes) noexcept {
  const CodeUse use = code_use(codes);
  switch (encoding) {
    case Encoding::base3:
    case Encoding::coded: return !use.above_wdl && !use.odd_wdl;
    case Encoding::base5: return !use.above_wdl;
    case Encoding::byte: return !use.wide;
    case Encoding::pair:
    case Encoding::coded_distances: return true;
  }
  return false;
}

}  // namespace lunette
