#pragma once

#include <tbb/parallel_for.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lunette::rows {

/// Slices are the unit of parallel work. A class that is one large slice (kings only) is worked on by all threads
/// inside the slice instead.
enum class Threads : std::uint8_t { one, all };

/// Calls body(i) for every i below count, in order on one thread, in any order on all.
template <class Body>
void for_each_index(Threads threads, std::size_t count, const Body& body) {
  if (threads == Threads::all) {
    tbb::parallel_for(std::size_t{0}, count, body);
  } else {
    for (std::size_t i = 0; i < count; ++i) body(i);
  }
}

/// word |= bits, where other threads may do the same.
inline void merge(Threads threads, std::uint64_t& word, std::uint64_t bits) {
  if (threads == Threads::one) {
    word |= bits;
  } else if (bits != 0) {
    std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
  }
}

/// Raises a number to another if that is greater, where other threads may do the same.
template <class Number>
void raise(Threads threads, Number& number, Number other) {
  if (threads == Threads::one) {
    if (other > number) number = other;
    return;
  }
  const std::atomic_ref shared(number);
  Number seen = shared.load(std::memory_order_relaxed);
  while (other > seen && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
}

}  // namespace lunette::rows
