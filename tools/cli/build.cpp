#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command.hpp"
#include "extent.hpp"
#include "lunette/gen/builder.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "quantity.hpp"
#include "refusal.hpp"
#include "signals.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

std::string metric_list(const std::vector<Metric>& metrics) {
  std::string list;
  for (const Metric metric : metrics) list.append(list.empty() ? "" : ",").append(to_string(metric));
  return list;
}

Json step_json(const BuildStep& step) {
  Json object;
  object["material"] = step.material.name();
  object["metrics"] = Json::array();
  for (const Metric metric : step.metrics) object["metrics"].push_back(to_string(metric));
  object["entries"] = step.entries;
  object["memory_bytes"] = step.memory_bytes;
  object["disk_bytes"] = step.disk_bytes;
  object["seconds"] = seconds_json(step.seconds);
  object["cpu_seconds"] = seconds_json(step.cpu_seconds);
  return object;
}

void put_totals(Json& object, const BuildPlan& plan) {
  object["entries"] = plan.entries;
  object["memory_bytes"] = plan.memory_bytes;
  object["disk_bytes"] = plan.disk_bytes;
  object["seconds"] = seconds_json(plan.seconds);
  object["cpu_seconds"] = seconds_json(plan.cpu_seconds);
}

Json plan_json(const BuildOptions& options, const BuildPlan& plan) {
  Json object;
  object["rules"] = options.rules->name;
  object["tables"] = options.directory.string();
  Json& steps = object["steps"] = Json::array();
  for (const BuildStep& step : plan.steps) steps.push_back(step_json(step));
  put_totals(object, plan);
  return object;
}

std::size_t steps_to_do(const BuildPlan& plan) {
  return static_cast<std::size_t>(
      std::count_if(plan.steps.begin(), plan.steps.end(), [](const BuildStep& step) { return !step.metrics.empty(); }));
}

std::string plan_text(const BuildOptions& options, const BuildPlan& plan) {
  using Align = TextTable::Align;
  TextTable table({{"material"},
                   {"to write"},
                   {"entries", Align::right},
                   {"memory", Align::right},
                   {"disk", Align::right},
                   {"time", Align::right}});
  const auto add = [&](std::string name, std::string files, const auto& sizes) {
    table.add({std::move(name), std::move(files), grouped(sizes.entries), bytes_in_words(sizes.memory_bytes),
               bytes_in_words(sizes.disk_bytes), duration_in_words(sizes.seconds)});
  };
  for (const BuildStep& step : plan.steps) {
    if (step.metrics.empty()) {
      table.add({step.material.name(), "nothing: is there", grouped(step.entries), "-", bytes_in_words(step.disk_bytes),
                 "-"});
    } else {
      add(step.material.name(), metric_list(step.metrics), step);
    }
  }
  const std::size_t to_do = steps_to_do(plan);
  add("total", amount(to_do, "class", "classes"), plan);
  return table.text() + fmt::format("\nMemory, disk and time are estimates{}. Nothing was written to {}.\n",
                                    plan.is_measured ? ", the time after a short measurement" : "",
                                    (options.directory / options.rules->name).string());
}

Json finished_json(const BuildOptions& options, const ProgressEvent& event) {
  const std::filesystem::path path = table_path(options.directory, options.rules->name, event.material, event.metric);
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failure);
  Json object;
  object["material"] = event.material.name();
  object["metric"] = to_string(event.metric);
  object["file"] = path.string();
  object["bytes"] = failure ? Json(nullptr) : Json(bytes);
  object["seconds"] = seconds_json(event.seconds);
  return object;
}

std::string summary_text(const BuildOptions& options, const BuildPlan& plan) {
  const std::string where = (options.directory / options.rules->name).string();
  const std::size_t built = steps_to_do(plan);
  if (built == 0) {
    return fmt::format("{}: {} in {}, nothing to build\n", options.rules->name,
                       amount(plan.steps.size(), "class", "classes"), where);
  }
  const double rate = plan.cpu_seconds > 0 ? static_cast<double>(plan.entries) / plan.cpu_seconds : 0;
  return fmt::format("{}: {} in {} ({}), {} built: {} in {}, {} entries per CPU second\n", options.rules->name,
                     amount(plan.steps.size(), "class", "classes"), where, bytes_in_words(plan.disk_bytes), built,
                     amount(plan.entries, "entry", "entries"), duration_in_words(plan.seconds), scaled(rate));
}

class Build : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("build", "Build tables, resuming what is there");
    add_rules(parser, options_.rules);
    add_directory(parser, options_.directory);
    add_extent(parser, options_);
    add_threads(parser, options_.threads);
    add_budget(parser, options_);
    parser.add_flag("--dry-run", dry_run_, "Print the plan with estimates and write nothing");
    add_json(parser, json_);
    parser.footer(
        "WDL is always built, and so is DTW where a count needs it. With --json each file written gives an object\n"
        "on a line of its own, the last line sums up; with --dry-run the plan is one object.\n"
        "SIGINT and SIGTERM stop after keeping what is finished (exit status 130 and 143); the same command then\n"
        "goes on from there.\n\n"
        "Example:\n  lunette build --rules traditional --pieces 4 --tables tables --metrics wdl,dtc,dtw\n"
        "  lunette build --rules international --material KKKvK KKMvK --tables tables --dry-run");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_extent(options_); !checked) return checked.error();
    return dry_run_ ? plan(output) : build_tables(output);
  }

 private:
  Result<ExitStatus> plan(Output& output) {
    const StopSignals signals;
    options_.stop = [&] { return signals.arrived().has_value(); };
    const Result<BuildPlan> plan = estimate_build(options_);
    if (!plan && plan.error().code == ErrorCode::interrupted) return exit_status(*signals.arrived());
    if (!plan) return plan.error();
    if (json_) {
      output.line(write_json(plan_json(options_, *plan)));
    } else {
      output.write(plan_text(options_, *plan));
    }
    return ExitStatus::success;
  }

  Result<ExitStatus> build_tables(Output& output) {
    const StopSignals signals;
    ProgressDisplay display(ProgressDisplay::Lines::tables);
    options_.progress = [&](const ProgressEvent& event) {
      if (json_ && event.kind == ProgressEvent::Kind::finished) {
        display.clear();
        output.line(write_json(finished_json(options_, event)));
      }
      display.show(event);
    };
    options_.stop = [&] { return signals.arrived().has_value() || !output.good(); };
    const Result<BuildPlan> built = build(options_);
    display.clear();
    if (!built) return stopped(signals, built.error());
    if (json_) {
      Json summary;
      summary["rules"] = options_.rules->name;
      summary["tables"] = options_.directory.string();
      summary["classes"] = built->steps.size();
      summary["built"] = steps_to_do(*built);
      put_totals(summary, *built);
      output.line(write_json(summary));
    } else {
      output.write(summary_text(options_, *built));
    }
    return ExitStatus::success;
  }

  /// Why there is no plan of what was built.
  static Result<ExitStatus> stopped(const StopSignals& signals, const Error& error) {
    const std::optional<int> signal = signals.arrived();
    if (error.code == ErrorCode::out_of_memory) return about("--memory", error);
    if (error.code != ErrorCode::interrupted || !signal) return error;
    print_error(
        fmt::format("lunette build: stopped by {}: finished tables are kept, the same command goes on from there",
                    *signal == SIGINT ? "SIGINT" : "SIGTERM"));
    return exit_status(*signal);
  }

  BuildOptions options_;
  bool dry_run_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_build() {
  return std::make_unique<Build>();
}

}  // namespace lunette::cli
