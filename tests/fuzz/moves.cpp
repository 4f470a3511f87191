// Any text as a move of any position: a legal move that is written and read again as itself, or a typed error. An input
// is a byte that chooses the ruleset, a FEN, a line feed, and the text of the move.

#include <algorithm>
#include <string>
#include <string_view>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "lunette/rules/ruleset.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;

namespace {

/// More captures than anybody's game has take seconds to list (hundreds of thousands of paths).
constexpr int most_pieces = 14;

void read_again(const Ruleset& rules, const Position& position, const Move& move, SquareNames names) {
  const std::string text = write_move(rules, position, move, names);
  const auto again = read_move(rules, position, text);
  require(again.has_value(), "a move of ours is refused:", text);
  require(*again == move, "another move is read from", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto [rules, text] = fuzz::rules_and_text(data, size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const auto position = read_position(rules, text.substr(0, line));
  if (!position || position->piece_count() > most_pieces) return 0;
  const auto read = read_move(rules, *position, text.substr(std::min(line + 1, text.size())));
  if (!read) {
    fuzz::require_message(read.error());
    require(read.error().code == ErrorCode::bad_move, "another error:", read.error().message);
    return 0;
  }
  MoveList moves;
  generate_moves(rules, *position, moves);
  require(std::find(moves.begin(), moves.end(), *read) != moves.end(), "a move that is not legal is read");
  read_again(rules, *position, *read, SquareNames::numeric);
  if (rules.board == Board::b8) read_again(rules, *position, *read, SquareNames::algebraic);
  return 0;
}
