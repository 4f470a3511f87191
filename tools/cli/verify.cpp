#include "lunette/gen/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "signals.hpp"

namespace lunette::cli {
namespace {

Json comparison_json(const VerifyOptions& options, const std::optional<Comparison>& comparison) {
  if (!comparison) return nullptr;
  Json object;
  object["manifest"] = options.against.string();
  object["listed"] = comparison->listed;
  object["same_bytes"] = comparison->same_bytes;
  object["same_values"] = comparison->same_values;
  object["different"] = comparison->different;
  object["missing"] = comparison->missing;
  object["extra"] = comparison->extra;
  return object;
}

Json report_json(const VerifyOptions& options, const VerifyReport& report) {
  Json object;
  object["rules"] = options.rules->name;
  object["full"] = options.full;
  object["tables"] = report.tables;
  object["entries"] = report.entries;
  object["probed"] = report.probed;
  object["finding_count"] = report.finding_count;
  Json& findings = object["findings"] = Json::array();
  for (const Finding& finding : report.findings) {
    Json entry;
    entry["table"] = finding.table;
    entry["fen"] = finding.fen.empty() ? Json(nullptr) : Json(finding.fen);
    entry["message"] = finding.message;
    findings.push_back(std::move(entry));
  }
  object["against"] = comparison_json(options, report.comparison);
  return object;
}

std::string finding_text(const Finding& finding) {
  if (finding.fen.empty()) return fmt::format("{}: {}\n", finding.table, finding.message);
  return fmt::format("{}: {}: {}\n", finding.table, finding.fen, finding.message);
}

std::string success_text(const VerifyOptions& options, const VerifyReport& report) {
  const std::string tables = amount(report.tables, "table", "tables");
  if (!options.full) return fmt::format("{}: {} read, nothing wrong\n", options.rules->name, tables);
  return fmt::format("{}: {}, {} recomputed, {} also probed, nothing wrong\n", options.rules->name, tables,
                     amount(report.entries, "entry", "entries"), grouped(report.probed));
}

/// "missing: KKvK.dtc, KKvK.wdl, and 12 more"; JSON has all of them.
std::string names_text(std::string_view what, const std::vector<std::string>& names) {
  constexpr std::size_t most_names = 12;
  if (names.empty()) return {};
  std::string text(what);
  for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i) text += (i == 0 ? ": " : ", ") + names[i];
  if (names.size() > most_names) text += fmt::format(", and {} more", grouped(names.size() - most_names));
  return text + "\n";
}

std::string comparison_text(const VerifyOptions& options, const Comparison& comparison) {
  const std::string summary = fmt::format(
      "{} lists {}, {} here: {} with the same bytes, {} with the same values in other bytes, {} different; {} "
      "missing\n",
      options.against.string(), amount(comparison.listed, "table", "tables"),
      grouped(comparison.listed - comparison.missing.size()), grouped(comparison.same_bytes),
      grouped(comparison.same_values), grouped(comparison.different.size()), grouped(comparison.missing.size()));
  // Where missing tables are findings, each has had a line.
  return summary + (options.partial ? names_text("missing", comparison.missing) : "") +
         names_text("not listed", comparison.extra);
}

/// A file that is there: a run of minutes should not end with the news that it is not.
Result<std::filesystem::path> parse_file(std::string_view text) {
  const std::filesystem::path path(text);
  std::error_code failure;
  if (std::filesystem::is_regular_file(path, failure)) return path;
  const std::string reason = failure ? failure.message() : "not a file";
  return Error{ErrorCode::io_error, fmt::format("'{}': {}", text, reason)};
}

class Verify : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("verify", "Check table files and their contents");
    add_rules(parser, options_.rules);
    add_directory(parser, options_.directory);
    parser.add_flag("--full", options_.full, "Recompute every entry from its successors");
    add_value(parser, "--against", options_.against, parse_file, "MANIFEST",
              "A published manifest: are these the tables that it lists?");
    parser.add_flag("--partial", options_.partial, "A part of a set: tables that a manifest lists may be missing");
    add_threads(parser, options_.threads);
    add_json(parser, json_);
    add_materials(parser, "MATERIAL", options_.materials, "Classes such as KKKvK (default: all that are there)");
    parser.footer(
        "Without --full: headers, checksums and the manifest. What is wrong is printed a line each, and the exit\n"
        "status is then 1.\n\n"
        "With --against: tables may be packed or come from another version of zstd; what must be the same is what the\n"
        "manifest says of their values. That the values are what a header says of them is checked by --full. Tables\n"
        "that the manifest does not list are named and are no fault.\n\n"
        "Example:\n  lunette verify --rules traditional --tables tables --full\n"
        "  lunette verify --rules traditional --tables copy --against manifest.json --partial");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const StopSignals signals;
    ProgressDisplay display(ProgressDisplay::Lines::pace);
    options_.progress = [&](const ProgressEvent& event) { display.show(event); };
    options_.stop = [&] { return signals.arrived().has_value(); };
    const Result<VerifyReport> report = verify(options_);
    display.clear();
    if (!report) {
      const std::optional<int> signal = signals.arrived();
      if (report.error().code != ErrorCode::interrupted || !signal) return report.error();
      print_error(fmt::format("lunette verify: {}", report.error().message));
      return exit_status(*signal);
    }
    print(*report, output);
    return report->finding_count == 0 ? ExitStatus::success : ExitStatus::no;
  }

 private:
  void print(const VerifyReport& report, Output& output) const {
    if (json_) {
      output.line(write_json(report_json(options_, report)));
    } else if (report.finding_count == 0) {
      output.write(success_text(options_, report));
    }
    if (!json_) {
      for (const Finding& finding : report.findings) output.write(finding_text(finding));
      if (report.comparison) output.write(comparison_text(options_, *report.comparison));
    }
    if (report.finding_count == 0) return;
    const bool cut_short = report.finding_count > report.findings.size();
    print_error(fmt::format("lunette verify: {} in {}{}", amount(report.finding_count, "finding", "findings"),
                            amount(report.tables, "table", "tables"),
                            cut_short ? fmt::format(", the first {} listed", grouped(report.findings.size())) : ""));
  }

  VerifyOptions options_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_verify() {
  return std::make_unique<Verify>();
}

}  // namespace lunette::cli
