#pragma once

#include <optional>
#include <set>
#include <string>

#include "lunette/games/annotate.hpp"
#include "lunette/games/game_play.hpp"

namespace lunette {

/// Plays a game through and writes into it what the tables say.
class GameWalk {
 public:
  GameWalk(const Tablebase& tables, const GameStart& start, Game& game, GameReport& report);
  void run();

 private:
  /// What is known in front of a move.
  struct State {
    Position position;
    std::optional<Count> count;
    int number = 1;
    bool reached = false;  ///< the tables have answered a position of this line
    bool ended_by_count = false;
  };

  /// False if a move could not be played.
  bool line(MoveLine& line, State& state, bool main_line);
  bool move(MoveLine& line, std::size_t index, State& state, bool main_line);
  void advance(const Move& played, GameMove& move, State& state) const;
  std::optional<Probe> probe(const State& state, int source_line);
  void tell_first_answer(MoveLine& line, std::size_t index, State& state, const Answer& answer);
  void note(JudgedMove judged, GameMove& move, const State& state, bool main_line);
  void end(State& state);
  void refuse(MoveLine& line, std::size_t index, const State& state, const Error& error);
  std::string place(const State& state) const;

  const Tablebase& tables_;
  const Ruleset& rules_;
  const GameStart& start_;
  Game& game_;
  GameReport& report_;
  std::set<ErrorCode> told_;  // each kind of failure of the tables is told once a game
};

}  // namespace lunette
