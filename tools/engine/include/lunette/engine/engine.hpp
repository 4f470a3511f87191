#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "lunette/engine/level.hpp"
#include "lunette/engine/parameters.hpp"
#include "lunette/engine/running_game.hpp"
#include "lunette/engine/score.hpp"
#include "lunette/engine/search_control.hpp"
#include "lunette/probe/tablebase.hpp"

namespace lunette {

enum class SearchMode : std::uint8_t {
  think,   ///< a move to play is wanted
  ponder,  ///< the same, but the clock runs and the answer is wanted only after SearchControl::ponder_hit()
  analyze  ///< what is found out is wanted; without limits until SearchControl::stop()
};

/// What a search has found so far.
struct SearchInfo {
  int depth = 0;            ///< plies; 1 where the tables alone have answered
  Score score = 0;          ///< from the side to move
  std::uint64_t nodes = 0;  ///< positions visited by all threads; the legal moves where the tables have answered
  double seconds = 0;
  MoveList line;  ///< best play, at least one move
};

/// The end of a search.
struct SearchOutcome {
  Move best;
  std::optional<Move> ponder;  ///< the answer that is expected
};

/// Told while a search runs, from the thread that runs it. All must be callable.
struct SearchReports {
  std::function<void(const SearchInfo&)> info;
  /// The tables' verdict on all moves, once, in SearchMode::analyze where they cover the position.
  std::function<void(const Probe&)> verdict;
  /// Tables that are there cannot be used; the search goes on without them.
  std::function<void(const Error&)> trouble;
  /// Once, last. The search's other threads may still be on their way to see that it is over.
  std::function<void(const SearchOutcome&)> done;
};

/// Plays one ruleset: from the tables alone where they cover the position and know how to make progress, with the
/// result kept, the resistance longest, the count and repetitions reckoned with; elsewhere by a search that has the
/// tables at its leaves.
class Engine {
 public:
  /// `parameters.rules` must outlive the engine. Errors: those of Tablebase::open(), out_of_memory for sizes beyond the
  /// machine's memory.
  static Result<Engine> open(const EngineParameters& parameters);
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  /// Forgets what earlier searches have found. Not while one runs.
  void forget();

  /// Searches the position of a game of this engine's ruleset, which has at least one legal move. Is done when a limit
  /// of `level` is reached, the position is decided or `control` says so; see SearchMode. `control` has been begun.
  /// With one thread and a limit of depth or nodes the same calls give the same answers. One search at a time. Throws
  /// what the reports throw, and std::bad_alloc.
  void search(const RunningGame& game, const Level& level, SearchMode mode, SearchControl& control,
              const SearchReports& reports);

 private:
  struct State;
  explicit Engine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lunette
