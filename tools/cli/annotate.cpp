#include "lunette/games/annotate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/games/pdn_writer.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "refusal.hpp"
#include "table.hpp"
#include "text_file.hpp"

namespace lunette::cli {
namespace {

Json number_or_null(const std::optional<int>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json answer_json(const Answer& answer) {
  Json object;
  object["count"] = answer.count ? Json(answer.count->moves) : Json(nullptr);
  object["wdl"] = to_string(answer.wdl);
  object["dtc"] = number_or_null(answer.dtc);
  object["dtw"] = number_or_null(answer.dtw);
  return object;
}

Json judged_json(const Ruleset& rules, const JudgedMove& judged) {
  Json object;
  object["number"] = judged.number;
  object["side"] = judged.side == Color::white ? "white" : "black";
  object["variation"] = !judged.main_line;
  object["move"] = judged.move;
  object["fen"] = write_fen(rules.board, judged.position);
  object["before"] = answer_json(judged.before);
  object["after"] = answer_json(judged.after);
  object["best"] = judged.best;
  object["after_best"] = answer_json(judged.after_best);
  object["keeping"] = judged.keeping;
  object["critical"] = judged.critical;
  object["change"] = judged.change == Change::none ? Json(nullptr) : Json(to_string(judged.change));
  return object;
}

Json end_json(const Ruleset& rules, const GameEnd& end) {
  Json object;
  object["fen"] = write_fen(rules.board, end.position);
  object["over"] = end.over;
  object["answer"] = end.answer ? answer_json(*end.answer) : Json(nullptr);
  object["contradiction"] = end.contradiction.empty() ? Json(nullptr) : Json(end.contradiction);
  return object;
}

Json tag_or_null(const Game& game, std::string_view name) {
  const auto value = game.tag(name);
  return value ? Json(*value) : Json(nullptr);
}

Json game_json(const std::string& file, int number, const ReadGame& read, const GameReport& report) {
  Json object;
  object["file"] = file;
  object["game"] = number;
  object["line"] = read.line;
  object["white"] = tag_or_null(read.game, "White");
  object["black"] = tag_or_null(read.game, "Black");
  object["result"] = tag_or_null(read.game, "Result");
  object["rules"] = report.rules != nullptr ? Json(report.rules->name) : Json(nullptr);
  object["positions"] = report.positions;
  object["covered"] = report.covered;
  Json& moves = object["moves"] = Json::array();
  for (const JudgedMove& judged : report.moves) moves.push_back(judged_json(*report.rules, judged));
  object["end"] = report.end ? end_json(*report.rules, *report.end) : Json(nullptr);
  Json& faults = object["faults"] = Json::array();
  for (const GameFault& fault : report.faults) {
    faults.push_back({{"line", fault.line},
                      {"move", fault.place.empty() ? Json(nullptr) : Json(fault.place)},
                      {"message", fault.message}});
  }
  return object;
}

Json summary_json(const GamesSummary& summary) {
  Json object;
  object["games"] = summary.games;
  object["faulty"] = summary.faulty;
  object["positions"] = summary.positions;
  object["covered"] = summary.covered;
  object["contradicted"] = summary.contradicted;
  Json& players = object["players"] = Json::array();
  for (const PlayerSummary& player : summary.players) {
    Json row;
    row["name"] = player.name;
    row["games"] = player.games;
    row["moves"] = player.moves;
    row["critical"] = player.critical;
    row["kept"] = player.kept;
    row["win_to_draw"] = player.win_to_draw;
    row["win_to_cursed"] = player.win_to_cursed;
    row["win_to_loss"] = player.win_to_loss;
    row["draw_to_loss"] = player.draw_to_loss;
    row["win_prolonged"] = player.win_prolonged;
    players.push_back(std::move(row));
  }
  Json document;
  document["summary"] = std::move(object);
  return document;
}

std::string summary_text(const GamesSummary& summary) {
  using Align = TextTable::Align;
  std::string text = fmt::format("{}, {}, {} of them in the tables\n", amount(summary.games, "game", "games"),
                                 amount(summary.positions, "position", "positions"), grouped(summary.covered));
  if (summary.faulty > 0) text += fmt::format("{} with faults\n", amount(summary.faulty, "game", "games"));
  if (summary.contradicted > 0) {
    text += fmt::format("{} that the tables contradict\n", amount(summary.contradicted, "result", "results"));
  }
  TextTable table({{"player"},
                   {"games", Align::right},
                   {"moves", Align::right},
                   {"critical", Align::right},
                   {"kept", Align::right},
                   {"win to draw", Align::right},
                   {"win to cursed", Align::right},
                   {"win to loss", Align::right},
                   {"draw to loss", Align::right},
                   {"prolonged", Align::right}});
  for (const PlayerSummary& player : summary.players) {
    table.add({player.name, grouped(player.games), grouped(player.moves), grouped(player.critical),
               grouped(player.kept), grouped(player.win_to_draw), grouped(player.win_to_cursed),
               grouped(player.win_to_loss), grouped(player.draw_to_loss), grouped(player.win_prolonged)});
  }
  return summary.players.empty() ? text : text + "\nMoves inside the tables:\n" + table.text();
}

class Annotate : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("annotate", "Mark the moves of PDN games that changed the result");
    add_rules(parser, rules_)
        ->required(false)
        ->description("The ruleset of every game (default: what the tags Ruleset and GameType say)");
    add_tables(parser, directories_);
    CLI::Option* json = add_json(parser, json_);
    parser.add_flag("--summary", summary_only_, "Print the summary and no games")->excludes(json);
    const auto file = [](std::string_view text) -> Result<std::filesystem::path> {
      if (text.empty()) return Error{ErrorCode::bad_argument, "expected a file, got ''"};
      return std::filesystem::path(text);
    };
    add_value(parser, "--out", out_, file, "FILE",
              "Write the annotated games there and the summary to standard output");
    parser.add_option("FILE", files_, "PDN files; - reads standard input")->required()->type_name("");
    parser.footer(
        "Prints the games with $4 behind each move that threw a win or a draw away, and what it threw away and the\n"
        "best move as a comment. The summary counts each player's moves inside the tables; \"critical\" are those\n"
        "where some move would have changed the result. What cannot be read or played is told on standard error by\n"
        "file, game, line and move; the rest is still done, and the exit status is then 2. With --json there is an\n"
        "object for each game and one with the summary.\n\n"
        "Example:\n  lunette annotate --tables tables games.pdn > annotated.pdn\n"
        "  lunette annotate --rules traditional --tables tables --out annotated.pdn games.pdn");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_tables(); !checked) return about("--tables", checked.error());
    Result<Annotator> annotator = Annotator::open(directories_, rules_);
    if (!annotator) return about("--tables", std::move(annotator).error());
    if (Result<void> checked = check_out(); !checked) return about("--out", checked.error());
    Refusals refusals("annotate", "file", json_);
    for (const std::string& file : files_) {
      if (!output.good()) break;
      const Result<std::string> text = read_text(file);
      if (!text) {
        refusals.refuse(file, text.error(), output);
      } else if (annotate(*annotator, file, *text, output) == 0) {
        refusals.refuse(file, Error{ErrorCode::bad_argument, "no game in it"}, output);
      } else {
        refusals.accept();
      }
    }
    return conclude(annotator->summary(), refusals, output);
  }

