#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json table_json(const ClassStatistics& statistics) {
  Json object;
  object["material"] = statistics.material.name();
  object["side"] = statistics.side == Color::white ? "white" : "black";
  object["entries"] = statistics.entries;
  object["win"] = statistics.win;
  object["cursed-win"] = statistics.cursed_win;
  object["draw"] = statistics.draw;
  object["blessed-loss"] = statistics.blessed_loss;
  object["loss"] = statistics.loss;
  object["max_dtc_win"] = value_or_null(statistics.max_dtc_win);
  object["max_dtc_loss"] = value_or_null(statistics.max_dtc_loss);
  object["max_dtw_win"] = value_or_null(statistics.max_dtw_win);
  object["max_dtw_loss"] = value_or_null(statistics.max_dtw_loss);
  object["longest_win_fen"] = value_or_null(statistics.longest_win_fen);
  object["longest_loss_fen"] = value_or_null(statistics.longest_loss_fen);
  return object;
}

Json statistics_json(const Ruleset& rules, const std::vector<ClassStatistics>& tables) {
  Json object;
  object["rules"] = rules.name;
  Json& list = object["tables"] = Json::array();
  for (const ClassStatistics& statistics : tables) list.push_back(table_json(statistics));
  return object;
}

/// "25/24": the longest win and the longest loss.
std::string longest(const std::optional<int>& win, const std::optional<int>& loss) {
  const auto text = [](const std::optional<int>& plies) { return plies ? std::to_string(*plies) : "-"; };
  return fmt::format("{}/{}", text(win), text(loss));
}

std::string statistics_text(const std::vector<ClassStatistics>& tables, bool counted) {
  using Align = TextTable::Align;
  std::vector<TextTable::Column> columns{{"material"}, {"to move"}, {"entries", Align::right}, {"win", Align::right}};
  if (counted) columns.push_back({"cursed win", Align::right});
  columns.push_back({"draw", Align::right});
  if (counted) columns.push_back({"blessed loss", Align::right});
  columns.insert(
      columns.end(),
      {{"loss", Align::right}, {"longest DTC", Align::right}, {"longest DTW", Align::right}, {"longest win"}});
  TextTable table(columns);
  for (const ClassStatistics& row : tables) {
    std::vector<std::string> cells{row.material.name(), std::string(color_name(row.side)), grouped(row.entries),
                                   grouped(row.win)};
    if (counted) cells.push_back(grouped(row.cursed_win));
    cells.push_back(grouped(row.draw));
    if (counted) cells.push_back(grouped(row.blessed_loss));
    cells.insert(cells.end(), {grouped(row.loss), longest(row.max_dtc_win, row.max_dtc_loss),
                               longest(row.max_dtw_win, row.max_dtw_loss), row.longest_win_fen.value_or("-")});
    table.add(std::move(cells));
  }
  return table.text() + "\nLongest distances in plies: of the wins / of the losses.\n";
}

class Stats : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("stats", "Wins, draws, losses and longest distances of each class");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_json(parser, json_);
    add_materials(parser, "MATERIAL", materials_, "Classes such as KKKvK (default: all that are there)");
    parser.footer("Example:\n  lunette stats --rules traditional --tables tables KKKvK KKMvK");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<std::vector<ClassStatistics>> tables = collect_statistics(*tablebase, materials_);
    if (!tables) return tables.error();
    if (tables->empty()) {
      return Error{ErrorCode::missing_table,
                   fmt::format("no tables of {} in {}", rules_->name, directories_.front().string())};
    }
    if (json_) {
      output.line(write_json(statistics_json(*rules_, *tables)));
    } else {
      output.write(statistics_text(*tables, rules_->count.has_value()));
    }
    return ExitStatus::success;
  }

 private:
  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  std::vector<Material> materials_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() {
  return std::make_unique<Stats>();
}

}  // namespace lunette::cli
