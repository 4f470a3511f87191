#include "lunette/analysis/claims.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "signals.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

Json table_json(const ClaimTable& table) {
  Json object;
  object["title"] = table.title;
  object["columns"] = table.columns;
  Json& rows = object["rows"] = Json::array();
  for (const std::vector<ClaimCell>& cells : table.rows) {
    Json& row = rows.emplace_back(Json::array());
    for (const ClaimCell& cell : cells) std::visit([&](const auto& value) { row.push_back(value); }, cell);
  }
  return object;
}

Json claim_json(const Claim& claim) {
  Json object;
  object["claim"] = claim.name;
  object["source"] = claim.source;
  object["quotation"] = claim.quotation;
  object["meaning"] = claim.meaning;
  object["missing"] = claim.missing.empty() ? Json(nullptr) : Json(claim.missing);
  object["verdict"] = claim.missing.empty() ? Json(claim.verdict) : Json(nullptr);
  object["in_favour"] = claim.in_favour;
  object["against"] = claim.against;
  Json& tables = object["tables"] = Json::array();
  for (const ClaimTable& table : claim.tables) tables.push_back(table_json(table));
  Json& examples = object["examples"] = Json::array();
  for (const ClaimExample& example : claim.examples) {
    Json& entry = examples.emplace_back();
    entry["agrees"] = example.agrees;
    entry["about"] = example.about;
    entry["fen"] = example.fen;
  }
  return object;
}

Json report_json(const ClaimsReport& report) {
  Json object;
  object["rules"] = report.rules;
  Json& claims = object["claims"] = Json::array();
  for (const Claim& claim : report.claims) claims.push_back(claim_json(claim));
  return object;
}

bool is_number(const ClaimCell& cell) {
  return std::holds_alternative<std::uint64_t>(cell);
}

std::string cell_text(const ClaimCell& cell) {
  if (const auto* number = std::get_if<std::uint64_t>(&cell)) return grouped(*number);
  return std::get<std::string>(cell);
}

/// Numbers stand to the right; every row has them in the same columns.
bool is_number_column(const ClaimTable& table, std::size_t column) {
  return !table.rows.empty() && is_number(table.rows.front()[column]);
}

std::string missing_text(const Claim& claim) {
  return fmt::format("Not examined: {} not there.", claim.missing);
}

std::string sides_text(const Claim& claim) {
  return fmt::format("In favour {}, against {}.", amount(claim.in_favour, "position", "positions"),
                     amount(claim.against, "position", "positions"));
}

/// How the report is written for people: plain text or Markdown.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual std::string heading(const ClaimsReport& report) const = 0;
  virtual std::string claim_heading(const Claim& claim) const = 0;
  virtual std::string paragraph(std::string_view text) const = 0;
  virtual std::string table(const ClaimTable& table) const = 0;
  virtual std::string examples(const std::vector<ClaimExample>& examples) const = 0;
};

class TextWriter : public Writer {
 public:
  std::string heading(const ClaimsReport& report) const override {
    return fmt::format("What the sources claim, in {}\n", report.rules);
  }
  std::string claim_heading(const Claim& claim) const override {
    return fmt::format("\n{}\n{}\n{}", claim.name, std::string(claim.name.size(), '-'),
                       wrapped(fmt::format("\"{}\" ({})", claim.quotation, claim.source)));
  }
  std::string paragraph(std::string_view text) const override { return "\n" + wrapped(text); }
  std::string table(const ClaimTable& table) const override {
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const bool number = is_number_column(table, i);
      columns.push_back({table.columns[i], number ? TextTable::Align::right : TextTable::Align::left});
    }
    TextTable text(columns);
    for (const std::vector<ClaimCell>& row : table.rows) {
      std::vector<std::string> cells;
      for (const ClaimCell& cell : row) cells.push_back(cell_text(cell));
      text.add(std::move(cells));
    }
    return fmt::format("\n{}\n{}", table.title, text.text());
  }
  std::string examples(const std::vector<ClaimExample>& examples) const override {
    std::string text = "\n";
    for (const ClaimExample& example : examples) {
      text += fmt::format("{}  {}  {}\n", example.agrees ? "for    " : "against", example.fen, example.about);
    }
    return text;
  }
};

