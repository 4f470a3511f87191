#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "class_journal.hpp"
#include "class_parts.hpp"
#include "existing_files.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/count.hpp"
#include "manifest.hpp"
#include "plan.hpp"
#include "rows/row_solver.hpp"
#include "slice_group.hpp"
#include "step_memory.hpp"
#include "waves.hpp"

namespace lunette {
namespace {

using namespace gen;
using Positions = std::vector<std::size_t>;

/// Of the CPU time of solving a class: what merging its parts takes, which is reading them and writing the tables
/// (docs/cluster.md says how it was measured).
constexpr double merging_share = 0.45;
/// To decode an entry of a smaller table, which each group does.
constexpr double decoding_nanoseconds = 2.0;

bool can_be_sliced(const Ruleset& rules, const ClassPlan& plan) {
  const Material& material = plan.step.material;
  return plan.solves_conversion && material.kings() > 0 && material.men() > 0 && !starts_count(rules, material);
}

std::vector<Metric> without_dtw(std::vector<Metric> metrics) {
  std::erase(metrics, Metric::dtw);
  return metrics;
}

/// The steps that split one class, from the most advanced wave down.
class SlicedClass {
 public:
  SlicedClass(const StepPlanOptions& options, const ClassPlan& conversion, std::uint64_t memory_bytes)
      : options_(options),
        rules_(*options.build.rules),
        plan_(conversion),
        memory_bytes_(memory_bytes),
        indexer_(rules_.board, conversion.step.material),
        sizes_(wave_sizes(rules_.board, conversion.step.material)),
        origin_(origin_of_values(rules_, options.build.directory, conversion.step.material)),
        memory_(rules_, indexer_, with_dtc(), conversion.threads) {
    id_.rules = &rules_;
    id_.kind = StepId::Kind::slices;
    id_.material = conversion.step.material;
    id_.metrics = conversion.step.metrics;
    for (const TableId& need : conversion.conversion.needs) {
      smaller_entries_ +=
          Indexer(rules_.board, need.material).size() * static_cast<Index>(need.material.stored_sides());
    }
  }

  /// Errors: out_of_memory.
  Result<std::vector<Step>> steps() {
    const std::vector<StepId> there = find_parts(options_.build.directory, id_);
    std::vector<Step> steps;
    for (int wave = next_wave(static_cast<int>(sizes_.size())); wave >= 0; wave = next_wave(wave)) {
      auto step = kept_step(there, wave);
      if (!step) {
        auto planned = planned_step(there, wave);
        if (!planned) return planned.error();
        step = std::move(*planned);
      }
      look_for_parts(*step);
      wave = step->id.last_wave;
      steps.push_back(std::move(*step));
    }
    return steps;
  }

  Result<Step> merge() const {
    Step step;
    step.id = id_;
    step.id.kind = StepId::Kind::merge;
    for (const Metric metric : id_.metrics) {
      step.outputs.push_back(id_.material.name() + "." + std::string(to_string(metric)));
    }
    step.entries = plan_.step.entries;
    step.disk_bytes = plan_.step.disk_bytes;
    step.threads = plan_.threads;
    step.memory_bytes = memory_.merge();
    step.cpu_seconds = merging_share * plan_.step.cpu_seconds;
    step.seconds = step.cpu_seconds / plan_.threads;
    if (step.memory_bytes > memory_bytes_) return too_little_memory(step.id, step.memory_bytes);
    return step;
  }

 private:
  bool with_dtc() const { return plan_.writes(Metric::dtc); }
  Index size(int wave) const {
    return wave < static_cast<int>(sizes_.size()) ? sizes_[static_cast<std::size_t>(wave)] : 0;
  }
  /// The next one that has slices; -1 after the last.
  int next_wave(int wave) const {
    do {
      --wave;
    } while (wave >= 0 && size(wave) == 0);
    return wave;
  }
  double solving_seconds(Index slices) const {
    return plan_.step.cpu_seconds * static_cast<double>(slices) / static_cast<double>(indexer_.slices());
  }
  double decoding_seconds() const { return 1e-9 * decoding_nanoseconds * static_cast<double>(smaller_entries_); }
  double cpu_seconds(Index slices) const { return solving_seconds(slices) + decoding_seconds(); }
  std::uint64_t memory(Index slices, int first_wave) const {
    const Index above = size(first_wave + 1);
    return memory_.group(slices, most_read(id_.material, slices, above), above);
  }
  bool fits(Index slices, int first_wave) const { return memory(slices, first_wave) <= memory_bytes_; }

