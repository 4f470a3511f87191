#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "class_parts.hpp"
#include "existing_files.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/probe/count.hpp"
#include "manifest.hpp"
#include "plan.hpp"
#include "sliced_class.hpp"

namespace lunette {
namespace {

using namespace gen;

bool can_be_sliced(const Ruleset& rules, const ClassPlan& plan) {
  const Material& material = plan.step.material;
  return plan.solves_conversion && material.kings() > 0 && material.men() > 0 && !starts_count(rules, material);
}

std::vector<Metric> without_dtw(std::vector<Metric> metrics) {
  std::erase(metrics, Metric::dtw);
  return metrics;
}

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
    step.outputs = table_names(step.id);
    if (plan.solves_conversion) depend_on(step, plan.conversion.needs);
    if (plan.solves_distance) depend_on(step, plan.distance.needs);
    if (plan.solves_distance && !plan.solves_conversion) depend_on(step, {{plan.step.material, Metric::wdl}});
    if (step.memory_bytes > memory_bytes_) {
      return too_little_memory(step.id, step.memory_bytes, memory_bytes_);
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
