#pragma once

#include <cstdint>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"

namespace lunette::gen {

/// The value codes of one side to move, held in eight or sixteen bits. Not owned.
class CodeView {
 public:
  constexpr CodeView() = default;
  constexpr explicit CodeView(const std::uint8_t* codes) : narrow_(codes) {}
  constexpr explicit CodeView(const std::uint16_t* codes) : wide_(codes) {}

  ValueCode operator[](Index index) const noexcept { return narrow_ ? narrow_[index] : wide_[index]; }
  explicit operator bool() const noexcept { return narrow_ || wide_; }

 private:
  const std::uint8_t* narrow_ = nullptr;
  const std::uint16_t* wide_ = nullptr;
};

}  // namespace lunette::gen
