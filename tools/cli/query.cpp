#include "lunette/analysis/query.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "options.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

constexpr const char* language =
    R"(Every position of the class is asked, with either side to move. MATERIAL is one class, several with commas
between, or all: every class that is there. Colours are as MATERIAL names them: KvKKK is KKKvK with colours
exchanged.

EXPRESSION, operators from the one that binds least: ||  &&  !  == != < <= > >=  ( ); or, and, not may be written.
  wdl            value for the side to move, the count included: win, cursed_win, draw, blessed_loss, loss, from
                 the greatest: wdl >= draw is "not lost"
  dtw, dtc       plies; a draw has none, and every comparison with none is false
  side           side to move (also: turn): white or black
  capture        the side to move must capture;  threatened: its opponent would have a capture, were it on move
  captured       the most pieces that a move captures
  moves          legal moves;  winning_moves, losing_moves: those that win and lose;  drawing_moves: all others,
                 wins and losses that the count makes draws too;  keeping_moves: those that keep the value of wdl
  on(P, R)       a piece P stands in R;  all(P, R): every P does;  count(P, R): how many do, count(P): in all
  true, false, numbers
  P: K, M or piece, with white, black, own (of the side to move) or opponent before it, or one of these alone
  R, or several with commas between:
    5   1-5   a1 (8x8)          squares; 5-46 is all squares from 5 to 46
    row 2   row 1-3             rows from White's side; black_row from Black's, own_row from the side to move's
    column 1                    columns from White's left
    diagonal                    the main diagonal, 46-5 (8x8: 29-4)
    double_diagonal             the lines 45-1 and 50-6 (8x8: 28-1 and 32-5)
    corner   double_corner      ends of the diagonal; ends of the double diagonals
    edge   center   board       first and last rows and columns; middle four rows and columns; all squares

Output: --count (default), or a position a line, FEN and values with tabs between; --group-by a value a line.
In JSON one document a class. --list and JSON hold what they print in memory.

Example:
  lunette query --rules international --tables tables KKKvKK 'wdl == win && dtw >= 9 && on(K, diagonal) && !capture'
  lunette query --rules traditional --tables tables KKKvK 'side == black && wdl == draw && !capture' --list
  lunette query --rules traditional --tables tables KKMvK 'winning_moves == 1 && moves >= 10' --sample 5 --seed 7
  lunette query --rules traditional --tables tables KKKvK 'wdl >= cursed_win && count(K, edge) == 0' --top 3 --by dtw
  lunette query --rules traditional --tables tables all 'wdl == loss && !capture' --group-by moves)";

Result<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return Error{ErrorCode::bad_argument, fmt::format("expected a whole number from 0, got '{}'", text)};
}

Result<std::uint64_t> parse_positive(std::string_view text) {
  Result<std::uint64_t> number = parse_number(text);
  if (!number || *number > 0) return number;
  return Error{ErrorCode::bad_argument, "expected a number of at least 1, got '0'"};
}

Json optional_json(const std::optional<int>& number) {
  return number ? Json(*number) : Json(nullptr);
}

