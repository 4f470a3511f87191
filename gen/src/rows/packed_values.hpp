#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"

namespace lunette::rows {

/// The WDL of one side of a finished class, packed for random reading: two bits a position, or four where the count
/// makes five values occur.
class PackedValues {
 public:
  PackedValues() = default;
  PackedValues(std::uint64_t entries, bool five_valued)
      : shift_(five_valued ? 1 : 2), bytes_((entries >> shift_) + 1), entries_(entries) {}

  bool five_valued() const { return shift_ == 1; }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t bytes() const { return bytes_.size(); }

  /// The packed symbol: the value code halved where only 0, 2 and 4 occur.
  unsigned symbol(std::uint64_t index) const { return symbol(bytes_.data(), shift_, index); }
  static unsigned symbol(const std::uint8_t* bytes, unsigned shift, std::uint64_t index) {
    const unsigned width = 4U >> (shift - 1);
    const unsigned within = static_cast<unsigned>(index) & ((1U << shift) - 1);
    return static_cast<unsigned>(bytes[index >> shift] >> (within * width)) & ((1U << width) - 1);
  }
  /// Not for concurrent writers of one byte.
  void set(std::uint64_t index, ValueCode value) {
    const unsigned width = 4U >> (shift_ - 1);
    const unsigned within = static_cast<unsigned>(index) & ((1U << shift_) - 1);
    const unsigned symbol = five_valued() ? value : value / 2U;
    bytes_[index >> shift_] = static_cast<std::uint8_t>(bytes_[index >> shift_] | (symbol << (within * width)));
  }

  /// As set() for each of a run of entries that have not been set before. Not for concurrent writers of one byte.
  void set(std::uint64_t first, std::span<const ValueCode> codes) {
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little) {
      if (!five_valued() && first % 4 == 0) {
        for (; i + 4 <= codes.size(); i += 4) {
          std::uint64_t four = 0;
          std::memcpy(&four, codes.data() + i, sizeof four);
          // The symbols stand in the low bits of each 16; the product lines them up from bit 48 on.
          const std::uint64_t symbols = ((four >> 1) & 0x0003000300030003U) * 0x0001000400100040U;
          bytes_[(first + i) >> 2] = static_cast<std::uint8_t>(symbols >> 48);
        }
      }
    }
    for (; i < codes.size(); ++i) set(first + i, codes[i]);
  }

  const std::uint8_t* data() const { return bytes_.data(); }
  unsigned shift() const { return shift_; }

 private:
  unsigned shift_ = 2;  // log2 of the positions in a byte
  std::vector<std::uint8_t> bytes_;
  std::uint64_t entries_ = 0;
};

/// A finished class as the solver of a larger one reads it.
struct SubTable {
  Indexer indexer;
  std::array<PackedValues, 2> sides;  ///< by stored side to move; only White's in a class that is its own flip
};

/// The finished classes that a solver may need.
class SubTables {
 public:
  virtual ~SubTables() = default;
  /// Null only for classes outside of the dependency closure.
  virtual const SubTable* find(const Material& canonical) const = 0;
};

}  // namespace lunette::rows
