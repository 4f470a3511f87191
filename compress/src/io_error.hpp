#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "lunette/rules/result.hpp"

namespace lunette {

/// io_error, "PATH: ACTION: the system's reason".
inline Error io_error(const std::filesystem::path& path, std::string_view action, const std::error_code& reason) {
  std::string message = path.string();
  message.append(": ").append(action).append(": ").append(reason.message());
  return {ErrorCode::io_error, std::move(message)};
}

}  // namespace lunette
