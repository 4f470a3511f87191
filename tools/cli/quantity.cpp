#include "quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace lunette::cli {
namespace {

/// Bytes in a unit such as "", "k", "GiB" or "MB"; absent if there is none of that name.
std::optional<double> unit_bytes(std::string unit) {
  std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::toupper(c); });
  if (unit.empty() || unit == "B") return 1.0;
  constexpr std::string_view prefixes = "KMGT";
  const std::size_t prefix = prefixes.find(unit.front());
  if (prefix == std::string_view::npos) return std::nullopt;
  const auto power = static_cast<double>(prefix + 1);
  const std::string_view rest = std::string_view(unit).substr(1);
  if (rest.empty() || rest == "IB") return std::pow(1024.0, power);
  if (rest == "B") return std::pow(1000.0, power);
  return std::nullopt;
}

/// The number at the front of a text, such as "1.5"; digits and one point only.
std::optional<double> decimal(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string bytes_in_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
  constexpr std::array<std::string_view, 5> units{"KiB", "MiB", "GiB", "TiB", "PiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1023.95 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fmt::format("{:.1f} {}", size, units[unit]);
}

std::string duration_in_words(double seconds) {
  if (!(seconds >= 0.05)) return "0 s";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string scaled(double number) {
  if (number < 1e3) return fmt::format("{:.0f}", number);
  if (number < 1e6) return fmt::format("{:.1f} k", number / 1e3);
  return fmt::format("{:.1f} M", number / 1e6);
}

Result<std::uint64_t> parse_memory(std::string_view text) {
  const Error refused{ErrorCode::bad_argument,
                      fmt::format("expected a size such as 8G, 512M, 1.5GiB or a number of bytes, got '{}'", text)};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::optional<double> number = decimal(text.substr(0, digits));
  const std::optional<double> unit = unit_bytes(std::string(text.substr(digits)));
  if (!number || !unit) return refused;
  const double bytes = *number * *unit;
  // 2^63: anything near it is a slip of the finger, and it still fits the integer.
  if (!(bytes >= 1) || bytes >= 9223372036854775808.0) return refused;
  return static_cast<std::uint64_t>(bytes);
}

Result<double> parse_duration(std::string_view text) {
  const Error refused{ErrorCode::bad_argument,
                      fmt::format("expected a duration such as 4h, 10m, 90s or 0.05s, got '{}'", text)};
  if (text.empty()) return refused;
  constexpr std::array<std::pair<char, double>, 4> units{{{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}}};
  const auto* const unit =
      std::find_if(units.begin(), units.end(), [&](const auto& each) { return each.first == text.back(); });
  const std::optional<double> number = decimal(text.substr(0, text.size() - 1));
  if (unit == units.end() || !number) return refused;
  const double seconds = *number * unit->second;
  constexpr double longest = 1e9;  // three decades
  if (!(seconds >= 0) || seconds > longest) return refused;
  return seconds;
}

Result<double> parse_positive_duration(std::string_view text) {
  Result<double> seconds = parse_duration(text);
  if (!seconds || *seconds > 0) return seconds;
  return Error{ErrorCode::bad_argument, fmt::format("expected a duration of more than zero, got '{}'", text)};
}

}  // namespace lunette::cli
