#include "lunette/probe/tablebase.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "border.hpp"
#include "cache.hpp"
#include "evaluator.hpp"
#include "player.hpp"
#include "preload.hpp"
#include "sharded_counters.hpp"
#include "tables.hpp"

namespace lunette {

namespace fs = std::filesystem;

struct Tablebase::State {
  State(const Ruleset& ruleset, const OpenOptions& options)
      : rules(ruleset),
        tables(ruleset, options.directories, options.max_pieces, options.metrics),
        cache(options.cache_bytes),
        evaluator(ruleset, tables, cache, counters, Access::disk),
        cached_evaluator(ruleset, tables, cache, counters, Access::cached_only),
        player(ruleset, tables, evaluator) {
    preload(ruleset, tables, evaluator, std::min(options.preload_bytes, options.cache_bytes));
  }

  const Ruleset& rules;
  Tables tables;
  LineCache cache;
  ProbeCounters counters;
  Evaluator evaluator;
  Evaluator cached_evaluator;
  Player player;
};

namespace {

std::optional<Error> unusable(const Ruleset& rules, const OpenOptions& options) {
  if (rules.count &&
      (rules.count->counts != CountRule::Counts::lone_side_moves || rules.count->restarts_on_conversion)) {
    // value_under_count would be wrong for them: DTW alone does not tell how such a count ends.
    return Error{ErrorCode::bad_argument, "a count that counts both sides' moves or restarts cannot be answered yet"};
  }
  if (options.metrics.empty()) return Error{ErrorCode::bad_argument, "no metric to answer from"};
  if (options.max_pieces < 2 || options.max_pieces > max_table_pieces) {
    return Error{ErrorCode::bad_argument, "max_pieces is " + std::to_string(options.max_pieces) + ", not 2 to " +
                                              std::to_string(max_table_pieces)};
  }
  if (options.directories.empty()) return Error{ErrorCode::bad_argument, "no directory to look for tables in"};
  for (const fs::path& directory : options.directories) {
    std::error_code failure;
    if (fs::is_directory(directory, failure)) continue;
    const std::string reason = failure ? failure.message() : "not a directory";
    return Error{ErrorCode::io_error, directory.string() + ": " + reason};
  }
  return std::nullopt;
}

std::optional<Error> illegal(const Ruleset& rules, const Position& position) {
  const PositionFault fault = check(rules, position);
  if (fault == PositionFault::none) return std::nullopt;
  return Error{ErrorCode::illegal_position, to_string(fault)};
}

/// The position is legal and the count can run in it.
Result<CountState> count_state(const Ruleset& rules, const Position& position, const CountRequest& request) {
  if (auto error = illegal(rules, position)) return *std::move(error);
  const bool asked = request.moves || request.lone || request.limit;
  const bool men = (position.men[0] | position.men[1]) != 0;
  if (!asked && (men || !rules.count)) return CountState{std::nullopt, limit_of(rules, request)};  // most probes
  auto count = running_count(rules, position, request);
  if (!count) return std::move(count).error();
  return CountState{*count, limit_of(rules, request)};
}

bool has_table(const Material& material) {
  return material.white_pieces() > 0 && material.black_pieces() > 0 && material.pieces() <= max_table_pieces;
}

Result<const Table*> find_table(Tables& tables, const Material& material, Metric metric) {
  if (!has_table(material)) {
    const bool large = material.pieces() > max_table_pieces;
    return Error{
        large ? ErrorCode::not_covered : ErrorCode::bad_argument,
        material.name() + (large ? " has too many pieces for a table" : " has a side without pieces and no table")};
  }
  return tables.find(material.canonical(), metric);
}

Result<const Table*> find_side(Tables& tables, const Material& canonical, Metric metric, Color side) {
  if (!canonical.is_canonical())
    return Error{ErrorCode::bad_argument, canonical.name() + " is stored as " + canonical.canonical().name()};
  if (side == Color::black && canonical.is_own_flip()) {
    return Error{ErrorCode::bad_argument, canonical.name() + " is its own colour flip and stores White to move only"};
  }
  return find_table(tables, canonical, metric);
}

template <class State>
Result<Wdl> wdl_of(State& state, const Evaluator& evaluator, const Position& position,
                   const CountRequest& count) noexcept {
  state.counters.add(ProbeEvent::probe);
  return at_border([&]() -> Result<Wdl> {
    const auto request = count_state(state.rules, position, count);
    if (!request) return request.error();
    return evaluator.wdl(position, *request);
  });
}

template <class State>
Result<std::optional<int>> plies_of(State& state, const Evaluator& evaluator, Metric metric,
                                    const Position& position) noexcept {
  state.counters.add(ProbeEvent::probe);
  return at_border([&]() -> Result<std::optional<int>> {
    if (auto error = illegal(state.rules, position)) return *std::move(error);
    return metric == Metric::dtc ? evaluator.dtc(position) : evaluator.dtw(position);
  });
}

}  // namespace

Tablebase::Tablebase(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;
Tablebase::~Tablebase() = default;

Result<Tablebase> Tablebase::open(const Ruleset& rules, const OpenOptions& options) noexcept {
  return at_border([&]() -> Result<Tablebase> {
    if (auto error = unusable(rules, options)) return *std::move(error);
    return Tablebase(std::make_unique<State>(rules, options));
  });
}

const Ruleset& Tablebase::rules() const noexcept {
  return state_->rules;
}

Result<Wdl> Tablebase::probe_wdl(const Position& position, const CountRequest& count) const noexcept {
  return wdl_of(*state_, state_->evaluator, position, count);
}

Result<std::optional<int>> Tablebase::probe_dtc(const Position& position) const noexcept {
  return plies_of(*state_, state_->evaluator, Metric::dtc, position);
}

Result<std::optional<int>> Tablebase::probe_dtw(const Position& position) const noexcept {
  return plies_of(*state_, state_->evaluator, Metric::dtw, position);
}

Result<Wdl> Tablebase::probe_cached(const Position& position, const CountRequest& count) const noexcept {
  return wdl_of(*state_, state_->cached_evaluator, position, count);
}

Result<std::optional<int>> Tablebase::probe_cached_dtc(const Position& position) const noexcept {
  return plies_of(*state_, state_->cached_evaluator, Metric::dtc, position);
}

Result<std::optional<int>> Tablebase::probe_cached_dtw(const Position& position) const noexcept {
  return plies_of(*state_, state_->cached_evaluator, Metric::dtw, position);
}

Result<Answer> Tablebase::probe(const Position& position, const CountRequest& count) const noexcept {
  state_->counters.add(ProbeEvent::probe);
  return at_border([&]() -> Result<Answer> {
    const auto state = count_state(state_->rules, position, count);
    if (!state) return state.error();
    return state_->evaluator.answer(position, *state);
  });
}

Result<Probe> Tablebase::rank_moves(const Position& position, const CountRequest& count) const noexcept {
  state_->counters.add(ProbeEvent::probe);
  return at_border([&]() -> Result<Probe> {
    const auto state = count_state(state_->rules, position, count);
    if (!state) return state.error();
    return state_->player.moves(position, *state);
  });
}

Result<Line> Tablebase::best_line(const Position& position, const CountRequest& count, int max_plies) const noexcept {
  state_->counters.add(ProbeEvent::probe);
  return at_border([&]() -> Result<Line> {
    const auto state = count_state(state_->rules, position, count);
    if (!state) return state.error();
    return state_->player.line(position, *state, max_plies);
  });
}

bool Tablebase::covers(const Material& material) const noexcept {
  if (material.white_pieces() == 0 || material.black_pieces() == 0) return true;
  return has(material, Metric::wdl);
}

bool Tablebase::has(const Material& material, Metric metric) const noexcept {
  const auto found = at_border(
      [&]() -> Result<bool> { return has_table(material) && state_->tables.has(material.canonical(), metric); });
  return found && *found;
}

std::vector<Material> Tablebase::missing(int pieces, int max_side) const {
  std::vector<Material> materials = enumerate_materials(std::min(pieces, state_->tables.max_pieces()), max_side);
  std::erase_if(materials, [this](const Material& material) { return covers(material); });
  return materials;
}

std::vector<Material> Tablebase::tables() const {
  std::vector<Material> materials = enumerate_materials(state_->tables.max_pieces());
  std::erase_if(materials, [this](const Material& material) { return !covers(material); });
  return materials;
}

Result<const TableFile*> Tablebase::table(const Material& material, Metric metric) const noexcept {
  return at_border([&]() -> Result<const TableFile*> {
    const auto found = find_table(state_->tables, material, metric);
    if (!found) return found.error();
    return &(*found)->file();
  });
}

Statistics Tablebase::statistics() const noexcept {
  const ProbeCounters& counters = state_->counters;
  return {counters.sum(ProbeEvent::probe),
          counters.sum(ProbeEvent::cache_hit),
          counters.sum(ProbeEvent::cache_miss),
          state_->cache.bytes(),
          state_->cache.budget(),
          state_->tables.open_tables()};
}

void Tablebase::reset_statistics() noexcept {
  state_->counters.reset();
}

Result<std::vector<ValueCode>> Tablebase::read_values(const Material& canonical, Metric metric,
                                                      Color side) const noexcept {
  return at_border([&]() -> Result<std::vector<ValueCode>> {
    const auto found = find_side(state_->tables, canonical, metric, side);
    if (!found) return found.error();
    const Table& table = **found;
    std::vector<ValueCode> values(table.indexer().size());
    std::span<ValueCode> rest(values);
    for (std::uint64_t block = 0; block < table.file().blocks(); ++block) {
      const std::size_t size = table.file().block_size(block);
      if (auto read = state_->evaluator.read_block(table, side, block, rest.first(size)); !read)
        return std::move(read).error();
      rest = rest.subspan(size);
    }
    return values;
  });
}

Result<void> Tablebase::read_block_values(const Material& canonical, Metric metric, Color side, std::uint64_t block,
                                          std::span<ValueCode> out) const noexcept {
  return at_border([&]() -> Result<void> {
    const auto found = find_side(state_->tables, canonical, metric, side);
    if (!found) return found.error();
    const Table& table = **found;
    if (block >= table.file().blocks() || out.size() != table.file().block_size(block)) {
      return Error{ErrorCode::bad_argument, "no block " + std::to_string(block) + " of " + std::to_string(out.size()) +
                                                " entries in " + table.file().path().string()};
    }
    return state_->evaluator.read_block(table, side, block, out);
  });
}

}  // namespace lunette
