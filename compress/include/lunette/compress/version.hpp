#pragma once

#include <string_view>

#include "lunette/rules/export.hpp"

namespace lunette {

/// The version of this build, such as "0.1.0": what the project's CMakeLists.txt says.
LUNETTE_EXPORT std::string_view tool_version() noexcept;

}  // namespace lunette
