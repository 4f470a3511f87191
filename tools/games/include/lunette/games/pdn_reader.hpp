#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/games/game.hpp"

namespace lunette {

/// Something in a game that could not be read or played.
struct GameFault {
  int line = 0;         ///< of the text, from 1
  std::string place;    ///< "12." or "12..." for a move of that number; empty outside of moves
  std::string message;  ///< one line of printable ASCII
};

struct ReadGame {
  Game game;
  int line = 0;                   ///< where it begins, from 1
  std::vector<GameFault> faults;  ///< what was skipped, in the order of the text, about a hundred at most
};

/// Reads the games of a PDN text one after another, whatever the text: the syntax alone, whether moves are legal is for
/// whoever plays them (annotate_game()).
///
/// Accepted: byte order mark, any kind of line end, any encoding that has ASCII in it; tags with odd spaces, escaped or
/// stray quotes; comments in braces and behind semicolons, lines that begin with %; $n, ! and ?, also in parentheses;
/// numbers as "1.", "1...", "1. ...", "1" or glued to the move; moves with spaces around their signs; results of either
/// kind; games without tags or result (the next tags end it). A comment that is not closed ends where a line with a tag
/// begins. Whatever else stands between moves is read as the text of a move.
/// Faults: tags that are none or contradict an earlier one, what cannot be a move, parentheses that do not match,
/// variations nested more than 100 deep, games of more than 100,000 moves, comments that are not closed.
class PdnReader {
 public:
  /// `text` must outlive the reader.
  explicit PdnReader(std::string_view text);
  ~PdnReader();
  PdnReader(PdnReader&&) noexcept;
  PdnReader& operator=(PdnReader&&) noexcept;

  /// The next game; absent when there is none left. Time is linear in its length.
  std::optional<ReadGame> next();

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace lunette
