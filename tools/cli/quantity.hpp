#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lunette/rules/result.hpp"

namespace lunette::cli {

/// "512 bytes", "3.4 MiB"
std::string bytes_in_words(std::uint64_t bytes);

/// "0.4 s", "12 s", "3 min 20 s", "2 h 05 min"
std::string duration_in_words(double seconds);

/// "870", "3.4 k", "12.3 M"
std::string scaled(double number);

/// Reads "8G", "512M", "1.5GiB" (powers of 1024), "500MB" (powers of 1000) or plain bytes; more than zero.
Result<std::uint64_t> parse_memory(std::string_view text);

/// Reads "4h", "10m", "90s", "0.05s" or "2d" as seconds.
Result<double> parse_duration(std::string_view text);
Result<double> parse_positive_duration(std::string_view text);

}  // namespace lunette::cli
