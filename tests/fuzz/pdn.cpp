// Any text as a PDN file: games whose writing is read again as the same games. Where a game is small enough, its main
// line is played as far as it goes.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/games/game_play.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/rules/movegen.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;

namespace {

/// More captures than anybody's game has take seconds to list (hundreds of thousands of paths).
constexpr int most_pieces = 14;

std::vector<Game> read_all(std::string_view text) {
  PdnReader reader(text);
  std::vector<Game> games;
  while (std::optional<ReadGame> read = reader.next()) {
    for (const GameFault& fault : read->faults) {
      fuzz::require_message({ErrorCode::bad_argument, fault.message});
      require(fault.line >= read->line, "a fault in front of its game");
    }
    games.push_back(std::move(read->game));
  }
  return games;
}

std::string written(const std::vector<Game>& games) {
  std::string text;
  for (const Game& game : games) text += write_pdn(game);
  return text;
}

void play(const Ruleset& rules, const Game& game) {
  const Result<GameStart> start = start_of(game, rules);
  if (!start) return fuzz::require_message(start.error());
  Position position = start->position;
  if (position.piece_count() > most_pieces) return;
  const std::span<const GameMove> moves(game.moves.moves);
  for (std::size_t i = 0; i < moves.size() && i < 40; ++i) {
    const Result<Move> move = play_move(rules, start->squares, position, moves.subspan(i));
    if (!move) return fuzz::require_message(move.error());
    position = apply(position, *move);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<Game> games = read_all(text);
  const std::string once = written(games);
  const std::vector<Game> again = read_all(once);
  require(again.size() == games.size(), "another number of games is read from", once);
  for (std::size_t i = 0; i < games.size(); ++i) {
    Game ordered = games[i];
    order_tags(ordered.tags);
    require(again[i] == ordered, "another game is read from", once);
    const Result<const Ruleset*> rules = ruleset_of(games[i], nullptr);
    if (rules) play(**rules, games[i]);
  }
  return 0;
}