  /// How many nodes the class needs for its time.
  double nodes() const { return std::max(1.0, std::ceil(plan_.step.seconds / options_.step_seconds)); }
  /// So many CPU seconds may solving waves take that one node does while the others wait, if there are others; but a
  /// step should do several times as much as decode the smaller tables.
  double alone() const {
    const double share = nodes() > 1 ? options_.step_seconds / 16 : options_.step_seconds;
    return std::max(share * plan_.threads, 4 * decoding_seconds());
  }
  bool can_be_together(Index slices, int first_wave) const {
    return solving_seconds(slices) <= alone() && fits(slices, first_wave);
  }
  std::uint32_t groups_for_time(int wave) const {
    const double solving = solving_seconds(size(wave));
    if (solving <= alone()) return 1;
    const double worth_it = std::floor(solving / decoding_seconds());
    return static_cast<std::uint32_t>(std::clamp(worth_it, 1.0, std::min(nodes(), 1e9)));
  }
  Error too_little_memory(const StepId& id, std::uint64_t bytes) const {
    return {ErrorCode::out_of_memory, id.text() + " needs " + std::to_string(bytes) + " bytes of memory, " +
                                          std::to_string(memory_bytes_) + " are allowed"};
  }

  /// A wave that some parts are there of keeps its groups, those of most parts.
  std::optional<Step> kept_step(const std::vector<StepId>& there, int wave) const {
    std::optional<StepId> kept;
    std::ptrdiff_t most = 0;
    for (const StepId& part : there) {
      if (part.first_wave != wave) continue;
      const auto alike = std::count_if(there.begin(), there.end(), [&](const StepId& other) {
        return other.first_wave == part.first_wave && other.last_wave == part.last_wave && other.groups == part.groups;
      });
      if (alike > most) {
        most = alike;
        kept = part;
      }
    }
    if (!kept) return std::nullopt;
    return make_step(kept->first_wave, kept->last_wave, kept->groups);
  }

  /// A wave in as many groups as it takes, or several waves one after the other in one.
  Result<Step> planned_step(const std::vector<StepId>& there, int first) const {
    const auto most = static_cast<std::uint32_t>(std::min<Index>(options_.max_groups, size(first)));
    std::uint32_t groups = std::min(most, groups_for_time(first));
    while (groups < most && !fits(largest_group(first, groups), first)) {
      groups = std::min(most, groups + std::max<std::uint32_t>(1, groups / 8));
    }
    Step step = make_step(first, groups == 1 ? last_together(there, first) : first, groups);
    if (step.memory_bytes > memory_bytes_) return too_little_memory(step.id, step.memory_bytes);
    return step;
  }
  int last_together(const std::vector<StepId>& there, int first) const {
    int last = first;
    Index slices = size(first);
    for (int next = next_wave(first); next >= 0 && can_be_together(slices + size(next), first);
         next = next_wave(next)) {
      const bool begins_kept =
          std::any_of(there.begin(), there.end(), [&](const StepId& part) { return part.first_wave == next; });
      if (begins_kept) break;
      last = next;
      slices += size(next);
    }
    return last;
  }
  Index largest_group(int wave, std::uint32_t groups) const { return (size(wave) + groups - 1) / groups; }

  Step make_step(int first_wave, int last_wave, std::uint32_t groups) const {
    Step step;
    step.id = id_;
    step.id.first_wave = first_wave;
    step.id.last_wave = last_wave;
    step.id.groups = groups;
    step.id.group = groups > 1 ? 0 : 1;
    Index slices = 0;
    for (int wave = first_wave; wave >= last_wave; --wave) slices += size(wave);
    const Index largest = groups > 1 ? largest_group(first_wave, groups) : slices;
    const double share = static_cast<double>(slices) / static_cast<double>(indexer_.slices());
    step.entries = slices * indexer_.slice_size() * static_cast<Index>(id_.material.stored_sides());
    step.memory_bytes = memory(largest, first_wave);
    // Measured: packed by the fastest level, mostly as large as the tables.
    step.disk_bytes = static_cast<std::uint64_t>(1.2 * share * static_cast<double>(plan_.step.disk_bytes));
    step.threads = plan_.threads;
    step.cpu_seconds = cpu_seconds(largest);
    step.seconds = step.cpu_seconds / plan_.threads;
    return step;
  }

