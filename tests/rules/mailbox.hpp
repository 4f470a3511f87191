#pragma once

#include <array>
#include <string>
#include <vector>

#include "lunette/rules/position.hpp"

/// Draughts played as a person would: a board of characters in rows and columns, one landing square at a time, plain
/// recursion. Shares no code with the library and does not look at its table of rulesets, only at their names. Slow.
namespace mailbox {

/// One way to play a move, in square numbers.
struct Play {
  std::vector<int> path;      ///< the squares stood on, origin first
  std::vector<int> captured;  ///< ascending
  bool is_man = false;
  bool promotes = false;

  int from() const { return path.front(); }
  int to() const { return path.back(); }
};

/// What the nine games differ in, as far as moves are concerned, copied by hand from rules.md.
struct Game {
  int side;
  bool greatest_number;
  bool most_kings;
  bool crowned_in_passing;
};

Game game(const std::string& ruleset);

/// Every legal way to play, captures once for each path.
std::vector<Play> plays(const Game& game, lunette::Board board, const lunette::Position& position);

}  // namespace mailbox
