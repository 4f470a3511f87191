#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value.hpp"

namespace lunette {

/// Which codes occur in a table: what its encoding follows from.
struct CodeUse {
  bool odd_wdl = false;    ///< a cursed win or a blessed loss
  bool wide = false;       ///< a code of 256 or more
  bool above_wdl = false;  ///< a code that is none of the five values
};
CodeUse code_use(std::span<const ValueCode> codes) noexcept;
format::Encoding encoding_for(Metric metric, const CodeUse& use) noexcept;

/// Bytes of so many packed codes.
std::size_t packed_size(format::Encoding encoding, std::size_t entries) noexcept;

/// Requires codes that the encoding can hold.
std::vector<std::uint8_t> pack(format::Encoding encoding, std::span<const ValueCode> codes);

/// Whether a packed block could have come from pack(): no byte above the encoding's greatest, the unused end of
/// the last one 0, and the length that belongs to `entries`.
bool is_packed(format::Encoding encoding, std::span<const std::uint8_t> packed, std::size_t entries) noexcept;

/// Requires is_packed(encoding, packed, out.size()).
void unpack(format::Encoding encoding, std::span<const std::uint8_t> packed, std::span<ValueCode> out) noexcept;

inline constexpr std::size_t group_bytes = 16;
/// Where in a packed block a code is: its (first) byte.
std::size_t byte_of(format::Encoding encoding, std::uint32_t offset) noexcept;
/// One code out of the group of packed bytes that holds byte_of() it.
ValueCode code_in_group(format::Encoding encoding, const UnitGroup& group, std::uint32_t offset) noexcept;

/// Whether the encoding can hold this code; these codes.
bool can_hold(format::Encoding encoding, ValueCode code) noexcept;
bool can_hold(format::Encoding encoding, std::span<const ValueCode> codes) noexcept;

}  // namespace lunette