  void look_for_parts(Step& step) const {
    StepId part = step.id;
    for (part.group = 1; part.group <= part.groups; ++part.group) {
      step.outputs.push_back(".steps/" + part_name(part));
      if (is_there(part)) {
        ++step.groups_done;
      } else {
        step.missing_groups.push_back(part.group);
      }
    }
    step.done = step.groups_done == part.groups;
    if (step.groups_done == 0 || step.done) step.missing_groups.clear();
  }
  bool is_there(const StepId& id) const {
    if (!origin_) return false;
    const auto part = open_part(options_.build.directory, id, indexer_, *origin_);
    return part && (options_.quick || part->records.sound());
  }

  const StepPlanOptions& options_;
  const Ruleset& rules_;
  const ClassPlan& plan_;
  const std::uint64_t memory_bytes_;
  const Indexer indexer_;
  const std::vector<Index> sizes_;
  const Result<std::string> origin_;
  StepId id_;
  const SliceMemory memory_;
  std::uint64_t smaller_entries_ = 0;
};

class Planner {
 public:
  explicit Planner(const StepPlanOptions& options) : options_(options), rules_(*options.build.rules) {
    // As run_step() does.
    options_.build.journal_from = StepOptions().journal_from;
  }

  Result<StepPlan> plan() {
    auto detailed = plan_in_detail(options_.build, options_.quick ? Inspection::header : Inspection::whole);
    if (!detailed) return detailed.error();
    memory_bytes_ = detailed->memory_bytes;
    for (ClassPlan& each : detailed->classes) {
      if (auto added = add_class(each); !added) return added.error();
    }
    add_manifest();
    summarise();
    return std::move(plan_);
  }

 private:
  Result<void> add_class(const ClassPlan& plan) {
    if (!can_be_sliced(rules_, plan)) return add_tables(plan);
    const ClassPlan conversion = restricted_to(rules_, plan, metrics_in_slices(plan));
    const bool too_large =
        conversion.step.memory_bytes > memory_bytes_ || conversion.step.seconds > options_.step_seconds;
    if (!too_large && parts_of(plan, conversion.step.metrics).empty()) return add_tables(plan);
    SlicedClass sliced(options_, conversion, memory_bytes_);
    auto steps = sliced.steps();
    if (!steps) return steps.error();
    // What only has to be merged is not solved again.
    const bool solved = std::all_of(steps->begin(), steps->end(), [](const Step& step) { return step.done; });
    if (!too_large && !solved) return add_tables(plan);
    if (auto added = add_sliced(conversion, sliced, std::move(*steps)); !added) return added;
    if (plan.writes(Metric::dtw)) return add_tables(restricted_to(rules_, plan, {Metric::dtw}));
    return {};
  }

  std::vector<StepId> parts_of(const ClassPlan& plan, const std::vector<Metric>& metrics) const {
    StepId id;
    id.rules = &rules_;
    id.material = plan.step.material;
    id.metrics = metrics;
    return find_parts(options_.build.directory, id);
  }
  /// Those that are missing, or both if a merge that was stopped has made one of them.
  std::vector<Metric> metrics_in_slices(const ClassPlan& plan) const {
    const std::vector<Metric> both{Metric::wdl, Metric::dtc};
    return parts_of(plan, both).empty() ? without_dtw(plan.step.metrics) : both;
  }

  Result<void> add_tables(const ClassPlan& plan) {
    const bool done = plan.step.metrics.empty();
    if (done && !options_.all) return {};
    Step step;
    step.id.rules = &rules_;
    step.id.material = plan.step.material;
    step.id.metrics = done ? metrics_there(plan.step.material) : plan.step.metrics;
    step.done = done;
    step.groups_done = done ? 1 : 0;
    step.entries = plan.step.entries;
    step.disk_bytes = plan.step.disk_bytes;
    step.threads = plan.threads;
    step.memory_bytes = plan.step.memory_bytes;
    step.seconds = plan.step.seconds;
    step.cpu_seconds = plan.step.cpu_seconds;
    for (const Metric metric : step.id.metrics) {
      step.outputs.push_back(plan.step.material.name() + "." + std::string(to_string(metric)));
    }
    if (plan.solves_conversion) depend_on(step, plan.conversion.needs);
    if (plan.solves_distance) depend_on(step, plan.distance.needs);
    if (plan.solves_distance && !plan.solves_conversion) depend_on(step, {{plan.step.material, Metric::wdl}});
    if (step.memory_bytes > memory_bytes_) {
      return Error{ErrorCode::out_of_memory, step.id.text() + " needs " + std::to_string(step.memory_bytes) +
                                                 " bytes of memory, " + std::to_string(memory_bytes_) + " are allowed"};
    }
    add(std::move(step));
    return {};
  }

