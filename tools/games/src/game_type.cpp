#include "lunette/games/game_type.hpp"

#include <fmt/format.h>

namespace lunette {

int game_number(const Ruleset& rules) noexcept {
  if (rules.board == Board::b10) return 20;
  if (rules.promotion == Promotion::during_capture) return 25;
  return rules.capture == CaptureChoice::free ? 23 : 26;
}

Ruleset rules_of_number(const Ruleset& rules) noexcept {
  Ruleset numbered = rules;
  if (numbered.capture == CaptureChoice::most_pieces_then_kings) numbered.capture = CaptureChoice::most_pieces;
  return numbered;
}

std::string game_type(const Ruleset& rules, SquareNames names) {
  const int side = rules.board == Board::b10 ? 10 : 8;
  return fmt::format("{},W,{},{},{},0", game_number(rules), side, side, names == SquareNames::algebraic ? "A0" : "N2");
}

}  // namespace lunette
