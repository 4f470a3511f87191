#pragma once

#include <new>
#include <utility>

#include "lunette/rules/result.hpp"

namespace lunette {

/// Runs the body of a public function so that no exception leaves it: engines link this library without
/// catching anything. The texts are short enough for std::string to hold without another allocation.
template <class Body>
auto at_border(Body&& body) noexcept -> decltype(std::forward<Body>(body)()) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "no memory left"};
  } catch (...) {
    return Error{ErrorCode::io_error, "system error"};
  }
}

}  // namespace lunette
