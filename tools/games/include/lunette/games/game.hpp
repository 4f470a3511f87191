#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/position.hpp"

namespace lunette {

/// Numeric annotation glyphs of PGN and PDN that are written or asked for by name.
namespace nag {
inline constexpr int good = 1;         ///< !
inline constexpr int mistake = 2;      ///< ?
inline constexpr int brilliant = 3;    ///< !!
inline constexpr int blunder = 4;      ///< ??
inline constexpr int interesting = 5;  ///< !?
inline constexpr int dubious = 6;      ///< ?!
inline constexpr int only_move = 8;    ///< no reasonable alternative
}  // namespace nag

/// The text of a move that passes the turn.
inline constexpr std::string_view null_move = "--";

struct MoveLine;

/// One move of a game as its text has it. Comments are single lines: their white space is one space between words.
struct GameMove {
  std::string text;                          ///< "32-28", "32x23", "c3:e5"; "--" passes the turn
  std::vector<int> nags;                     ///< in the order of the text
  std::vector<std::string> comments_before;  ///< of the first move of a line, or of one that follows variations
  std::vector<std::string> comments_after;   ///< between the move and its variations
  std::vector<MoveLine> variations;          ///< other moves in its place, each with what follows it
  int source_line = 0;                       ///< where it was read, from 1; no part of comparisons
};

/// The main line or a variation.
struct MoveLine {
  std::vector<GameMove> moves;
  std::vector<std::string> closing_comments;  ///< of a line without moves, or behind its last move's variations
};

bool operator==(const GameMove& a, const GameMove& b);
bool operator==(const MoveLine& a, const MoveLine& b);

enum class Outcome : std::uint8_t { unknown, white_wins, black_wins, draw, both_lose };

struct PdnTag {
  std::string name;
  std::string value;
  friend bool operator==(const PdnTag&, const PdnTag&) = default;
};

/// A game as PDN holds it, without the rules: moves are texts. Copies are deep. Not synchronised.
struct Game {
  std::vector<PdnTag> tags;
  Color first = Color::white;   ///< who makes the first move
  Color leader = Color::white;  ///< whose moves begin a number; not White's in some games of type 23
  int first_number = 1;
  MoveLine moves;
  Outcome outcome = Outcome::unknown;  ///< behind the moves; the tag "Result" may say something else

  /// The value of the first tag of this name, whatever its case.
  std::optional<std::string_view> tag(std::string_view name) const;
  /// Replaces the value, or adds the tag.
  void set_tag(std::string_view name, std::string value);
  friend bool operator==(const Game&, const Game&) = default;
};

/// The tags in the order in which they are written: Event, Site, Date, Round, White, Black, Result, GameType, Ruleset,
/// then others as they come, SetUp and FEN last.
void order_tags(std::vector<PdnTag>& tags);

/// "2-0" (international) or "1-0"; "*" for unknown, "0-0" for both_lose.
std::string_view result_token(Outcome outcome, bool international) noexcept;

/// Any spelling of either kind, "1/2" and the typographic half included; absent if the text is no result.
std::optional<Outcome> parse_result(std::string_view text) noexcept;

}  // namespace lunette