  Result<void> add_sliced(const ClassPlan& conversion, const SlicedClass& sliced, std::vector<Step> steps) {
    auto merge = sliced.merge();
    if (!merge) return merge.error();
    bool waits_for_last = false;  // for the step that was added last, which is of the waves above
    for (Step& step : steps) {
      if (step.done) {
        if (options_.all) add(std::move(step));
        waits_for_last = false;
        continue;
      }
      depend_on(step, conversion.conversion.needs);
      if (waits_for_last) step.dependencies.push_back(plan_.steps.size() - 1);
      waits_for_last = true;
      merge->dependencies.push_back(plan_.steps.size());
      add(std::move(step));
    }
    depend_on(*merge, conversion.conversion.needs);
    add(std::move(*merge));
    return {};
  }

  void add_manifest() {
    Step step;
    step.id.rules = &rules_;
    step.id.kind = StepId::Kind::manifest;
    step.outputs = {"manifest.json"};
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      const Step& each = plan_.steps[i];
      if (!each.done && each.id.kind != StepId::Kind::slices) step.dependencies.push_back(i);
    }
    step.done = step.dependencies.empty() && manifest_is_up_to_date(options_.build.directory, rules_);
    step.groups_done = step.done ? 1 : 0;
    step.memory_bytes = process_bytes(1);
    if (!step.done || options_.all) add(std::move(step));
  }

  std::vector<Metric> metrics_there(const Material& material) const {
    std::vector<Metric> metrics;
    for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
      std::error_code absent;
      const auto path = table_path(options_.build.directory, rules_.name, material, metric);
      if (std::filesystem::exists(path, absent)) metrics.push_back(metric);
    }
    return metrics;
  }

  void depend_on(Step& step, const std::vector<TableId>& tables) const {
    for (const TableId& table : tables) {
      const auto maker = maker_of_.find({table.material.name(), table.metric});
      if (maker == maker_of_.end()) continue;
      const auto& known = step.dependencies;
      if (std::find(known.begin(), known.end(), maker->second) == known.end())
        step.dependencies.push_back(maker->second);
    }
  }

  void add(Step step) {
    std::sort(step.dependencies.begin(), step.dependencies.end());
    if (!step.done && (step.id.kind == StepId::Kind::tables || step.id.kind == StepId::Kind::merge)) {
      for (const Metric metric : step.id.metrics) maker_of_[{step.id.material.name(), metric}] = plan_.steps.size();
    }
    plan_.steps.push_back(std::move(step));
  }

  void summarise() {
    for (const Step& step : plan_.steps) {
      if (step.done) continue;
      const std::uint32_t groups = step.id.groups - step.groups_done;
      if (step.id.kind != StepId::Kind::merge) plan_.entries += step.entries;
      plan_.disk_bytes += step.disk_bytes;
      plan_.memory_bytes = std::max(plan_.memory_bytes, step.memory_bytes);
      plan_.cpu_seconds += groups * step.cpu_seconds;
    }
  }

  StepPlanOptions options_;
  const Ruleset& rules_;
  std::uint64_t memory_bytes_ = 0;
  StepPlan plan_;
  std::map<std::pair<std::string, Metric>, std::size_t> maker_of_;  // the steps that are to be done
};

}  // namespace

Result<StepPlan> plan_steps(const StepPlanOptions& options) {
  if (options.build.rules == nullptr) return Error{ErrorCode::bad_argument, "no ruleset"};
  if (!(options.step_seconds > 0)) return Error{ErrorCode::bad_argument, "a step needs more than no time"};
  if (options.max_groups < 1) return Error{ErrorCode::bad_argument, "a wave needs at least one group"};
  try {
    return Planner(options).plan();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "the operating system has no more memory"};
  }
}

}  // namespace lunette
