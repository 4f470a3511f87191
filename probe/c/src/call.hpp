#pragma once

#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lunette.h"
#include "lunette/probe/tablebase.hpp"

struct lunette_tablebase {
  lunette::Tablebase tables;
};

namespace lunette::c {

/// Why a call did not do what it was asked.
struct Failure {
  lunette_status status = LUNETTE_INTERNAL_ERROR;
  std::string message;
};
using Outcome = std::optional<Failure>;  ///< absent: done

Failure failed(Error error);
Failure bad_argument(std::string message);

/// A pointer that a call cannot do without, by the name of its parameter.
struct Needed {
  const void* pointer;
  const char* name;
};
Outcome check_pointers(std::initializer_list<Needed> needed);

/// A structure that is smaller than the first version of it had no `size` set. What lies behind the part that both
/// sides know is never touched.
template <class Structure>
Outcome check_size(const Structure* structure, const char* name) {
  if (structure == nullptr || structure->size >= sizeof(Structure)) return std::nullopt;
  return bad_argument(std::string(name) + ".size is not set");
}

/// Writes a failure where the caller wants it, and gives its status.
lunette_status report(lunette_error* error, lunette_status status, std::string_view message) noexcept;

/// Runs the body of a call, which gives an Outcome. No exception leaves it.
template <class Body>
lunette_status run_call(lunette_error* error, Body&& body) noexcept {
  try {
    const Outcome outcome = std::forward<Body>(body)();
    return outcome ? report(error, outcome->status, outcome->message) : LUNETTE_OK;
  } catch (const std::bad_alloc&) {
    return report(error, LUNETTE_OUT_OF_MEMORY, "no memory left");
  } catch (...) {
    return report(error, LUNETTE_INTERNAL_ERROR, "an exception that no caller can cause");
  }
}

}  // namespace lunette::c
