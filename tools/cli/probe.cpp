#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/report/count_words.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/notation.hpp"
#include "options.hpp"
#include "refusal.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

std::string number_or_dash(const std::optional<int>& number) {
  return number ? std::to_string(*number) : "-";
}

std::string ranked_text(const Ruleset& rules, const Position& position, const Probe& probe, SquareNames names) {
  const bool counted = std::any_of(probe.moves.begin(), probe.moves.end(),
                                   [](const RankedMove& ranked) { return ranked.answer.count.has_value(); });
  std::vector<TextTable::Column> columns{
      {"  move"}, {"value"}, {"DTC", TextTable::Align::right}, {"DTW", TextTable::Align::right}};
  if (counted) columns.push_back({"count", TextTable::Align::right});
  columns.push_back({"position after it"});
  TextTable table(columns);
  for (const RankedMove& ranked : probe.moves) {
    const Answer& answer = ranked.answer;
    std::vector<std::string> cells{"  " + write_move(rules, position, ranked.move, names),
                                   std::string(to_string(answer.wdl)), number_or_dash(answer.dtc),
                                   number_or_dash(answer.dtw)};
    if (counted) cells.push_back(answer.count ? std::to_string(answer.count->moves) : "-");
    cells.push_back(write_fen(rules.board, ranked.after, names));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string probe_text(const std::string& fen, const Ruleset& rules, const Position& position, const Probe& probe,
                       int limit, SquareNames names) {
  std::string text = fmt::format("{} ({})\n\n", fen, rules.name);
  text += draw_board(rules.board, position);
  if (text.back() != '\n') text += '\n';
  text += fmt::format("\n{} to move: {}\n", color_name(position.side),
                      value_in_words(rules, position, probe.answer, limit));
  if (probe.answer.count) text += fmt::format("Count: {}\n", count_standing(position, probe.answer, limit));
  if (probe.moves.empty()) return text;
  if (probe.answer.count) {
    const std::string choices = count_choices(rules, position, probe, names);
    if (!choices.empty()) text += choices + '\n';
  }
  text += fmt::format("\nMoves, best first; the value is {}'s, who is then to move:\n",
                      color_name(opposite(position.side)));
  text += ranked_text(rules, position, probe, names);
  if (probe.progress == Progress::not_guaranteed) {
    text += "The distances to rank by are not stored: following the first move is not sure to make progress.\n";
  }
  return text;
}

class ProbeCommand : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("probe", "Value and ranked moves of positions");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_count(parser, count_);
    add_squares(parser, names_);
    add_json(parser, json_);
    parser.add_option("FEN", fens_, "Positions; - reads one a line from standard input")->required()->type_name("");
    parser.footer(
        "A move's value is that of the position after it, from the side then to move. A position that cannot\n"
        "be answered does not keep the others from being answered; the exit status is then 2.\n\n"
        "Example:\n  lunette probe --rules traditional --tables tables W:WK4,K7,K11:BK21\n"
        "  lunette probe --rules traditional --tables tables --count 3 --json - < positions.txt");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_squares(*rules_, names_); !checked) return checked.error();
    Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    Refusals refusals("probe", "fen", json_);
    for (const std::string& fen : fens_) {
      if (fen == "-") {
        answer_standard_input(*tablebase, output, refusals);
      } else {
        answer(*tablebase, fen, output, refusals);
      }
    }
    return refusals.conclude();
  }

 private:
  void answer_standard_input(const Tablebase& tablebase, Output& output, Refusals& refusals) const {
    std::string line;
    while (output.good() && std::getline(std::cin, line)) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.find_first_not_of(" \t") != std::string::npos) answer(tablebase, line, output, refusals);
    }
    // What follows a failed read has not been answered.
    if (std::cin.bad() || std::ferror(stdin) != 0) {
      refusals.refuse("-", Error{ErrorCode::io_error, "standard input cannot be read to its end"}, output);
    }
  }

  void answer(const Tablebase& tablebase, const std::string& fen, Output& output, Refusals& refusals) const {
    const Result<Position> position = read_position(*rules_, fen);
    if (!position) return refusals.refuse(fen, position.error(), output);
    const Result<Probe> probe = tablebase.rank_moves(*position, count_);
    if (!probe) return refusals.refuse(fen, probe.error(), output);
    if (json_) {
      output.line(write_json(probe_json(fen, *rules_, *position, *probe, names_)));
    } else {
      const std::string_view separator = refusals.answered() > 0 ? "\n" : "";
      output.write(separator);
      output.write(probe_text(fen, *rules_, *position, *probe, limit_of(*rules_, count_), names_));
      output.flush();
    }
    refusals.accept();
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  CountRequest count_;
  SquareNames names_ = SquareNames::numeric;
  bool json_ = false;
  std::vector<std::string> fens_;
};

}  // namespace

std::unique_ptr<Command> make_probe() {
  return std::make_unique<ProbeCommand>();
}

}  // namespace lunette::cli
