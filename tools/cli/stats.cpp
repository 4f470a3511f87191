#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/analysis/class_profile.hpp"
#include "lunette/analysis/plots.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/report/json.hpp"
#include "options.hpp"
#include "refusal.hpp"
#include "statistics.hpp"

namespace lunette::cli {
namespace {

Result<void> write_text(const std::filesystem::path& path, std::string_view text) {
  return write_file_atomically(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

class Stats : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser =
        *program.add_subcommand("stats", "Wins, draws, losses, longest distances, histograms, zugzwangs of each class");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    CLI::Option* json = add_json(parser, json_);
    parser.add_flag("--markdown", markdown_, "Print Markdown")->excludes(json);
    parser.add_flag("--full", full_, "Scan the tables too: how often each distance occurs, and mutual zugzwangs");
    parser.add_option("--svg", images_, "Draw results and distances as SVG files in this directory; scans the tables")
        ->type_name("DIR");
    add_scan(parser, scan_);
    add_materials(parser, "MATERIAL", materials_, "Classes such as KKKvK (default: all that are there)");
    parser.footer(
        "A mutual zugzwang is a position in which either side does worse if it has the move.\n\n"
        "Example:\n  lunette stats --rules traditional --tables tables KKKvK KKMvK\n"
        "  lunette stats --rules traditional --tables tables --full --markdown --svg images > results.md");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    Result<std::vector<ClassStatistics>> tables = collect_statistics(*tablebase, materials_);
    if (!tables) return tables.error();
    if (tables->empty()) {
      return Error{ErrorCode::missing_table,
                   fmt::format("no tables of {} in {}", rules_->name, directories_.front().string())};
    }
    StatisticsReport report{rules_, *std::move(tables), {}};
    if (full_ || !images_.empty()) {
      if (Result<void> scanned = scan(*tablebase, report); !scanned) return scanned.error();
    }
    const Result<std::vector<ClassImage>> images = draw(report);
    if (!images) return about("--svg", images.error());
    if (json_) {
      output.line(write_json(statistics_json(report)));
    } else {
      output.write(markdown_ ? statistics_markdown(report, *images) : statistics_text(report));
    }
    return ExitStatus::success;
  }

 private:
  Result<void> scan(const Tablebase& tablebase, StatisticsReport& report) const {
    for (const ClassStatistics& table : report.tables) {
      if (!report.profiles.empty() && report.profiles.back().material == table.material) continue;
      Result<ClassProfile> profile = profile_class(tablebase, table.material, scan_);
      if (!profile) return profile.error();
      report.profiles.push_back(*std::move(profile));
    }
    return {};
  }

  /// The files, named as a document beside the directory refers to them.
  Result<std::vector<ClassImage>> draw(const StatisticsReport& report) const {
    std::vector<ClassImage> images;
    if (images_.empty()) return images;
    const std::filesystem::path results = images_ / fmt::format("{}-results.svg", rules_->name);
    if (Result<void> written = write_text(results, results_plot(rules_->name, report.tables)); !written) {
      return written.error();
    }
    for (const ClassProfile& profile : report.profiles) {
      for (const Metric metric : {Metric::dtw, Metric::dtc}) {
        const std::string plot = distance_plot(rules_->name, profile, metric);
        if (plot.empty()) continue;
        const std::string name = fmt::format("{}-{}-{}.svg", rules_->name, profile.material.name(), to_string(metric));
        if (Result<void> written = write_text(images_ / name, plot); !written) return written.error();
        images.push_back({profile.material, metric, (images_ / name).generic_string()});
      }
    }
    return images;
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  std::vector<Material> materials_;
  std::filesystem::path images_;
  ScanOptions scan_;
  bool json_ = false;
  bool markdown_ = false;
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() {
  return std::make_unique<Stats>();
}

}  // namespace lunette::cli
