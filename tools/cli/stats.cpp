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
    const auto directory = [](std::string_view text) -> Result<std::filesystem::path> {
      if (text.empty()) return Error{ErrorCode::bad_argument, "expected a directory, got ''"};
      return std::filesystem::path(text);
    };
    add_value(parser, "--svg", images_, directory, "DIR",
              "Draw results and distances as SVG files in this directory; scans the tables");
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
    // Before the scan, which may take long: a directory that cannot be written is told at once.
    if (Result<void> drawn = draw_results(report); !drawn) return about("--svg", drawn.error());
    if (full_ || !images_.empty()) {
      if (Result<void> scanned = scan(*tablebase, report); !scanned) return scanned.error();
    }
    const Result<std::vector<ClassImage>> images = draw_distances(report);
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

  Result<void> draw_results(const StatisticsReport& report) const {
    if (images_.empty()) return {};
    return write_text(images_ / fmt::format("{}-results.svg", rules_->name), results_plot(rules_->name, report.tables));
  }

  /// As a document beside the directory refers to a file in it.
  std::string link(const std::string& name) const {
    const std::filesystem::path directory = (images_ / "").lexically_normal().parent_path();
    return (directory.filename() / name).generic_string();
  }

  Result<std::vector<ClassImage>> draw_distances(const StatisticsReport& report) const {
    std::vector<ClassImage> images;
    if (images_.empty()) return images;
    for (const ClassProfile& profile : report.profiles) {
      for (const Metric metric : {Metric::dtw, Metric::dtc}) {
        const std::string plot = distance_plot(rules_->name, profile, metric);
        if (plot.empty()) continue;
        const std::string name = fmt::format("{}-{}-{}.svg", rules_->name, profile.material.name(), to_string(metric));
        if (Result<void> written = write_text(images_ / name, plot); !written) return written.error();
        images.push_back({profile.material, metric, link(name)});
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
