#pragma once

#include "evaluator.hpp"
#include "lunette/probe/tablebase.hpp"
#include "tables.hpp"

namespace lunette {

/// Chooses and plays moves by the tables. Thread-safe. May throw std::bad_alloc.
class Player {
 public:
  Player(const Ruleset& rules, Tables& tables, const Evaluator& evaluator) noexcept
      : rules_(rules), tables_(tables), evaluator_(evaluator) {}

  /// A legal position's answer and its moves, best first.
  Result<Probe> moves(const Position& position, const CountState& state) const;
  /// The first move for both sides, again and again; see Line::End for where it stops.
  Result<Line> line(const Position& position, const CountState& state, int max_plies) const;

 private:
  Result<RankedMove> answered(const Position& position, const Move& move, const CountState& state) const;
  bool is_drawn_by_count(const RankedMove& last, int limit) const;

  const Ruleset& rules_;
  Tables& tables_;
  const Evaluator& evaluator_;
};

}  // namespace lunette
