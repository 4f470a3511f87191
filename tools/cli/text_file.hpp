#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "lunette/rules/result.hpp"

namespace lunette::cli {

/// The whole of a file, or of standard input for "-". ErrorCode::io_error names no file: the caller knows it.
Result<std::string> read_text(const std::string& name);

/// Writes a file as a whole: a name of its own first, which then takes the place of what was there. What is no regular
/// file (a pipe, a device) is written to directly. ErrorCode::io_error with the name.
Result<void> write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace lunette::cli
