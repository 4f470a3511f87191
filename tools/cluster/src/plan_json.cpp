#include "lunette/cluster/plan_json.hpp"

#include <fmt/format.h>

#include <numeric>

namespace lunette::cluster {
namespace {

Json step_json(const StepPlan& plan, const Step& step) {
  Json object;
  object["id"] = step.id.text();
  object["kind"] = to_string(step.id.kind);
  object["material"] = step.id.kind == StepId::Kind::manifest ? Json(nullptr) : Json(step.id.material.name());
  object["metrics"] = Json::array();
  for (const Metric metric : step.id.metrics) object["metrics"].push_back(lunette::to_string(metric));
  object["outputs"] = step.outputs;
  object["dependencies"] = Json::array();
  for (const std::size_t earlier : step.dependencies) {
    object["dependencies"].push_back(plan.steps[earlier].id.text());
  }
  object["done"] = step.done;
  object["groups"] = step.id.groups;
  object["groups_done"] = step.groups_done;
  object["entries"] = step.entries;
  object["memory_bytes"] = step.memory_bytes;
  object["disk_bytes"] = step.disk_bytes;
  object["cpus"] = step.threads;
  object["seconds"] = seconds_json(step.seconds);
  object["cpu_seconds"] = seconds_json(step.cpu_seconds);
  return object;
}

}  // namespace

Json step_plan_json(const Ruleset& rules, const std::filesystem::path& directory, const StepPlan& plan) {
  Json object;
  object["rules"] = rules.name;
  object["tables"] = directory.string();
  Json& steps = object["steps"] = Json::array();
  for (const Step& step : plan.steps) steps.push_back(step_json(plan, step));
  object["entries"] = plan.entries;
  object["memory_bytes"] = plan.memory_bytes;
  object["disk_bytes"] = plan.disk_bytes;
  object["cpu_seconds"] = seconds_json(plan.cpu_seconds);
  return object;
}

std::string_view to_string(StepId::Kind kind) noexcept {
  switch (kind) {
    case StepId::Kind::tables: return "tables";
    case StepId::Kind::slices: return "slices";
    case StepId::Kind::merge: return "merge";
    case StepId::Kind::manifest: return "manifest";
  }
  return "";
}

bool has_groups(const Step& step) noexcept {
  return step.id.groups > 1;
}

std::vector<std::uint32_t> groups_to_make(const Step& step) {
  if (!has_groups(step) || step.done) return {};
  if (!step.missing_groups.empty()) return step.missing_groups;
  std::vector<std::uint32_t> groups(step.id.groups);
  std::iota(groups.begin(), groups.end(), 1U);
  return groups;
}

std::string group_text(std::string_view step, std::uint32_t group) {
  return fmt::format("{}.{}", step, group);
}

}  // namespace lunette::cluster
