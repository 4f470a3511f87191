#include "lunette/analysis/longest.hpp"

#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/games/longest_game.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/report/json.hpp"
#include "options.hpp"

namespace lunette::cli {
namespace {

Json only_json(OnlyMove only) {
  switch (only) {
    case OnlyMove::winning: return "winning";
    case OnlyMove::fastest: return "fastest";
    case OnlyMove::no: break;
  }
  return nullptr;
}

Json win_json(const Ruleset& rules, const LongestWin& win, SquareNames names) {
  Json object;
  object["material"] = win.material.name();
  object["side"] = win.position.side == Color::white ? "white" : "black";
  object.update(line_json(write_fen(rules.board, win.position), rules, win.position, win.line, names));
  for (std::size_t step = 0; step < win.only.size(); ++step) {
    object["moves"][step]["only"] = only_json(win.only[step]);
  }
  return object;
}

class Longest : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser =
        *program.add_subcommand("longest", "The longest win of each class as PDN, its only moves marked");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_squares(parser, names_);
    add_json(parser, json_);
    add_materials(parser, "MATERIAL", materials_, "Classes such as KKKvK (default: all that are there)");
    parser.footer(
        "For each class the longest win of White and of Black, whoever wins being to move, by plies to the end (DTW),\n"
        "or to the next conversion (DTC) where DTW is not stored. Comments tell where every other move gives the win\n"
        "away (\"only move\"), and where others win but more slowly (\"only fastest move\").\n\n"
        "Example:\n  lunette longest --rules traditional --tables tables KKKvK KKMvK > longest.pdn");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_squares(*rules_, names_); !checked) return checked.error();
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<std::vector<Material>> materials = classes_there(*tablebase, materials_, directories_);
    if (!materials) return materials.error();
    bool any = false;
    for (const Material& material : *materials) {
      const Result<std::vector<LongestWin>> wins = collect_longest_wins(*tablebase, {material});
      if (!wins) return wins.error();
      any = any || !wins->empty();
      for (const LongestWin& win : *wins) {
        if (json_) {
          output.line(write_json(win_json(*rules_, win, names_)));
        } else {
          output.write(write_pdn(game_of_longest_win(*rules_, win, names_)));
        }
      }
      if (!output.good()) break;
    }
    if (any || !output.good()) return ExitStatus::success;
    return Error{ErrorCode::missing_metric, "none of these classes has a win whose distance is stored (dtw or dtc)"};
  }

 private:
  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  std::vector<Material> materials_;
  SquareNames names_ = SquareNames::numeric;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_longest() {
  return std::make_unique<Longest>();
}

}  // namespace lunette::cli
