#include "lunette/games/longest_game.hpp"

#include <fmt/format.h>

#include "lunette/games/line_game.hpp"
#include "lunette/report/words.hpp"

namespace lunette {

Game game_of_longest_win(const Ruleset& rules, const LongestWin& win, SquareNames names) {
  Game game = game_of_line(rules, win.position, win.line, names);
  const std::string value = value_in_words(rules, win.position, win.line.start, limit_of(rules, {}));
  game.set_tag("Event", fmt::format("Longest win of {} in {}", color_name(win.position.side), win.material.name()));
  for (std::size_t step = 0; step < win.only.size(); ++step) {
    GameMove& move = game.moves.moves[step];
    if (step == 0) move.comments_before.push_back(fmt::format("{} to move: {}", color_name(win.position.side), value));
    if (win.only[step] == OnlyMove::winning) {
      move.nags.push_back(nag::only_move);
      move.comments_after.emplace_back("only move");
    } else if (win.only[step] == OnlyMove::fastest) {
      move.comments_after.emplace_back("only fastest move");
    }
  }
  return game;
}

}  // namespace lunette
