#pragma once

#include <string_view>

namespace lunette {

/// The version of this build, such as "0.1.0": what the project's CMakeLists.txt says.
std::string_view tool_version() noexcept;

}  // namespace lunette
