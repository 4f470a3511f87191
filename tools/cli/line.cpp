#include <fmt/format.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/games/line_game.hpp"
#include "lunette/report/count_words.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/notation.hpp"
#include "options.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

/// Numbered moves, a pair a line, the second of each pair in a column of its own.
std::string numbered_moves(const Ruleset& rules, const Position& position, const Line& line, SquareNames names) {
  std::string text;
  Position before = position;
  int number = 1;
  const bool black_begins = position.side == Color::black;
  if (black_begins && !line.steps.empty()) text += fmt::format("{:>4}. {:<10}", number, "...");
  for (const LineStep& step : line.steps) {
    const std::string move = write_move(rules, before, step.ranked.move, names);
    if (before.side == Color::white) {
      text += fmt::format("{:>4}. {:<10}", number, move);
    } else {
      text += fmt::format("  {}\n", move);
      ++number;
    }
    before = step.ranked.after;
  }
  if (before.side == Color::black && !line.steps.empty()) {
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string line_text(const std::string& fen, const Ruleset& rules, const Position& position, const Line& line,
                      int limit, SquareNames names) {
  std::string text = fmt::format("{} ({})\n", fen, rules.name);
  text +=
      fmt::format("{} to move: {}\n", color_name(position.side), value_in_words(rules, position, line.start, limit));
  if (line.start.count) text += fmt::format("Count: {}\n", count_standing(position, line.start, limit));
  if (!line.steps.empty()) text += '\n' + numbered_moves(rules, position, line, names);
  const Position& last = line.steps.empty() ? position : line.steps.back().ranked.after;
  text += fmt::format("\n{}\n", end_in_words(last, line, limit));
  const std::string count = count_at_end(position, line, limit);
  return count.empty() || line.end == Line::End::drawn_by_count ? text : text + count + '\n';
}

class LineCommand : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("line", "Best play of both sides to the end");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_count(parser, count_);
    add_squares(parser, names_);
    CLI::Option* json = add_json(parser, json_);
    parser.add_flag("--pdn", pdn_, "Print a PDN game and nothing else on standard output")->excludes(json);
    parser.add_option("FEN", fen_, "The position")->required()->type_name("");
    parser.footer(
        "PDN knows numbers for international, pool, russian and brazilian only; the other rulesets are written\n"
        "under the number whose rules allow all their moves, with their own name in the tag \"Ruleset\".\n\n"
        "Example:\n  lunette line --rules traditional --tables tables W:WK4,K7,K11:BK21\n"
        "  lunette line --rules international --tables tables --pdn W:W6:B2,3,4 > line.pdn");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_squares(*rules_, names_); !checked) return checked.error();
    const Result<Position> position = read_position(*rules_, fen_);
    if (!position) return about(fen_, position.error());
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<Line> line = tablebase->best_line(*position, count_);
    if (!line) return about(fen_, line.error());
    if (json_) {
      output.line(write_json(line_json(fen_, *rules_, *position, *line, names_)));
    } else if (pdn_) {
      output.write(write_pdn(*rules_, *position, *line, names_));
    } else {
      output.write(line_text(fen_, *rules_, *position, *line, limit_of(*rules_, count_), names_));
    }
    return ExitStatus::success;
  }

 private:
  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  CountRequest count_;
  SquareNames names_ = SquareNames::numeric;
  bool json_ = false;
  bool pdn_ = false;
  std::string fen_;
};

}  // namespace

std::unique_ptr<Command> make_line() {
  return std::make_unique<LineCommand>();
}

}  // namespace lunette::cli
