#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "lunette/rules/result.hpp"

namespace lunette::python {

/// Finds lunette.errors; when the module is imported, before any error.
void load_errors();

/// Raise the Python exception of an error's kind, the second for one of many positions. The interpreter must be locked.
[[noreturn]] void raise(const Error& error);
[[noreturn]] void raise(const Error& error, std::size_t index);
[[noreturn]] void raise_closed();
[[noreturn]] void raise_bad_argument(std::string message);

/// The number of a lunette.Status.
std::uint8_t status_of(ErrorCode code);

template <class T>
T value_of(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

}  // namespace lunette::python