class Query : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("query", "Positions of a class that satisfy an expression");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    parser.add_option("MATERIAL", materials_text_, "A class such as KKKvKK, several with commas between, or all")
        ->type_name("")
        ->required();
    parser.add_option("EXPRESSION", expression_, "What the positions must satisfy (see below)")
        ->type_name("")
        ->required();
    declare_output(parser);
    add_threads(parser, threads_);
    add_json(parser, json_);
    parser.footer(language);
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (Result<void> checked = check_outputs(); !checked) return checked.error();
    const Result<QueryExpression> condition = QueryExpression::parse_condition(rules_->board, expression_);
    if (!condition) return condition.error();
    const Result<std::optional<QueryExpression>> by = parse_optional("--by", by_);
    if (!by) return by.error();
    const Result<std::optional<QueryExpression>> group = parse_optional("--group-by", group_);
    if (!group) return group.error();
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<std::vector<Material>> materials = parse_materials(*tablebase);
    if (!materials) return materials.error();
    if (Result<void> checked = check_classes(*tablebase, *materials); !checked) return checked.error();
    for (const Material& material : *materials) {
      QueryRequest request{material, *condition, show_, limit_, seed_, *by, *group, threads_};
      if (auto done = answer(*tablebase, std::move(request), output); !done) return std::move(done).error();
    }
    return ExitStatus::success;
  }

 private:
  void declare_output(CLI::App& parser) {
    CLI::Option* count = parser.add_flag("--count", count_, "Print how many there are (default)");
    CLI::Option* list = parser.add_flag_callback(
        "--list", [this] { show_ = QueryShow::first; }, "Print all, in the order of the index");
    const auto add_show = [&](const std::string& name, QueryShow show, const std::string& description) {
      const auto parse = [this, show](std::string_view text) -> Result<std::uint64_t> {
        show_ = show;
        return parse_positive(text);
      };
      return add_value(parser, name, limit_, parse, "N", description);
    };
    CLI::Option* sample = add_show("--sample", QueryShow::sample, "Print N, each with the same chance");
    CLI::Option* top = add_show("--top", QueryShow::top, "Print the N with the greatest value of --by");
    CLI::Option* bottom = add_show("--bottom", QueryShow::bottom, "Print the N with the least value of --by");
    CLI::Option* group_by = parser.add_option("--group-by", group_, "Count by the values of this")->type_name("VALUE");
    outputs_ = {count, list, sample, top, bottom, group_by};
    add_value(parser, "--limit", limit_, parse_positive, "N", "With --list: the first N only")->needs(list);
    add_value(parser, "--seed", seed_, parse_number, "S", "With --sample: another S, another choice (default: 0)")
        ->needs(sample);
    parser
        .add_option("--by", by_, "With --top and --bottom: the value (default: dtw, or dtc where that is not stored)")
        ->type_name("VALUE")
        ->check([top, bottom](const std::string&) {
          return top->count() + bottom->count() > 0 ? std::string() : std::string("needs --top or --bottom");
        });
  }

  /// A group of options of CLI11 would do, but for what it makes of the help.
  Result<void> check_outputs() const {
    std::string given;
    for (const CLI::Option* option : outputs_) {
      if (option->count() == 0) continue;
      if (!given.empty()) {
        return Error{ErrorCode::bad_argument,
                     fmt::format("{} and {}: expected one of them", given, option->get_name())};
      }
      given = option->get_name();
    }
    return {};
  }

  Result<std::optional<QueryExpression>> parse_optional(std::string_view option, const std::string& text) const {
    if (text.empty()) return std::optional<QueryExpression>();
    Result<QueryExpression> parsed = QueryExpression::parse_value(rules_->board, text);
    if (parsed) return std::optional<QueryExpression>(*std::move(parsed));
    return Error{parsed.error().code, fmt::format("{}: {}", option, parsed.error().message)};
  }

  Result<std::vector<Material>> parse_materials(const Tablebase& tablebase) const {
    std::vector<Material> materials;
    if (materials_text_ == "all") {
      materials = tablebase.tables();
      if (!materials.empty()) return materials;
      return Error{ErrorCode::missing_table,
                   fmt::format("no tables of {} in {}", rules_->name, directories_.front().string())};
    }
    std::string_view rest = materials_text_;
    for (std::size_t comma = 0; comma != std::string_view::npos;) {
      comma = rest.find(',');
      const Result<Material> material = parse_material(rest.substr(0, comma));
      if (!material) return material.error();
      materials.push_back(*material);
      rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    return materials;
  }

  Result<void> answer(const Tablebase& tablebase, QueryRequest request, Output& output) const {
    const bool ranks = request.show == QueryShow::top || request.show == QueryShow::bottom;
    if (ranks && !request.by) {
      const char* const distance = tablebase.has(request.material, Metric::dtw) ? "dtw" : "dtc";
      const Result<QueryExpression> by = QueryExpression::parse_value(rules_->board, distance);
      if (!by) return by.error();
      request.by = *by;
    }
    const Result<QueryResult> result = run_query(tablebase, request);
    if (!result) return result.error();
    if (json_) return print_json(tablebase, request, *result, output);
    if (request.show != QueryShow::none) return print_positions(tablebase, request, *result, output);
    output.write(request.group ? groups_text(request, *result) : counts_text(request, *result));
    return {};
  }

  std::string counts_text(const QueryRequest& request, const QueryResult& result) const {
    const auto line = [](std::uint64_t matches, std::uint64_t positions) {
      return fmt::format("{} of {}", grouped(matches), grouped(positions));
    };
    std::string text =
        fmt::format("{}: {} positions\n", request.material.name(),
                    line(result.matches[0] + result.matches[1], result.positions[0] + result.positions[1]));
    for (const Color color : {Color::white, Color::black}) {
      const std::size_t side = index_of(color);
      text += fmt::format("  {} to move: {}\n", color_name(color), line(result.matches[side], result.positions[side]));
    }
    return text;
  }

  std::string groups_text(const QueryRequest& request, const QueryResult& result) const {
    using Align = TextTable::Align;
    TextTable table({{request.material.name() + " " + request.group->text()},
                     {"White to move", Align::right},
                     {"Black to move", Align::right},
                     {"positions", Align::right}});
    for (const QueryGroup& group : result.groups) {
      table.add({group.value ? request.group->value_text(*group.value) : "none", grouped(group.matches[0]),
                 grouped(group.matches[1]), grouped(group.matches[0] + group.matches[1])});
    }
    return table.text();
  }

  Result<void> print_positions(const Tablebase& tablebase, const QueryRequest& request, const QueryResult& result,
                               Output& output) const {
    for (const QueryMatch& match : result.kept) {
      if (!output.good()) break;
      const Position position = position_of(rules_->board, request.material, match);
      const Result<Answer> answer = tablebase.probe(position);
      if (!answer) return answer.error();
      std::string line = fmt::format("{}\t{}", write_fen(rules_->board, position), to_string(answer->wdl));
      if (answer->dtc) line += fmt::format("\tdtc {}", *answer->dtc);
      if (answer->dtw) line += fmt::format("\tdtw {}", *answer->dtw);
      if (match.by && request.by->text() != "dtw" && request.by->text() != "dtc") {
        line += fmt::format("\t{} {}", request.by->text(), request.by->value_text(*match.by));
      }
      output.write(line + "\n");
    }
    return {};
  }

  Json by_side(const CountBySide& counts, const char* name) const {
    Json object;
    object[name] = counts[0] + counts[1];
    object["white"] = counts[0];
    object["black"] = counts[1];
    return object;
  }

  static Json value_json(const QueryExpression& expression, const std::optional<int>& value) {
    if (!value || expression.type() == QueryType::number) return optional_json(value);
    if (expression.type() == QueryType::condition) return *value != 0;
    return expression.value_text(*value);
  }

  Result<void> print_json(const Tablebase& tablebase, const QueryRequest& request, const QueryResult& result,
                          Output& output) const {
    Json object;
    object["rules"] = rules_->name;
    object["material"] = request.material.name();
    object["expression"] = request.condition.text();
    object["positions"] = result.positions[0] + result.positions[1];
    object["matches"] = result.matches[0] + result.matches[1];
    for (const Color color : {Color::white, Color::black}) {
      const std::size_t side = index_of(color);
      object[color == Color::white ? "white" : "black"] = {{"positions", result.positions[side]},
                                                           {"matches", result.matches[side]}};
    }
    if (request.group) {
      object["group_by"] = request.group->text();
      Json& groups = object["groups"] = Json::array();
      for (const QueryGroup& group : result.groups) {
        Json entry = {{"value", value_json(*request.group, group.value)}};
        entry.update(by_side(group.matches, "matches"));
        groups.push_back(std::move(entry));
      }
    }
    if (request.show != QueryShow::none) {
      if (request.by) object["by"] = request.by->text();
      Json& list = object["list"] = Json::array();
      for (const QueryMatch& match : result.kept) {
        const Position position = position_of(rules_->board, request.material, match);
        const Result<Answer> answer = tablebase.probe(position);
        if (!answer) return answer.error();
        Json entry;
        entry["fen"] = write_fen(rules_->board, position);
        entry["wdl"] = to_string(answer->wdl);
        entry["dtc"] = optional_json(answer->dtc);
        entry["dtw"] = optional_json(answer->dtw);
        if (request.by) entry["value"] = value_json(*request.by, match.by);
        list.push_back(std::move(entry));
      }
    }
    output.line(write_json(object));
    return {};
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  std::string materials_text_;
  std::string expression_;
  std::string by_;
  std::string group_;
  QueryShow show_ = QueryShow::none;
  std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed_ = 0;
  int threads_ = 0;
  std::vector<const CLI::Option*> outputs_;  // of which one may be given
  bool count_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_query() {
  return std::make_unique<Query>();
}

}  // namespace lunette::cli
