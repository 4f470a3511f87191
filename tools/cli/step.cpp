#include <fmt/format.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "quantity.hpp"
#include "refusal.hpp"
#include "signals.hpp"

namespace lunette::cli {
namespace {

Json report_json(const StepId& id, const StepReport& report) {
  Json object;
  object["id"] = id.text();
  object["found"] = report.found;
  object["entries"] = report.entries;
  object["restored_entries"] = report.restored_entries;
  object["seconds"] = seconds_json(report.seconds);
  object["cpu_seconds"] = seconds_json(report.cpu_seconds);
  object["peak_memory_bytes"] = report.peak_memory_bytes;
  return object;
}

std::string report_text(const StepId& id, const StepReport& report) {
  if (report.found) return fmt::format("{}: is there", id.text());
  std::string text =
      fmt::format("{}: {} in {}, {:.1f} CPU seconds, {}", id.text(), amount(report.entries, "entry", "entries"),
                  duration_in_words(report.seconds), report.cpu_seconds, bytes_in_words(report.peak_memory_bytes));
  if (report.restored_entries > 0) text += fmt::format("; {} kept from before", grouped(report.restored_entries));
  return text;
}

class StepCommand : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("step", "Make one step of a plan, or several, one after the other");
    const auto read = [this](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) {
        const Result<StepId> id = StepId::parse(text);
        if (!id) throw CLI::ValidationError("ID", about(text, id.error()).message);
        ids_.push_back(*id);
      }
    };
    parser.add_option_function<std::vector<std::string>>("ID", read, "Steps, as lunette plan names them")
        ->type_name("")
        ->required();
    add_directory(parser, options_.directory);
    add_threads(parser, options_.threads);
    add_value(parser, "--memory", options_.memory_bytes, parse_memory, "SIZE",
              "Memory to stay within, such as 8G (default: half of the machine's)");
    add_json(parser, json_);
    parser.footer(
        "What is there and valid is left alone. The same step may run twice at once, on several machines: there are\n"
        "no locks, and both make the same bytes. Stopped or killed, a large one goes on from what it has kept.\n\n"
        "Exit status: 0 the output is there, 2 wrong usage, bad or missing input, 75 stopped by SIGTERM or SIGINT\n"
        "after keeping what was done: start it again.\n\n"
        "Example:\n  lunette step international.KKvK.wdl+dtc --tables tables\n"
        "  lunette step international.KKMMvKM.wdl+dtc.w17x8.3 --tables /shared/tables --threads 4 --memory 12G");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const StopSignals signals;
    options_.stop = [&] { return signals.arrived().has_value() || !output.good(); };
    for (const StepId& id : ids_) {
      // Between two steps; large ones ask themselves.
      if (signals.arrived()) return stopped(id, signals);
      ProgressDisplay display(ProgressDisplay::Lines::tables);
      options_.progress = [&](const ProgressEvent& event) {
        if (id.kind != StepId::Kind::manifest) display.show(event);  // which is of no class
      };
      const Result<StepReport> report = run_step(id, options_);
      display.clear();
      if (!report) return refused(id, report.error(), signals);
      output.line(json_ ? write_json(report_json(id, *report)) : report_text(id, *report));
      if (!output.good()) return ExitStatus::failure;
    }
    return ExitStatus::success;
  }

 private:
  static Result<ExitStatus> stopped(const StepId& id, const StopSignals& signals) {
    print_error(
        fmt::format("lunette step: {}: stopped by {}: what is done is kept, the same command goes on from there",
                    id.text(), *signals.arrived() == SIGINT ? "SIGINT" : "SIGTERM"));
    return ExitStatus::again;
  }

  static Result<ExitStatus> refused(const StepId& id, const Error& error, const StopSignals& signals) {
    if (error.code == ErrorCode::interrupted && signals.arrived()) return stopped(id, signals);
    return about(id.text(), error.code == ErrorCode::out_of_memory ? about("--memory", error) : error);
  }

  StepOptions options_;
  std::vector<StepId> ids_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_step() {
  return std::make_unique<StepCommand>();
}

}  // namespace lunette::cli
