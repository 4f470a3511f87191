#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lunette/rules/export.hpp"

namespace lunette {

/// The five values of rules.md, always from the side to move. Greater is better; negating is the other side's view.
enum class Wdl : std::int8_t {
  loss = -2,
  blessed_loss = -1,  ///< lost without the count, drawn with it
  draw = 0,
  cursed_win = 1,  ///< won without the count, drawn with it
  win = 2
};
constexpr Wdl operator-(Wdl w) {
  return static_cast<Wdl>(-static_cast<int>(w));
}

/// "win", "cursed-win", "draw", "blessed-loss", "loss".
LUNETTE_EXPORT std::string_view to_string(Wdl wdl) noexcept;

enum class Metric : std::uint8_t {
  wdl,
  dtc,  ///< plies to the next capture or man's move among moves that keep the five-way value
  dtw   ///< plies to the end of the game, no count applied
};
LUNETTE_EXPORT std::string_view to_string(Metric metric) noexcept;  ///< "wdl", "dtc", "dtw"; also the file ending
LUNETTE_EXPORT std::optional<Metric> parse_metric(std::string_view text) noexcept;

/// How values are held in memory and given to the file writer: one 16-bit code an entry.
///   wdl: static_cast<int>(Wdl) + 2, 0..4
///   dtc, dtw: 0 for none (a draw), otherwise plies + 1
using ValueCode = std::uint16_t;
constexpr ValueCode encode_wdl(Wdl w) {
  return static_cast<ValueCode>(static_cast<int>(w) + 2);
}
constexpr Wdl decode_wdl(ValueCode c) {
  return static_cast<Wdl>(static_cast<int>(c) - 2);
}
constexpr ValueCode encode_plies(std::optional<int> plies) {
  return plies ? static_cast<ValueCode>(*plies + 1) : ValueCode{0};
}
constexpr std::optional<int> decode_plies(ValueCode c) {
  return c == 0 ? std::nullopt : std::optional<int>(c - 1);
}

}  // namespace lunette
