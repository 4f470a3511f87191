#include "lunette/cluster/recipes.hpp"

#include <fmt/format.h>

#include <vector>

#include "lunette/cluster/job_script.hpp"
#include "lunette/cluster/plan_json.hpp"
#include "lunette/report/json.hpp"

namespace lunette::cluster {
namespace {

namespace fs = std::filesystem;

std::uint64_t mebibytes(std::uint64_t bytes) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  return (bytes + mebibyte - 1) / mebibyte;
}

/// A word of the shell as the value of a variable of make.
std::string make_value(const std::string& text) {
  std::string value;
  for (const char c : shell_quoted(text)) {
    if (c == '$') value += '$';
    if (c == '#') value += '\\';
    value += c;
  }
  return value;
}

/// The steps that those of a plan wait for, but for the ones that are there.
std::vector<std::string> missing_dependencies(const StepPlan& plan, const Step& step) {
  std::vector<std::string> missing;
  for (const std::size_t dependency : step.dependencies) {
    if (!plan.steps[dependency].done) missing.push_back(plan.steps[dependency].id.text());
  }
  return missing;
}

std::string prerequisites(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += " " + id;
  return text;
}

std::string make_rules(const StepPlan& plan, const Step& step) {
  const std::string id = step.id.text();
  const std::string options = fmt::format("--threads {} --memory {}", step.threads, step.memory_bytes);
  const std::string before = prerequisites(missing_dependencies(plan, step));
  const auto rule = [&](const std::string& target) {
    return fmt::format("{0}:{1}\n\t$(STEP) {0} {2}\n", target, before, options);
  };
  if (!has_groups(step)) return rule(id);
  std::vector<std::string> groups;
  for (const std::uint32_t group : groups_to_make(step)) groups.push_back(group_text(id, group));
  std::string text = fmt::format("{}:{}\n", id, prerequisites(groups));
  for (const std::string& group : groups) text += rule(group);
  return text;
}

/// Python reads strings of JSON as they are.
std::string python_string(const std::string& text) {
  return write_json(Json(text));
}

/// What is there when a step was made, as an expression of Python.
std::string all_made(const Step& step) {
  const std::string id = python_string(step.id.text());
  if (!has_groups(step)) return fmt::format("made({})", id);
  std::string groups;
  for (const std::uint32_t group : groups_to_make(step))
    groups += fmt::format("{}{}", groups.empty() ? "" : ", ", group);
  return fmt::format("groups({}, [{}])", id, groups);
}

std::string snakemake_rule(const StepPlan& plan, const Step& step, std::size_t number) {
  const std::string id = step.id.text();
  std::string inputs;
  for (const std::size_t dependency : step.dependencies) {
    const Step& earlier = plan.steps[dependency];
    if (earlier.done) continue;
    inputs += (inputs.empty() ? " " : ", ") + all_made(earlier);
  }
  std::string rule = fmt::format("\nrule step_{}:\n", number);
  if (!inputs.empty()) rule += fmt::format("    input:{}\n", inputs);
  const std::string target = has_groups(step) ? id + ".{group}" : id;
  rule += fmt::format("    output: touch(made({}))\n", python_string(target));
  if (has_groups(step)) rule += "    wildcard_constraints: group=\"[0-9]+\"\n";
  rule += fmt::format("    threads: {}\n    resources: mem_mb={}\n", step.threads,
                      memory_to_ask(step.memory_bytes, input_bytes(plan, step)));
  const std::string made = has_groups(step) ? id + ".{wildcards.group}" : id;
  return rule + fmt::format(
                    "    shell: \"{{LUNETTE:q}} step {} --tables {{TABLES:q}} --threads {{threads}} "
                    "--memory {}\"\n",
                    made, step.memory_bytes);
}

}  // namespace

std::string makefile_text(const StepPlan& plan, const fs::path& program, const fs::path& directory) {
  std::string text = fmt::format(
      "# Made by lunette plan --makefile. make -j N -f THIS; what one step needs is at most {} MiB of memory.\n"
      "# Stopped or failed, the same command goes on: a step that was made is looked at and left alone.\n"
      "LUNETTE = {}\nTABLES = {}\nSTEP = $(LUNETTE) step --tables $(TABLES)\n\nall:",
      mebibytes(plan.memory_bytes), make_value(program.string()), make_value(directory.string()));
  std::string rules;
  std::string phony = ".PHONY: all";
  for (const Step& step : plan.steps) {
    if (step.done) continue;
    text += " " + step.id.text();
    phony += " " + step.id.text();
    for (const std::uint32_t group : groups_to_make(step)) phony += " " + group_text(step.id.text(), group);
    rules += "\n" + make_rules(plan, step);
  }
  return text + "\n" + phony + "\n" + rules;
}

std::string snakefile_text(const StepPlan& plan, const fs::path& program, const fs::path& directory,
                           const std::string& stamp) {
  std::string text = fmt::format(
      "# Made by lunette plan --snakefile. snakemake -j N --resources mem_mb=M -s THIS\n"
      "# Stopped or failed, the same command goes on. Later, when files were deleted or a step made otherwise, export "
      "anew.\n"
      "import os, shutil\n\nLUNETTE = {}\nTABLES = {}\nMADE = {}\n\n"
      "def made(step):\n    return os.path.join(MADE, step)\n\n"
      "def groups(step, numbers):\n    return [made(f\"{{step}}.{{number}}\") for number in numbers]\n\n"
      "onsuccess:\n    shutil.rmtree(MADE, ignore_errors=True)\n\nrule all:\n    input:",
      python_string(program.string()), python_string(directory.string()), python_string(".lunette-" + stamp));
  std::string snake_rules;
  std::string separator = " ";
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    if (step.done) continue;
    text += separator + all_made(step);
    separator = ",\n        ";
    snake_rules += snakemake_rule(plan, step, i + 1);
  }
  return text + "\n" + snake_rules;
}

}  // namespace lunette::cluster