class MarkdownWriter : public Writer {
 public:
  std::string heading(const ClaimsReport& report) const override { return fmt::format("## {}\n", report.rules); }
  std::string claim_heading(const Claim& claim) const override {
    return fmt::format("\n### {}\n\n> {} ({})\n", claim.name, claim.quotation, claim.source);
  }
  std::string paragraph(std::string_view text) const override { return fmt::format("\n{}\n", text); }
  std::string table(const ClaimTable& table) const override {
    std::string text = fmt::format("\n{}:\n\n|", table.title);
    for (const std::string& column : table.columns) text += fmt::format(" {} |", column);
    text += "\n|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += is_number_column(table, i) ? "---:|" : "---|";
    text += "\n";
    for (const std::vector<ClaimCell>& row : table.rows) {
      text += "|";
      for (const ClaimCell& cell : row) text += fmt::format(" {} |", cell_text(cell));
      text += "\n";
    }
    return text;
  }
  std::string examples(const std::vector<ClaimExample>& examples) const override {
    std::string text = "\n| | position | |\n|---|---|---|\n";
    for (const ClaimExample& example : examples) {
      text += fmt::format("| {} | `{}` | {} |\n", example.agrees ? "for" : "against", example.fen, example.about);
    }
    return text;
  }
};

std::string report_text(const ClaimsReport& report, const Writer& writer) {
  std::string text = writer.heading(report);
  for (const Claim& claim : report.claims) {
    text += writer.claim_heading(claim) + writer.paragraph(claim.meaning);
    if (!claim.missing.empty()) {
      text += writer.paragraph(missing_text(claim));
      continue;
    }
    text += writer.paragraph(claim.verdict) + writer.paragraph(sides_text(claim));
    for (const ClaimTable& table : claim.tables) text += writer.table(table);
    if (!claim.examples.empty()) text += writer.examples(claim.examples);
  }
  return text;
}

class Claims : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("claims", "What the tables say about the claims of the sources");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_threads(parser, options_.threads);
    CLI::Option* json = add_json(parser, json_);
    parser.add_flag("--markdown", markdown_, "Print Markdown")->excludes(json);
    parser.footer(
        "Needs KKvK and KKKvK. Other claims need KKKvKM and KKKvKK (king and man against three kings), KKMvK and "
        "KMMvK\n"
        "(crowning), KvM, MMvK and MMMvK (a king against men), and DTW (how long wins take); what is not there is "
        "named.\n"
        "KKKvKM on 10x10 takes a minute or two.\n\n"
        "Example:\n  lunette claims --rules traditional --tables tables --markdown");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const StopSignals signals;
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    ProgressDisplay display(ProgressDisplay::Lines::pace);
    options_.progress = [&](const ProgressEvent& event) { display.show(event); };
    options_.stop = [&] { return signals.arrived().has_value(); };
    const Result<ClaimsReport> report = examine_claims(*tablebase, options_);
    display.clear();
    if (!report) {
      const std::optional<int> signal = signals.arrived();
      if (report.error().code != ErrorCode::interrupted || !signal) return report.error();
      print_error(fmt::format("lunette claims: {}", report.error().message));
      return exit_status(*signal);
    }
    print(*report, output);
    return ExitStatus::success;
  }

 private:
  void print(const ClaimsReport& report, Output& output) const {
    if (json_) {
      output.line(write_json(report_json(report)));
    } else if (markdown_) {
      output.write(report_text(report, MarkdownWriter()));
    } else {
      output.write(report_text(report, TextWriter()));
    }
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  ClaimsOptions options_;
  bool json_ = false;
  bool markdown_ = false;
};

}  // namespace

std::unique_ptr<Command> make_claims() {
  return std::make_unique<Claims>();
}

}  // namespace lunette::cli
