#include <fmt/format.h>

#include <ctime>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/cluster/build_status.hpp"
#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "plan_request.hpp"
#include "quantity.hpp"
#include "refusal.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

using State = cluster::StepStatus::State;

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// What is under way and what has failed, a row each; of what waits only the number is told.
std::string status_text(const cluster::BuildStatus& status) {
  TextTable table({{"step"}, {"state"}, {"job"}, {"node"}, {"time", TextTable::Align::right}, {"why"}});
  std::string errors;
  for (const cluster::StepStatus& step : status.steps) {
    if (step.state != State::running && step.state != State::failed) continue;
    std::string why = step.state == State::running ? "" : step.slurm_state;
    if (!step.reason.empty()) why += (why.empty() ? "" : ": ") + step.reason;
    table.add({step.id, std::string(cluster::to_string(step.state)), or_dash(step.job), or_dash(step.node),
               step.state == State::running ? duration_in_words(step.seconds) : "-", or_dash(why)});
    if (!step.error.empty()) errors += fmt::format("{}: {}\n", step.log.string(), step.error);
  }
  std::string text = table.empty() ? "" : table.text() + "\n";
  if (!errors.empty()) text += errors + "\n";
  text += fmt::format("{} done, {} running, {} waiting, {} failed", amount(status.done, "step", "steps"),
                      status.running, status.waiting, status.failed);
  if (status.eta_seconds) text += fmt::format("; about {} left", duration_in_words(*status.eta_seconds));
  if (status.failed > 0) text += "; lunette submit, as before, submits what has failed again";
  return text + "\n";
}

class Status : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("status", "Tell how far a build on a Slurm cluster has come");
    parser.add_flag("--slurm", slurm_, "The cluster's scheduler is Slurm")->required();
    add_rules(parser, rules_);
    add_directory(parser, directory_);
    add_json(parser, json_);
    parser.footer(
        "Tells of the steps that were last submitted: done, running, waiting, or failed, with Slurm's reason and the\n"
        "line of the log that says what was wrong. The time left is an estimate, if as many jobs run as do now.\n\n"
        "Example:\n  lunette status --slurm --rules international --tables /shared/tables");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<std::filesystem::path> directory = absolute_path(directory_);
    if (!directory) return about("--tables", directory.error());
    const auto plan = cluster::read_submitted_plan(*directory, *rules_);
    if (!plan) return plan.error();
    const auto submissions = cluster::read_submissions(*directory, *rules_);
    if (!submissions) return submissions.error();
    const auto queue = cluster::ask_queue();
    if (!queue) return queue.error();
    const cluster::BuildStatus status =
        cluster::build_status(*directory, *rules_, *plan, *submissions, *queue, std::time(nullptr));
    if (json_) {
      output.line(write_json(cluster::build_status_json(*rules_, *directory, status)));
    } else {
      output.write(status_text(status));
    }
    return ExitStatus::success;
  }

 private:
  const Ruleset* rules_ = nullptr;
  std::filesystem::path directory_;
  bool slurm_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_status() {
  return std::make_unique<Status>();
}

}  // namespace lunette::cli
