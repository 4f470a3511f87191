#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "lunette/rules/board.hpp"
#include "lunette/rules/export.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// Which of the possible captures may be played.
enum class CaptureChoice : std::uint8_t {
  free,                   ///< any sequence, each played to its end
  most_pieces,            ///< only those that take the greatest number
  most_pieces_then_kings  ///< of those, only the ones that take the most kings
};

/// When a man that touches its far row during a capture becomes a king.
enum class Promotion : std::uint8_t {
  ends_on_far_row,  ///< only if the whole move ends there
  during_capture    ///< at once, and it goes on as a king (Russian)
};

/// The result for a side to move that has pieces but no move.
enum class NoMove : std::uint8_t {
  loss,
  draw_if_mutual  ///< drawn if the opponent, put on move, had no move either; lost otherwise
};

/// A draw by counting moves. The count starts at 0 when counted material arises and no count is running, and
/// once running goes on until the game ends (rules.md, "The counted draw").
struct CountRule {
  enum class Counts : std::uint8_t { lone_side_moves, both_sides_moves };
  std::span<const std::uint8_t> strong_kings;  ///< kings of the stronger side that start it against one lone king
  int limit = 0;                               ///< drawn once this many counted moves are completed
  Counts counts = Counts::lone_side_moves;
  bool restarts_on_conversion = false;  ///< false: a capture inside counted material does not restart the count
};

/// One game as data. Each trait's source stands beside it in ruleset.cpp.
struct Ruleset {
  std::string_view name;
  Board board = Board::b8;
  int men_per_side = 12;
  CaptureChoice capture = CaptureChoice::free;
  Promotion promotion = Promotion::ends_on_far_row;
  NoMove no_move = NoMove::loss;
  std::optional<CountRule> count;
  std::string_view origin;  ///< where the rules come from, one phrase
};

/// All nine, in the order of rules.md. Static storage.
LUNETTE_EXPORT std::span<const Ruleset> all_rulesets() noexcept;

/// ErrorCode::unknown_ruleset with the known names otherwise. The pointer is never null and lives for ever.
LUNETTE_EXPORT Result<const Ruleset*> find_ruleset(std::string_view name);

}  // namespace lunette
