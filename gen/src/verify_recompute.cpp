#include "verify_recompute.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "verify_class.hpp"
#include "verify_count.hpp"
#include "verify_statistics.hpp"
#include "verify_values.hpp"

namespace lunette::verification {

namespace {

std::string file_name(const Material& material, Metric metric) {
  return material.name() + "." + std::string(to_string(metric));
}

std::optional<Error> missing_file(const Tablebase& tablebase, const ClassPlan& plan) {
  const auto missing = [&plan](const Material& material, Metric metric) {
    return Error{ErrorCode::missing_table,
                 "recomputing " + plan.material.name() + " needs " + file_name(material, metric)};
  };
  if (!tablebase.has(plan.material, Metric::wdl)) return missing(plan.material, Metric::wdl);
  if (is_counted(tablebase.rules(), plan.material) && !tablebase.has(plan.material, Metric::dtw)) {
    return missing(plan.material, Metric::dtw);
  }
  for (const Metric metric : plan.needed_metrics) {
    for (const Material& material : plan.needed) {
      if (!tablebase.has(material, metric)) return missing(material, metric);
    }
  }
  return std::nullopt;
}

/// The classes that no later step needs, by the step after which they can go.
std::map<std::size_t, std::vector<Material>> last_uses(const std::vector<ClassPlan>& plans) {
  std::map<Material, std::size_t> last;
  for (std::size_t step = 0; step < plans.size(); ++step) {
    last[plans[step].material] = step;
    for (const Material& material : plans[step].needed) last[material] = step;
  }
  std::map<std::size_t, std::vector<Material>> by_step;
  for (const auto& [material, step] : last) by_step[step].push_back(material);
  return by_step;
}

Result<void> load_all(const Tablebase& tablebase, const ClassPlan& plan, LoadedClasses& loaded) {
  for (const Material& material : plan.needed) {
    const Result<void> read = loaded.load(tablebase, material, plan.needed_metrics);
    if (!read) return read;
  }
  return loaded.load(tablebase, plan.material, plan.metrics);
}

/// Statistics and value checksums, of the files whose header could be read and describes this class.
void check_statistics(const ClassValues& values, const std::vector<NamedTable>& tables,
                      const std::vector<CheckedFile>& files, Findings& findings) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const NamedTable& table = tables[i];
    const CheckedFile& file = files[i];
    if (table.material != values.material() || !file.opened || file.header.metric != table.metric) continue;
    for (std::string& fault : statistics_faults(file.header, values)) {
      findings.add({table.name(), {}, std::move(fault)});
    }
  }
}

std::string outcome(std::uint64_t findings) {
  if (findings == 0) return "recomputed, nothing found";
  return "recomputed, " + std::to_string(findings) + (findings == 1 ? " finding" : " findings");
}

}  // namespace

Result<std::vector<ClassPlan>> plan_recomputation(const Tablebase& tablebase, const std::vector<NamedTable>& tables) {
  std::vector<ClassPlan> plans;
  for (const NamedTable& table : tables) {
    if (plans.empty() || plans.back().material != table.material) {
      plans.push_back({table.material, {}, direct_successors(table.material), {Metric::wdl}});
    }
    plans.back().metrics.push_back(table.metric);
    // The distance to conversion ends where a class is left; the distance to the win goes on.
    if (table.metric == Metric::dtw) plans.back().needed_metrics.push_back(Metric::dtw);
  }
  for (const ClassPlan& plan : plans) {
    if (std::optional<Error> missing = missing_file(tablebase, plan)) return *std::move(missing);
  }
  return plans;
}

Result<void> recompute(const Tablebase& tablebase, const std::vector<ClassPlan>& plans,
                       const std::vector<NamedTable>& tables, const std::vector<CheckedFile>& files,
                       VerifyReport& report, Findings& findings, Run& run) {
  std::map<std::size_t, std::vector<Material>> finished_with = last_uses(plans);
  LoadedClasses loaded;
  for (std::size_t step = 0; step < plans.size(); ++step) {
    const ClassPlan& plan = plans[step];
    const Metric metric = plan.metrics.back();
    const std::uint64_t entries = stored_entries(tablebase.rules().board, plan.material) * plan.metrics.size();
    if (run.stopped()) return Run::interrupted();
    run.started(plan.material, metric, "recomputing " + plan.material.name());
    const std::uint64_t findings_before = findings.count();
    if (const Result<void> read = load_all(tablebase, plan, loaded); !read) {
      findings.add({file_name(plan.material, Metric::wdl), {}, "not recomputed: " + read.error().message});
      run.skipped(plan.material, metric, entries, "cannot be read: " + read.error().message);
    } else {
      const ClassValues& own = *loaded.find(plan.material);
      const Result<ClassTally> tally = recompute_class(tablebase, own, loaded, findings, run);
      if (!tally) return tally.error();
      report.entries += tally->entries;
      report.probed += tally->probed;
      check_statistics(own, tables, files, findings);
      run.finished(plan.material, metric, outcome(findings.count() - findings_before));
    }
    loaded.drop(plan.material, Metric::dtc);
    for (const Material& material : finished_with[step]) loaded.drop(material);
  }
  return {};
}

}  // namespace lunette::verification
