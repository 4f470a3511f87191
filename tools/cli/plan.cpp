#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/cluster/jobs.hpp"
#include "lunette/cluster/plan_json.hpp"
#include "lunette/cluster/recipes.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "plan_request.hpp"
#include "quantity.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

/// The rows of the table that hold what a step waits for: "1-3,7".
std::string rows_before(const Step& step) {
  std::vector<std::uint32_t> rows;
  for (const std::size_t dependency : step.dependencies) rows.push_back(static_cast<std::uint32_t>(dependency + 1));
  std::sort(rows.begin(), rows.end());
  return rows.empty() ? "-" : cluster::number_ranges(rows);
}

std::string groups_text(const Step& step) {
  if (!cluster::has_groups(step)) return step.done ? "done" : "1";
  if (step.done) return fmt::format("done: {}", step.id.groups);
  const std::size_t left = cluster::groups_to_make(step).size();
  return left == step.id.groups ? std::to_string(left) : fmt::format("{} of {}", left, step.id.groups);
}

std::string plan_text(const PlanRequest& request, const StepPlan& plan) {
  using Align = TextTable::Align;
  TextTable table({{"row", Align::right},
                   {"step"},
                   {"to make", Align::right},
                   {"entries", Align::right},
                   {"memory", Align::right},
                   {"disk", Align::right},
                   {"CPUs", Align::right},
                   {"time", Align::right},
                   {"after"}});
  std::size_t missing = 0;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    if (!step.done) ++missing;
    table.add({std::to_string(i + 1), step.id.text(), groups_text(step), grouped(step.entries),
               bytes_in_words(step.memory_bytes), bytes_in_words(step.disk_bytes), std::to_string(step.threads),
               duration_in_words(step.seconds), rows_before(step)});
  }
  const std::string where = (request.options().build.directory / request.rules().name).string();
  if (missing == 0) {
    return (table.empty() ? "" : table.text() + "\n") + fmt::format("Nothing to make: all is in {}.\n", where);
  }
  return table.text() + fmt::format(
                            "\n{} to make: {}, {:.1f} CPU hours, {} of disk, {} of memory for one. Memory and time "
                            "are those of one group.\nAll are estimates. Nothing was written to {}.\n",
                            amount(missing, "step", "steps"), amount(plan.entries, "entry", "entries"),
                            plan.cpu_seconds / 3600, bytes_in_words(plan.disk_bytes), bytes_in_words(plan.memory_bytes),
                            where);
}

class Plan : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("plan", "Plan a build as steps that many machines can share");
    request_.declare(parser);
    parser.add_flag("--all", request_.options().all, "Show finished steps too");
    CLI::Option* json = add_json(parser, json_);
    CLI::Option* makefile = parser.add_flag("--makefile", makefile_, "Print a Makefile: make -j N -f FILE");
    CLI::Option* snakefile = parser.add_flag("--snakefile", snakefile_, "Print a Snakefile: snakemake -j N -s FILE");
    json->excludes(makefile)->excludes(snakefile);
    makefile->excludes(snakefile);
    parser.footer(
        "A step makes the tables of one class, or a group of slices of a class that is too large for that, or merges\n"
        "slices into tables: lunette step ID, on any machine that has the directory, once the steps before it are\n"
        "done. Nothing is written. submit has a Slurm cluster do it.\n\n"
        "Example:\n  lunette plan --rules international --pieces 5 --tables tables\n"
        "  lunette plan --rules international --pieces 6 --tables /shared/tables --memory 16G --makefile > plan.mk");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    // Recipes leave finished steps out, but want to know how large the files are that the others read.
    if (makefile_ || snakefile_) request_.options().all = true;
    const Result<StepPlan> plan = request_.plan();
    if (!plan) return plan.error();
    if (json_) {
      output.line(write_json(cluster::step_plan_json(request_.rules(), request_.options().build.directory, *plan)));
    } else if (makefile_ || snakefile_) {
      return write_recipes(*plan, output);
    } else {
      output.write(plan_text(request_, *plan));
    }
    return ExitStatus::success;
  }

 private:
  Result<ExitStatus> write_recipes(const StepPlan& plan, Output& output) const {
    const Result<std::filesystem::path> program = own_program();
    if (!program) return program.error();
    const std::filesystem::path& directory = request_.options().build.directory;
    if (makefile_) {
      output.write(cluster::makefile_text(plan, *program, directory));
    } else {
      const std::string stamp = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
      output.write(cluster::snakefile_text(plan, *program, directory, stamp));
    }
    return ExitStatus::success;
  }

  PlanRequest request_;
  bool json_ = false;
  bool makefile_ = false;
  bool snakefile_ = false;
};

}  // namespace

std::unique_ptr<Command> make_plan() {
  return std::make_unique<Plan>();
}

}  // namespace lunette::cli
