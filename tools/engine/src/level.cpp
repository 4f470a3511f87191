#include "lunette/engine/level.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lunette {
namespace {

Error bad_value(std::string_view name, std::string_view expected, std::string_view text) {
  return Error{ErrorCode::bad_argument, fmt::format("{}: expected {}, got {}", name, expected, in_quotes(text))};
}

/// All of a text as a number; absent if it is none.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Number>
Result<void> read_count(const HubLine& line, std::string_view name, std::optional<Number>& target) {
  const std::string* text = line.find(name);
  if (text == nullptr) return {};
  const std::optional<Number> number = read_number<Number>(*text);
  if (!number || *number < 1) return bad_value(name, "a whole number of at least 1", *text);
  target = number;
  return {};
}

/// A clock that has run out may be below zero; it is then read as zero.
Result<void> read_seconds(const HubLine& line, std::string_view name, std::optional<double>& target) {
  const std::string* text = line.find(name);
  if (text == nullptr) return {};
  const std::optional<double> number = read_number<double>(*text);
  if (!number || !std::isfinite(*number)) return bad_value(name, "a number of seconds", *text);
  target = std::max(*number, 0.0);
  return {};
}

}  // namespace

Result<Level> read_level(const HubLine& line) {
  Level level;
  std::optional<double> increment;
  for (const Result<void>& read :
       {read_count(line, "depth", level.depth), read_count(line, "nodes", level.nodes),
        read_count(line, "moves", level.moves), read_seconds(line, "move-time", level.move_time),
        read_seconds(line, "time", level.time), read_seconds(line, "inc", increment)}) {
    if (!read) return read.error();
  }
  level.increment = increment.value_or(0);
  if (!level.time && (level.moves || increment)) {
    return Error{ErrorCode::bad_argument, "moves and inc need time"};
  }
  const bool limited = level.depth || level.nodes || level.move_time || level.time;
  if (!limited && line.find("infinite") == nullptr) {
    return Error{ErrorCode::bad_argument, "level says nothing: expected depth, nodes, move-time, time or infinite"};
  }
  return level;
}

std::optional<TimeBudget> time_budget(const Level& level) noexcept {
  // For the way of the answer to the clock.
  constexpr double overhead = 0.01;
  std::optional<TimeBudget> budget;
  if (level.time) {
    // A game of unknown length is thought to go on for so many moves.
    constexpr int moves_to_go = 30;
    const double usable = std::max(*level.time - 2 * overhead, 0.0);
    const int moves = std::clamp(level.moves.value_or(moves_to_go), 1, moves_to_go);
    const double fair = std::min(usable / moves + 0.7 * level.increment, 0.8 * usable);
    // The last move before a time control may take what is left; others leave most of it for the rest.
    const double most = moves == 1 ? 0.9 * usable : std::min(4 * fair, 0.4 * usable);
    budget = TimeBudget{std::min(0.7 * fair, most), most};
  }
  if (level.move_time) {
    const double most = std::max(*level.move_time - overhead, 0.0);
    if (!budget || most < budget->most) budget = TimeBudget{most, most};
  }
  return budget;
}

}  // namespace lunette
