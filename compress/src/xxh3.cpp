#include "xxh3.hpp"

#include <xxhash.h>

#include <new>

namespace lunette {

std::uint64_t xxh3(std::span<const std::uint8_t> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

Xxh3::Xxh3() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

void Xxh3::add(std::span<const std::uint8_t> bytes) noexcept {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t Xxh3::value() const noexcept {
  return XXH3_64bits_digest(state_.get());
}

void Xxh3::Release::operator()(XXH3_state_s* state) const noexcept {
  XXH3_freeState(state);
}

}  // namespace lunette
