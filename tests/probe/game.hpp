#pragma once

#include <optional>
#include <random>
#include <string>

#include "lunette/probe/tablebase.hpp"

/// How a game that was followed to its end came out for the side that followed.
struct Outcome {
  std::string fault;  ///< what broke the promise; empty if nothing did
  bool won = false;
  bool drawn_by_count = false;
  int plies = 0;
};

enum class Length { exact, any };

/// Plays one game: the side to move by the first ranked move, the other side by any legal move. With Length::exact the
/// distances too must hold: DTW where no count can be, DTC before a count starts.
class Game {
 public:
  Game(const lunette::Tablebase& tables, const lunette::Position& start, const std::optional<lunette::Count>& count,
       unsigned seed, Length length = Length::exact);
  Outcome play();

 private:
  lunette::Probe probe() const;
  bool over();
  void step();

  const lunette::Tablebase& tables_;
  lunette::Position position_;
  std::optional<lunette::Count> count_;
  lunette::Color winner_;
  std::mt19937 random_;
  Length length_;
  Outcome outcome_;
  lunette::Wdl promised_ = lunette::Wdl::draw;
  std::optional<int> longest_;
  int plies_to_conversion_ = 0;
};

/// So many games from random won positions (cursed ones too) of every class that has tables; every fault fails the
/// test.
void play_games(const lunette::Tablebase& tables, int games, Length length = Length::exact);
