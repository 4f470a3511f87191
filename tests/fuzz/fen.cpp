// Any text as a FEN: a position that is written and read again as itself, or a typed error. The first byte chooses the
// ruleset.

#include <string>
#include <string_view>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/ruleset.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;

namespace {

void read_again(const Ruleset& rules, const Position& position, SquareNames names) {
  const std::string text = write_fen(rules.board, position, names);
  const auto again = read_fen(rules, text);
  require(again.has_value(), "a FEN of ours is refused:", text);
  require(again->side == position.side && again->position == position, "another position is read from", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto [rules, text] = fuzz::rules_and_text(data, size);
  const auto read = read_fen(rules, text);
  const auto playable = read_position(rules, text);
  if (!read) {
    fuzz::require_message(read.error());
    require(read.error().code == ErrorCode::bad_fen || read.error().code == ErrorCode::illegal_position,
            "another error:", read.error().message);
    require(!playable, "read_position reads what read_fen does not");
    return 0;
  }
  read_again(rules, read->position, SquareNames::numeric);
  if (rules.board == Board::b8) read_again(rules, read->position, SquareNames::algebraic);
  require(draw_board(rules.board, read->position).size() < 1000, "a board too large");
  if (playable) {
    require(check(rules, *playable) == PositionFault::none, "an illegal position is read");
    require(*playable == read->position, "read_position and read_fen differ");
  } else {
    fuzz::require_message(playable.error());
    require(playable.error().code == ErrorCode::unknown_side || playable.error().code == ErrorCode::illegal_position,
            "another error:", playable.error().message);
  }
  return 0;
}
