#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "built_tables.hpp"
#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/engine/engine.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette::testing {

inline Position position(const Ruleset& rules, std::string_view fen) {
  const Result<Position> read = read_position(rules, fen);
  INFO(fen);
  REQUIRE(read);
  return *read;
}

/// A game from a FEN and moves in any notation.
inline RunningGame game(const Ruleset& rules, std::string_view fen, const std::vector<std::string>& moves = {}) {
  RunningGame played(rules, position(rules, fen));
  for (const std::string& text : moves) {
    const Result<Move> move = read_move(rules, played.position(), text);
    INFO(text);
    REQUIRE(move);
    played.play(*move);
  }
  return played;
}

inline EngineParameters parameters(const Ruleset& rules) {
  EngineParameters chosen = default_parameters();
  chosen.rules = &rules;
  chosen.hash = 1;
  chosen.cache = 1;
  return chosen;
}

inline Engine open_engine(const EngineParameters& chosen) {
  Result<Engine> engine = Engine::open(chosen);
  REQUIRE(engine);
  return *std::move(engine);
}

/// What a search has said, and its answer.
struct Searched {
  std::vector<SearchInfo> infos;
  std::vector<Probe> verdicts;
  std::vector<Error> troubles;
  SearchOutcome outcome;
};

inline Searched search(Engine& engine, const RunningGame& from, const Level& level,
                       SearchMode mode = SearchMode::think) {
  Searched result;
  SearchControl control;
  control.begin(false);
  const SearchReports reports{[&](const SearchInfo& info) { result.infos.push_back(info); },
                              [&](const Probe& probe) { result.verdicts.push_back(probe); },
                              [&](const Error& error) { result.troubles.push_back(error); },
                              [&](const SearchOutcome& outcome) { result.outcome = outcome; }};
  engine.search(from, level, mode, control, reports);
  return result;
}

inline Level to_depth(int depth) {
  Level level;
  level.depth = depth;
  return level;
}

}  // namespace lunette::testing
