#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "class_parts.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/index/indexer.hpp"
#include "plan.hpp"
#include "slice_group.hpp"
#include "step_memory.hpp"
#include "waves.hpp"

namespace lunette::gen {

/// Of the CPU time of solving a class: what merging its parts takes, which is reading them and writing the tables
/// (docs/cluster.md says how it was measured).
inline constexpr double merging_share = 0.45;
/// To decode an entry of a smaller table, which each group does.
inline constexpr double decoding_nanoseconds = 2.0;

/// The files of a step that makes tables.
inline std::vector<std::string> table_names(const StepId& id) {
  std::vector<std::string> names;
  for (const Metric metric : id.metrics) names.push_back(id.material.name() + "." + std::string(to_string(metric)));
  return names;
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
    step.outputs = table_names(id_);
    step.entries = plan_.step.entries;
    step.disk_bytes = plan_.step.disk_bytes;
    step.threads = plan_.threads;
    step.memory_bytes = memory_.merge();
    step.cpu_seconds = merging_share * plan_.step.cpu_seconds;
    step.seconds = step.cpu_seconds / plan_.threads;
    if (step.memory_bytes > memory_bytes_) return too_little_memory(step.id, step.memory_bytes, memory_bytes_);
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
    if (step.memory_bytes > memory_bytes_) return too_little_memory(step.id, step.memory_bytes, memory_bytes_);
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

}  // namespace lunette::gen
