#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "lunette/engine/parameters.hpp"

namespace lunette {

/// One conversation in the Hub protocol, version 2: lines from a GUI go in, lines to it come out.
///
/// A search runs on a thread of its own, so that `ping`, `ponder-hit`, `stop` and `quit` are answered meanwhile; every
/// other command is then refused. What is malformed, unknown or out of order is answered by `error message="..."` and
/// changes nothing, but a refused `pos`, after which `go` is refused until another one is accepted. `stop` and
/// `ponder-hit` after the search they were meant for has ended are no errors: they cross its `done` on the way.
class Session {
 public:
  /// Called with each line to the GUI, without the newline, never by two threads at once.
  using Say = std::function<void(std::string_view)>;

  Session(const EngineParameters& parameters, Say say);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Stops a running search; its `done` is still said.
  ~Session();

  /// A line from the GUI, without the newline. False after `quit`. Always by the same thread.
  bool receive(std::string_view line);
  /// What stands for a line that is too long to be read.
  void refuse_long_line();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The longest line that is read: some ten thousand moves.
inline constexpr std::size_t longest_hub_line = std::size_t{1} << 17;

}  // namespace lunette
