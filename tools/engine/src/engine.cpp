#include "lunette/engine/engine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "iteration.hpp"
#include "lunette/rules/movegen.hpp"
#include "root_tables.hpp"
#include "table_view.hpp"
#include "transposition.hpp"
#include "worker.hpp"

namespace lunette {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

Result<void> check_memory(const EngineParameters& parameters) {
  const auto machine =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t asked =
      (static_cast<std::size_t>(parameters.hash) + static_cast<std::size_t>(parameters.cache)) * mebibyte;
  if (asked <= machine) return {};
  return Error{ErrorCode::out_of_memory,
               fmt::format("hash and cache take {} MiB, the machine has {}", asked / mebibyte, machine / mebibyte)};
}

Result<std::optional<TableView>> open_tables(const EngineParameters& parameters) {
  if (parameters.tables.empty()) return std::optional<TableView>();
  OpenOptions options;
  options.directories = parameters.tables;
  options.cache_bytes = static_cast<std::size_t>(parameters.cache) * mebibyte;
  Result<Tablebase> tablebase = Tablebase::open(*parameters.rules, options);
  if (!tablebase) return std::move(tablebase).error();
  return std::optional<TableView>(std::in_place, *std::move(tablebase));
}

/// Ends the other threads' search however this one's ends.
class HaltAtEnd {
 public:
  explicit HaltAtEnd(SearchControl& control) : control_(control) {}
  ~HaltAtEnd() { control_.halt(); }
  HaltAtEnd(const HaltAtEnd&) = delete;
  HaltAtEnd& operator=(const HaltAtEnd&) = delete;

 private:
  SearchControl& control_;
};

/// The search of a thread that only fills the memory for another. Without room for it, the other goes on alone.
void help(SearchTask& task, const RunningGame& game, const MoveList& moves, int first_depth) noexcept {
  try {
    Worker worker(task, game, moves, false);
    deepen(worker, task, IterationLimits{first_depth, Worker::most_depth, false}, [](const SearchInfo&) {});
  } catch (const std::bad_alloc&) {
  }
}

SearchOutcome outcome_of(const MoveList& line) {
  return {line.front(), line.size() > 1 ? std::optional<Move>(line[1]) : std::nullopt};
}

/// Holds the answer back until it is wanted.
void wait_for_permission(SearchControl& control, SearchMode mode, const Level& level) {
  const bool unlimited = !level.depth && !level.nodes && !level.move_time && !level.time;
  if (mode != SearchMode::think) control.wait_for_permission(mode == SearchMode::analyze && unlimited);
}

/// What is no fault of the tables: they are not there, or the game has gone past what they answer.
bool is_expected(ErrorCode code) {
  return code == ErrorCode::missing_table || code == ErrorCode::missing_metric || code == ErrorCode::not_covered ||
         code == ErrorCode::bad_count;
}

}  // namespace

struct Engine::State {
  State(const EngineParameters& chosen, std::optional<TableView> opened)
      : parameters(chosen), tables(std::move(opened)), memory(static_cast<std::size_t>(chosen.hash) * mebibyte) {}

  std::optional<TableChoice> table_choice(const RunningGame& game, SearchMode mode, const SearchReports& reports) const;
  SearchOutcome answer(const TableChoice& choice, const SearchControl& control, const SearchReports& reports) const;
  void search(const RunningGame& game, const TableChoice* choice, const Level& level, SearchMode mode,
              SearchControl& control, const SearchReports& reports);

  EngineParameters parameters;
  std::optional<TableView> tables;
  TranspositionTable memory;
};

Result<Engine> Engine::open(const EngineParameters& parameters) {
  if (Result<void> checked = check_memory(parameters); !checked) return checked.error();
  Result<std::optional<TableView>> tables = open_tables(parameters);
  if (!tables) return std::move(tables).error();
  try {
    return Engine(std::make_unique<State>(parameters, *std::move(tables)));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, fmt::format("no memory for a hash of {} MiB", parameters.hash)};
  }
}

Engine::Engine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

void Engine::forget() {
  state_->memory.clear();
}

void Engine::search(const RunningGame& game, const Level& level, SearchMode mode, SearchControl& control,
                    const SearchReports& reports) {
  const std::optional<TableChoice> choice = state_->table_choice(game, mode, reports);
  if (!choice || !choice->decided) {
    return state_->search(game, choice ? &*choice : nullptr, level, mode, control, reports);
  }
  const SearchOutcome outcome = state_->answer(*choice, control, reports);
  wait_for_permission(control, mode, level);
  reports.done(outcome);
}

std::optional<TableChoice> Engine::State::table_choice(const RunningGame& game, SearchMode mode,
                                                       const SearchReports& reports) const {
  if (!tables) return std::nullopt;
  Result<TableChoice> choice = ask_tables(tables->tablebase(), game);
  if (!choice) {
    if (!is_expected(choice.error().code)) reports.trouble(choice.error());
    return std::nullopt;
  }
  if (mode == SearchMode::analyze) reports.verdict(choice->probe);
  return *std::move(choice);
}

SearchOutcome Engine::State::answer(const TableChoice& choice, const SearchControl& control,
                                    const SearchReports& reports) const {
  constexpr int shown_plies = 24;
  SearchInfo info;
  info.depth = 1;
  info.score = score_of(choice);
  info.nodes = choice.probe.moves.size();
  info.line = line_of(tables->tablebase(), choice, shown_plies);
  info.seconds = control.searched_seconds();
  reports.info(info);
  return outcome_of(info.line);
}

void Engine::State::search(const RunningGame& game, const TableChoice* choice, const Level& level, SearchMode mode,
                           SearchControl& control, const SearchReports& reports) {
  MoveList moves;
  if (choice != nullptr) {
    moves = moves_of_best_value(choice->probe);
  } else {
    generate_moves(game.rules(), game.position(), moves);
  }
  memory.age();
  SearchTask task;
  task.rules = parameters.rules;
  task.tables = tables ? &*tables : nullptr;
  task.conversions_only = choice != nullptr;
  task.memory = &memory;
  task.control = &control;
  task.most_nodes = level.nodes.value_or(task.most_nodes);
  task.budget = time_budget(level);

  IterationLimits limits;
  limits.last_depth = std::min(level.depth.value_or(Worker::most_depth), Worker::most_depth);
  limits.single_move = moves.size() == 1 && mode != SearchMode::analyze;
  Worker main(task, game, moves, true);
  std::vector<std::jthread> helpers;
  const HaltAtEnd halt(control);
  // Every other one is a ply ahead, so that they fill the memory with different things.
  for (int i = 1; i < parameters.threads; ++i) {
    helpers.emplace_back([&, first = 1 + i % 2] { help(task, game, moves, first); });
  }
  deepen(main, task, limits, reports.info);
  control.halt();
  wait_for_permission(control, mode, level);
  reports.done(outcome_of(main.best_line()));
}

}  // namespace lunette
