#include "lunette/analysis/diagonal.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/analysis/json.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

std::string report_text(const DiagonalReport& report) {
  using Align = TextTable::Align;
  TextTable table({{"material"},
                   {"to move"},
                   {"diagonal"},
                   {"must capture"},
                   {"strong wins", Align::right},
                   {"cursed", Align::right},
                   {"draws", Align::right},
                   {"lone wins", Align::right},
                   {"example"}});
  for (const DiagonalRow& row : report.rows) {
    const std::string example =
        row.example_fen.empty() ? "-" : fmt::format("{} ({})", row.example_fen, to_string(row.example_result));
    table.add({row.material.name(), std::string(to_string(row.side)), std::string(to_string(row.diagonal)),
               row.capture ? "yes" : "no", grouped(row.strong_wins), grouped(row.cursed), grouped(row.draws),
               grouped(row.lone_wins), example});
  }
  return fmt::format("The main diagonal in {}\n\n{}\n{}", report.rules, wrapped(report.verdict), table.text());
}

class Diagonal : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("diagonal", "Does the main-diagonal defence hold?");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_json(parser, json_);
    parser.footer(
        "Needs KKvK and KKKvK; KKKKvK is reported where it is there. \"cursed\" are the wins that the count turns\n"
        "into draws.\n\n"
        "Example:\n  lunette diagonal --rules traditional --tables tables");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<DiagonalReport> report = report_diagonal(*tablebase);
    if (!report) return report.error();
    if (json_) {
      output.line(write_json(diagonal_json(*report)));
    } else {
      output.write(report_text(*report));
    }
    return ExitStatus::success;
  }

 private:
  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_diagonal() {
  return std::make_unique<Diagonal>();
}

}  // namespace lunette::cli
