#pragma once

#include <cstdint>
#include <memory>
#include <span>

struct XXH3_state_s;

namespace lunette {

/// The checksum of every section and block: XXH3, 64 bits, seed 0.
std::uint64_t xxh3(std::span<const std::uint8_t> bytes) noexcept;

/// The same, of bytes that arrive in pieces.
class Xxh3 {
 public:
  Xxh3();
  void add(std::span<const std::uint8_t> bytes) noexcept;
  std::uint64_t value() const noexcept;

 private:
  struct Release {
    void operator()(XXH3_state_s* state) const noexcept;
  };
  std::unique_ptr<XXH3_state_s, Release> state_;
};

}  // namespace lunette
