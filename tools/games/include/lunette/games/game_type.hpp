#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lunette/games/game.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The tag "GameType": "20" or "20,W,10,10,N2,0". What a short form leaves out is absent.
struct GameType {
  enum class Notation : std::uint8_t { numeric, algebraic };
  /// Where square 1 or a1 is, as the starting player sees the board; the digit of the tag.
  enum class Corner : std::uint8_t { lower_left, lower_right, upper_left, upper_right };

  int number = 0;
  std::optional<Color> first;
  std::optional<int> width;
  std::optional<int> height;
  std::optional<Notation> notation;
  std::optional<Corner> corner;
  bool inverted = false;  ///< the corner at the starting player's left hand is no square
};

/// Spaces do not matter, nor does case. ErrorCode::bad_argument otherwise.
Result<GameType> parse_game_type(std::string_view text);

/// The official PDN number of the game on this board that has these captures, or more: of the rulesets without a
/// number, `traditional` captures as pool (23), `minor` as brazilian (26), `polish` as international (20).
int game_number(const Ruleset& rules) noexcept;

/// The rules by which a reader of that number replays the moves: pass these to write_move(). No number prefers kings
/// to men: `historical` and `german` leave some captures of international and brazilian out, and a move may be
/// ambiguous among those.
Ruleset rules_of_number(const Ruleset& rules) noexcept;

/// The value of the tag "GameType": number, starting colour, width, height, notation, invert. Square 1 is at White's
/// upper left (N2), a1 at its lower left (A0).
std::string game_type(const Ruleset& rules, SquareNames names);

/// The ruleset of a game: `given` if it is not null, otherwise the one that the tag "Ruleset" names, otherwise that of
/// the tag "GameType" (20 international, 23 pool, 25 russian, 26 brazilian). ErrorCode::unknown_ruleset where neither
/// says it, bad_argument where the tags name another board than the ruleset's.
Result<const Ruleset*> ruleset_of(const Game& game, const Ruleset* given);

}  // namespace lunette
