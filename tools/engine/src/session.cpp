#include "lunette/engine/session.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "info_text.hpp"
#include "lunette/compress/version.hpp"
#include "lunette/engine/engine.hpp"
#include "lunette/engine/hub_line.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

Error refused(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}

}  // namespace

struct Session::State {
  State(const EngineParameters& chosen, Say output) : parameters(chosen), say_unlocked(std::move(output)) {}

  using Handler = Result<void> (State::*)(const HubLine&);
  /// When a command may come.
  enum class When : std::uint8_t {
    idle,        ///< not while a search runs
    initialised  ///< nor before `init`
  };
  struct Command {
    std::string_view name;
    When when;
    Handler handler;
  };
  static const std::array<Command, 7> commands;

  Result<void> obey(const HubLine& line);
  Result<void> obey_when_idle(const HubLine& line);
  Result<void> introduce(const HubLine& line);
  Result<void> set(const HubLine& line);
  Result<void> initialise(const HubLine& line);
  Result<void> forget(const HubLine& line);
  Result<void> set_position(const HubLine& line);
  Result<void> set_level(const HubLine& line);
  Result<void> go(const HubLine& line);

  void start(SearchMode mode);
  void run_search(const RunningGame& from, const Level& within, SearchMode mode);
  void stop();
  void say(std::string_view line);
  void finish(std::string_view done);

  EngineParameters parameters;
  std::optional<Engine> engine;
  const Ruleset* rules = nullptr;   ///< of the engine; `parameters` may name another one for the next `init`
  std::optional<RunningGame> game;  ///< absent after a `pos` that was refused
  Level level;

  SearchControl control;
  std::mutex mutex;  ///< of what is said
  Say say_unlocked;
  std::atomic<bool> searching{false};
  std::jthread search;
};

const std::array<Session::State::Command, 7> Session::State::commands{{
    {"hub", When::idle, &State::introduce},
    {"set-param", When::idle, &State::set},
    {"init", When::idle, &State::initialise},
    {"level", When::idle, &State::set_level},
    {"new-game", When::initialised, &State::forget},
    {"pos", When::initialised, &State::set_position},
    {"go", When::initialised, &State::go},
}};

Result<void> Session::State::obey(const HubLine& line) {
  if (line.command == "ping") {
    say("pong");
    return {};
  }
  if (line.command == "stop") {
    stop();
    return {};
  }
  if (line.command == "ponder-hit") {
    if (!engine) return refused("ponder-hit before init");
    control.ponder_hit();
    return {};
  }
  return obey_when_idle(line);
}

Result<void> Session::State::obey_when_idle(const HubLine& line) {
  for (const Command& command : commands) {
    if (command.name != line.command) continue;
    if (searching) return refused(line.command + " while a search runs: send stop first");
    // The thread of a search that has said `done` may still be on its last steps.
    if (search.joinable()) search.join();
    if (command.when == When::initialised && !engine) return refused(line.command + " before init");
    return (this->*command.handler)(line);
  }
  return refused("unknown command " + in_quotes(line.command));
}

Result<void> Session::State::introduce(const HubLine&) {
  say(HubText("id")
          .add("name", "Lunette")
          .add("version", tool_version())
          .add("author", "Lunette developers")
          .add("country", "-")
          .text());
  for (const std::string& line : parameter_lines(parameters)) say(line);
  say("wait");
  return {};
}

Result<void> Session::State::set(const HubLine& line) {
  const std::string* name = line.find("name");
  const std::string* value = line.find("value");
  if (name == nullptr || value == nullptr) return refused("set-param: expected name= and value=");
  return set_parameter(parameters, *name, *value);
}

Result<void> Session::State::initialise(const HubLine&) {
  Result<Engine> opened = Engine::open(parameters);
  if (!opened) return std::move(opened).error();
  engine = *std::move(opened);
  rules = parameters.rules;
  game.emplace(*rules, start_position(rules->board));
  say("ready");
  return {};
}

Result<void> Session::State::forget(const HubLine&) {
  engine->forget();
  return {};
}

Result<void> Session::State::set_position(const HubLine& line) {
  game.reset();
  const std::string* position = line.find("pos");
  if (position == nullptr) return refused("pos: expected pos=");
  const std::string* moves = line.find("moves");
  Result<RunningGame> read = RunningGame::read(*rules, *position, moves == nullptr ? std::string_view() : *moves);
  if (!read) return std::move(read).error();
  game = *std::move(read);
  return {};
}

Result<void> Session::State::set_level(const HubLine& line) {
  const Result<Level> read = read_level(line);
  if (!read) return read.error();
  level = *read;
  return {};
}

Result<void> Session::State::go(const HubLine& line) {
  if (!game) return refused("go: the last pos was refused, so there is no position");
  if (!has_move(*rules, game->position())) return refused("go: the game is over, the side to move has no move");
  const std::pair<std::string_view, SearchMode> modes[] = {
      {"think", SearchMode::think}, {"ponder", SearchMode::ponder}, {"analyze", SearchMode::analyze}};
  for (const auto& [name, mode] : modes) {
    if (line.find(name) == nullptr) continue;
    start(mode);
    return {};
  }
  return refused("go: expected think, ponder or analyze");
}

void Session::State::start(SearchMode mode) {
  searching = true;
  control.begin(mode == SearchMode::ponder);
  search = std::jthread([this, mode, from = *game, within = level] { run_search(from, within, mode); });
}

void Session::State::run_search(const RunningGame& from, const Level& within, SearchMode mode) {
  const SearchReports reports{[this](const SearchInfo& info) { say(info_line(*rules, info)); },
                              [this](const Probe& probe) {
                                for (const std::string& line : verdict_lines(*rules, probe)) say(line);
                              },
                              [this](const Error& error) { say(hub_error("tables not used: " + error.message)); },
                              [this](const SearchOutcome& outcome) { finish(done_line(*rules, outcome)); }};
  try {
    engine->search(from, within, mode, control, reports);
  } catch (const std::exception& failure) {
    MoveList moves;
    generate_moves(*rules, from.position(), moves);
    say(hub_error(fmt::format("search: {}", failure.what())));
    finish(done_line(*rules, SearchOutcome{moves.front(), std::nullopt}));
  }
}

/// Waits for the search's `done`, so that what the GUI sends next is obeyed at once.
void Session::State::stop() {
  if (!searching) return;
  control.stop();
  search.join();
}

void Session::State::say(std::string_view line) {
  const std::lock_guard lock(mutex);
  say_unlocked(line);
}

/// From here on the session is idle: the GUI may answer `done` faster than this thread ends.
void Session::State::finish(std::string_view done) {
  const std::lock_guard lock(mutex);
  searching = false;
  say_unlocked(done);
}

Session::Session(const EngineParameters& parameters, Say say)
    : state_(std::make_unique<State>(parameters, std::move(say))) {}

Session::~Session() {
  state_->stop();
}

bool Session::receive(std::string_view line) {
  const Result<HubLine> read = read_hub_line(line);
  if (!read) {
    state_->say(hub_error(read.error().message));
    return true;
  }
  if (read->command.empty()) return true;
  if (read->command == "quit") return false;
  if (const Result<void> obeyed = state_->obey(*read); !obeyed) state_->say(hub_error(obeyed.error().message));
  return true;
}

void Session::refuse_long_line() {
  state_->say(hub_error(fmt::format("a line of more than {} characters", longest_hub_line)));
}

}  // namespace lunette
