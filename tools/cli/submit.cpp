#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/cluster/queue.hpp"
#include "lunette/cluster/submission.hpp"
#include "lunette/cluster/submit.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "plan_request.hpp"
#include "quantity.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

/// A job as it was submitted, or as it would be.
struct ShownJob {
  std::string number;              ///< empty: not submitted
  std::vector<std::string> after;  ///< numbers, or names of jobs that have none yet
};

std::uint64_t memory_bytes(const cluster::Job& job) {
  return cluster::memory_to_ask(job.memory_bytes, job.input_bytes) << 20;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text.empty() ? "-" : text;
}

class Submit : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("submit", "Have a Slurm cluster make what is missing");
    parser.add_flag("--slurm", slurm_, "The cluster's scheduler is Slurm")->required();
    request_.declare(parser);
    add_value(parser, "--batch-time", batch_seconds_, parse_duration, "DURATION",
              "Shorter steps share jobs of so long, such as 30s, 10m; 0s: none do (default: 10m)");
    const auto add_word = [&](const std::string& name, std::string& target, const std::string& type,
                              const std::string& description) {
      parser.add_option(name, target, description)->type_name(type);
    };
    add_word("--partition", site_.partition, "P", "Of every job, as for sbatch");
    add_word("--account", site_.account, "A", "Of every job, as for sbatch");
    add_word("--qos", site_.qos, "Q", "Of every job, as for sbatch");
    add_word("--time", site_.time, "T", "Limit of every job, as for sbatch; a step that meets it goes on in a new one");
    parser.add_option("--sbatch", site_.sbatch, "Another argument for sbatch, such as --constraint=avx2")
        ->type_name("OPTION")
        ->allow_extra_args(false);
    parser.add_flag("--dry-run", dry_run_, "Show the jobs and submit none");
    add_json(parser, json_);
    parser.footer(
        "What is there or in the queue already is not submitted: the same command repairs what has failed. --tables\n"
        "must be the same on all nodes, and so must this program. A job asks for a fifth more memory than its step,\n"
        "and for the largest file that it maps. Its log is in DIR/RULESET/.steps/logs.\n\n"
        "Example:\n  lunette submit --slurm --rules international --pieces 6 --tables /shared/tables --memory 16G "
        "--threads 4\n"
        "  lunette submit --slurm --rules international --pieces 6 --tables /shared/tables --sbatch --nice=100 "
        "--dry-run");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    request_.options().all = true;
    const Result<StepPlan> plan = request_.plan();
    if (!plan) return plan.error();
    if (Result<void> prepared = prepare_site(); !prepared) return prepared.error();
    const auto jobs = compare_with_queue(*plan);
    if (!jobs) return jobs.error();
    jobs_.clear();
    if (!dry_run_) {
      const auto submitted = [&](std::size_t, const std::string& number, const std::vector<std::string>& after) {
        jobs_.push_back({number, after});
      };
      const Result<void> done = cluster::submit_jobs(*plan, *jobs, site_, submitted);
      if (!done) return done.error();
    } else {
      for (const cluster::Job& job : jobs->jobs) jobs_.push_back({"", names_before(*plan, *jobs, job)});
    }
    if (json_) {
      output.line(write_json(jobs_json(*plan, *jobs)));
    } else {
      output.write(jobs_text(*plan, *jobs));
    }
    return ExitStatus::success;
  }

 private:
  Result<void> prepare_site() {
    const Result<std::filesystem::path> program = own_program();
    if (!program) return program.error();
    site_.program = *program;
    site_.directory = request_.options().build.directory;
    site_.rules = &request_.rules();
    return {};
  }

  Result<cluster::JobsToSubmit> compare_with_queue(const StepPlan& plan) const {
    const auto submissions = cluster::read_submissions(site_.directory, *site_.rules);
    if (!submissions) return submissions.error();
    auto queue = cluster::ask_queue();
    if (!queue && !dry_run_) return queue.error();
    // What would be submitted can be looked at where there is no Slurm.
    const std::vector<cluster::QueuedJob> jobs = queue ? std::move(*queue) : std::vector<cluster::QueuedJob>{};
    return cluster::jobs_to_submit(plan, *submissions, jobs, batch_seconds_);
  }

  static std::vector<std::string> names_before(const StepPlan& plan, const cluster::JobsToSubmit& jobs,
                                               const cluster::Job& job) {
    std::vector<std::string> names;
    for (const std::size_t earlier : job.after) names.push_back(cluster::job_label(plan, jobs.jobs[earlier]));
    names.insert(names.end(), job.after_queued.begin(), job.after_queued.end());
    return names;
  }

  Json jobs_json(const StepPlan& plan, const cluster::JobsToSubmit& jobs) const {
    Json object;
    object["rules"] = site_.rules->name;
    object["tables"] = site_.directory.string();
    Json& list = object["jobs"] = Json::array();
    for (std::size_t i = 0; i < jobs.jobs.size(); ++i) list.push_back(job_json(plan, jobs.jobs[i], jobs_[i]));
    object["steps_done"] = jobs.steps_done;
    object["steps_queued"] = jobs.steps_queued;
    return object;
  }

  Json job_json(const StepPlan& plan, const cluster::Job& job, const ShownJob& shown) const {
    Json object;
    object["job"] = shown.number.empty() ? Json(nullptr) : Json(shown.number);
    object["name"] = cluster::job_label(plan, job);
    object["steps"] = Json::array();
    for (const std::size_t step : job.steps) object["steps"].push_back(plan.steps[step].id.text());
    object["array"] = job.is_array() ? Json(cluster::number_ranges(job.groups)) : Json(nullptr);
    object["after"] = shown.after;
    object["cpus"] = job.threads;
    object["memory_bytes"] = memory_bytes(job);
    object["seconds"] = seconds_json(job.seconds);
    if (dry_run_) {
      object["arguments"] = cluster::sbatch_arguments(plan, job, site_, "0");
      object["script"] = cluster::job_script(plan, job, site_);
    }
    return object;
  }

  std::string jobs_text(const StepPlan& plan, const cluster::JobsToSubmit& jobs) const {
    using Align = TextTable::Align;
    TextTable table({{"job", Align::right},
                     {"name"},
                     {"tasks", Align::right},
                     {"memory", Align::right},
                     {"CPUs", Align::right},
                     {"time", Align::right},
                     {"after"}});
    for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
      const cluster::Job& job = jobs.jobs[i];
      table.add({jobs_[i].number.empty() ? "-" : jobs_[i].number, cluster::job_label(plan, job),
                 std::to_string(job.is_array() ? job.groups.size() : 1), bytes_in_words(memory_bytes(job)),
                 std::to_string(job.threads), duration_in_words(job.seconds), joined(jobs_[i].after)});
    }
    const std::string rest =
        fmt::format("{} done, {} in the queue already", amount(jobs.steps_done, "step", "steps"), jobs.steps_queued);
    if (table.empty()) return fmt::format("Nothing to submit: {}.\n", rest);
    return table.text() + fmt::format("\n{} {}; {}.\n", amount(jobs.jobs.size(), "job", "jobs"),
                                      dry_run_ ? "to submit" : "submitted", rest);
  }

  PlanRequest request_;
  cluster::Site site_;
  double batch_seconds_ = 600;
  bool slurm_ = false;
  bool dry_run_ = false;
  bool json_ = false;
  std::vector<ShownJob> jobs_;
};

}  // namespace

std::unique_ptr<Command> make_submit() {
  return std::make_unique<Submit>();
}

}  // namespace lunette::cli
