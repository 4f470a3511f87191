#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "lunette/gen/steps.hpp"

namespace lunette::testing {

/// Plans that no planner made: any steps in any order.
class HandMadePlan {
 public:
  /// Appends a step, by its id, and returns its position.
  std::size_t add(const std::string& id, double seconds, std::vector<std::size_t> dependencies = {}) {
    const Result<StepId> parsed = StepId::parse(id);
    INFO(id);
    REQUIRE(parsed);
    Step step;
    step.id = *parsed;
    step.seconds = seconds;
    step.memory_bytes = 100 << 20;
    step.disk_bytes = 1 << 20;
    step.threads = 2;
    step.dependencies = std::move(dependencies);
    if (step.id.kind == StepId::Kind::slices) {
      for (std::uint32_t group = 1; group <= step.id.groups; ++group) {
        step.outputs.push_back(".steps/" + id + "." + std::to_string(group) + ".part");
      }
    } else if (step.id.kind == StepId::Kind::manifest) {
      step.outputs = {"manifest.json"};
    } else {
      step.outputs = {step.id.material.name() + ".wdl"};
    }
    plan.steps.push_back(std::move(step));
    return plan.steps.size() - 1;
  }

  StepPlan plan;
};

}  // namespace lunette::testing
