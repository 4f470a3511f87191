#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "distributions.hpp"

// Asymmetric numeral systems, range variant (Duda 2013): a state of 32 bits, renewed by words of 16 bits. What was
// encoded last is decoded first, so the encoder takes its symbols backwards. The encoder begins with the state 1, not
// with the floor: until its first word it has nothing to renew, and the decoder has no words left there. That saves the
// 16 bits that a stream begins with otherwise.

namespace lunette {

inline constexpr std::uint32_t coder_floor = 1U << 16;

class RangeEncoder {
 public:
  /// Symbols in the reverse of the order in which they will be decoded.
  void encode(const Distribution& distribution, Symbol symbol) {
    const auto [start, share] = distribution.interval(symbol);
    if (state_ >= std::uint64_t{share} << (32 - scale_bits)) {
      words_.push_back(static_cast<std::uint16_t>(state_ & 0xFFFFU));
      state_ >>= 16;
    }
    state_ = ((state_ / share) << scale_bits) + state_ % share + start;
  }

  /// The words in the order in which a decoder reads them.
  std::vector<std::uint16_t> finish() && {
    if (state_ == 1) return {};  // not yet a word's worth: everything was as likely as can be
    for (; state_ != 0; state_ >>= 16) words_.push_back(static_cast<std::uint16_t>(state_ & 0xFFFFU));
    return {words_.rbegin(), words_.rend()};
  }

 private:
  std::uint32_t state_ = 1;
  std::vector<std::uint16_t> words_;
};

/// Never reads past its words: where they end too early, symbols go on and finished() is false.
class RangeDecoder {
 public:
  /// Two bytes a word, little-endian.
  explicit RangeDecoder(std::span<const std::uint8_t> words) noexcept
      : next_(words.data()), end_(words.data() + words.size()) {
    if (words.size() >= 2) state_ = word();
    if (words.size() >= 4) state_ = (state_ << 16) | word();
  }

  /// Nearly always the most frequent symbol: a branch that the processor foresees, so that it needs not wait for the
  /// state before it goes on.
  Symbol decode(const Distribution& distribution) noexcept {
    std::uint32_t slot = state_ & (scale - 1);
    const std::uint32_t high = state_ >> scale_bits;
    Symbol symbol = distribution.symbols[0];
    if (slot < distribution.shares[0]) [[likely]] {
      state_ = distribution.shares[0] * high + slot;
    } else {
      slot -= distribution.shares[0];
      const std::size_t which = slot < distribution.shares[1] ? 1 : 2;
      if (which == 2) slot -= distribution.shares[1];
      symbol = distribution.symbols[which];
      state_ = distribution.shares[which] * high + slot;
    }
    if (state_ < coder_floor && next_ != end_) [[unlikely]]
      state_ = (state_ << 16) | word();
    return symbol;
  }

  /// True if the words held exactly what was decoded.
  bool finished() const noexcept { return next_ == end_ && state_ == 1; }

 private:
  /// There are always two bytes left or none.
  std::uint32_t word() noexcept {
    const std::uint32_t value = next_[0] | static_cast<std::uint32_t>(next_[1]) << 8;
    next_ += 2;
    return value;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint32_t state_ = 1;
};

}  // namespace lunette