 private:
  /// Games judged by no table at all would look as if nobody had made a mistake in them.
  Result<void> check_tables() const {
    OpenOptions options;
    options.directories = directories_;
    bool any = false;
    for (const Ruleset& rules : all_rulesets()) {
      if (rules_ != nullptr && rules.name != rules_->name) continue;
      const Result<Tablebase> tablebase = Tablebase::open(rules, options);
      if (!tablebase) return tablebase.error();
      any = any || !tablebase->tables().empty();
    }
    if (any) return {};
    return Error{ErrorCode::missing_table,
                 fmt::format("no tables{} in {}", rules_ != nullptr ? fmt::format(" of {}", rules_->name) : "",
                             directories_.front().string())};
  }

  /// Before any work is done, and never over the games themselves: what cannot be read of them would be lost.
  Result<void> check_out() const {
    namespace fs = std::filesystem;
    if (out_.empty()) return {};
    std::error_code ignored;
    for (const std::string& file : files_) {
      if (fs::equivalent(out_, file == "-" ? "/dev/stdin" : file, ignored)) {
        return Error{ErrorCode::bad_argument, fmt::format("{} is a file of games to be read", out_.string())};
      }
    }
    const fs::path directory = out_.has_parent_path() ? out_.parent_path() : fs::path(".");
    if (fs::is_directory(out_, ignored)) {
      return Error{ErrorCode::io_error, fmt::format("{}: is a directory", out_.string())};
    }
    if (::access(directory.c_str(), W_OK | X_OK) == 0) return {};
    return Error{ErrorCode::io_error,
                 fmt::format("{}: {}", directory.string(), std::generic_category().message(errno))};
  }

  /// The number of games.
  int annotate(Annotator& annotator, const std::string& file, const std::string& text, Output& output) {
    PdnReader reader(text);
    int number = 0;
    while (std::optional<ReadGame> read = reader.next()) {
      ++number;
      const GameReport report = annotator.annotate(*read);
      if (json_) {
        output.line(write_json(game_json(file, number, *read, report)));
      } else {
        for (const GameFault& fault : report.faults) tell(file, number, fault);
      }
      if (!out_.empty()) {
        written_ += write_pdn(read->game);
      } else if (!json_ && !summary_only_) {
        output.write(write_pdn(read->game));
      }
    }
    return number;
  }

  static void tell(const std::string& file, int number, const GameFault& fault) {
    const std::string move = fault.place.empty() ? "" : fmt::format(", move {}", fault.place);
    print_error(
        fmt::format("lunette annotate: {}: game {}, line {}{}: {}", file, number, fault.line, move, fault.message));
  }

  Result<ExitStatus> conclude(const GamesSummary& summary, const Refusals& refusals, Output& output) {
    if (summary.games == 0) return refusals.conclude();  // what is there under that name stays
    if (!out_.empty()) {
      if (Result<void> written = write_text(out_, written_); !written) return about("--out", written.error());
    }
    if (json_) {
      output.line(write_json(summary_json(summary)));
    } else if (summary_only_ || !out_.empty()) {
      output.write(summary_text(summary));
    }
    Result<ExitStatus> status = refusals.conclude();
    if (!status || *status != ExitStatus::success || summary.faulty == 0) return status;
    if (!json_) return ExitStatus::failure;
    return Error{ErrorCode::bad_argument,
                 fmt::format("{} of {} have faults", summary.faulty, amount(summary.games, "game", "games"))};
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  bool json_ = false;
  bool summary_only_ = false;
  std::filesystem::path out_;
  std::vector<std::string> files_;
  std::string written_;
};

}  // namespace

std::unique_ptr<Command> make_annotate() {
  return std::make_unique<Annotate>();
}

}  // namespace lunette::cli
