#include <fmt/format.h>

#include <string>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "options.hpp"
#include "refusal.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

std::string what_it_does(const Ruleset& rules, const Move& move, SquareNames names) {
  std::string captured;
  for_each_bit(move.captured, [&](int bit) {
    captured += (captured.empty() ? "takes " : ", ") + square_name(rules.board, square_at(rules.board, bit), names);
  });
  if (!move.promotes) return captured;
  return captured + (captured.empty() ? "becomes a king" : ", becomes a king");
}

std::string moves_text(const Ruleset& rules, const Position& position, const MoveList& moves, SquareNames names) {
  std::string text = fmt::format("{} to move: {}\n", color_name(position.side), amount(moves.size(), "move", "moves"));
  std::size_t width = 0;
  for (const Move& move : moves) width = std::max(width, write_move(rules, position, move, names).size());
  for (const Move& move : moves) {
    const std::string does = what_it_does(rules, move, names);
    const std::string name = write_move(rules, position, move, names);
    text += does.empty() ? fmt::format("  {}\n", name) : fmt::format("  {:<{}}  {}\n", name, width, does);
  }
  return text;
}

Json moves_json(const std::string& fen, const Ruleset& rules, const Position& position, const MoveList& moves,
                SquareNames names) {
  Json object;
  object["fen"] = fen;
  object["rules"] = rules.name;
  Json& list = object["moves"] = Json::array();
  for (const Move& move : moves) list.push_back(move_json(rules, position, move, names));
  return object;
}

class Moves : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("moves", "List the legal moves of a position");
    add_rules(parser, rules_);
    add_squares(parser, names_);
    add_json(parser, json_);
    parser.add_option("FEN", fen_, "The position")->required()->type_name("");
    parser.footer("Example:\n  lunette moves --rules international W:WK38:B18,19,32,33");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_squares(*rules_, names_); !checked) return checked.error();
    const Result<Position> position = read_position(*rules_, fen_);
    if (!position) return about(fen_, position.error());
    MoveList moves;
    generate_moves(*rules_, *position, moves);
    if (json_) {
      output.line(write_json(moves_json(fen_, *rules_, *position, moves, names_)));
    } else {
      output.write(moves_text(*rules_, *position, moves, names_));
    }
    return ExitStatus::success;
  }

 private:
  const Ruleset* rules_ = nullptr;
  SquareNames names_ = SquareNames::numeric;
  bool json_ = false;
  std::string fen_;
};

}  // namespace

std::unique_ptr<Command> make_moves() {
  return std::make_unique<Moves>();
}

}  // namespace lunette::cli
