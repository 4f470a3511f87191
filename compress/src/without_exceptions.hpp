#pragma once

#include <filesystem>
#include <new>
#include <system_error>

#include "io_error.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The border of the library: what the standard library throws below it (no memory, no random device) leaves as an
/// Error about `path`. Exceptions of the caller's own functions pass through.
template <class Action>
auto without_exceptions(const std::filesystem::path& path, Action&& action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, path.string() + ": not enough memory"};
  } catch (const std::system_error& error) {
    return io_error(path, "the system failed", error.code());
  }
}

}  // namespace lunette
