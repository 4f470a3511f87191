#include "lunette/analysis/zugzwang.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "options.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

Result<Wdl> parse_value(std::string_view text) {
  for (const Wdl value : {Wdl::loss, Wdl::blessed_loss, Wdl::draw, Wdl::cursed_win, Wdl::win}) {
    if (text == to_string(value)) return value;
  }
  return Error{ErrorCode::bad_argument,
               fmt::format("expected win, cursed-win, draw, blessed-loss or loss, got '{}'", text)};
}

Json zugzwang_json(Board board, const Material& material, const Zugzwang& zugzwang) {
  Json object;
  object["material"] = material.name();
  object["fen"] = write_fen(board, zugzwang.position);
  object["white_to_move"] = to_string(zugzwang.white);
  object["black_to_move"] = to_string(zugzwang.black);
  object["quiet"] = zugzwang.quiet;
  return object;
}

std::string zugzwang_line(Board board, const Zugzwang& zugzwang) {
  return fmt::format("{}  {}/{}{}", write_fen(board, zugzwang.position), to_string(zugzwang.white),
                     to_string(zugzwang.black), zugzwang.quiet ? "" : "  capture");
}

class ZugzwangCommand : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser =
        *program.add_subcommand("zugzwang", "Positions in which either side does worse if it has the move");
    add_rules(parser, rules_);
    add_tables(parser, directories_);
    add_json(parser, json_);
    add_value(parser, "--white", filter_.white, parse_value, "VALUE", "Only those with this value with White to move");
    add_value(parser, "--black", filter_.black, parse_value, "VALUE", "Only those with this value with Black to move");
    parser.add_flag("--quiet", filter_.quiet, "Only those in which neither side, to move, must capture");
    add_value(parser, "--limit", limit_, number_from(1), "N", "At most N positions of each class (default: all)");
    add_scan(parser, scan_);
    add_materials(parser, "MATERIAL", materials_, "Classes such as KKMvK (default: all that are there)");
    parser.footer(
        "Prints a line for each: the FEN with White to move, the value with White and with Black to move, each from\n"
        "the side to move, and \"capture\" where one of them must capture. A class that is its own flip shows one of "
        "two\n"
        "positions that differ by the exchange of colours.\n\n"
        "Example:\n  lunette zugzwang --rules traditional --tables tables --quiet KKMvK\n"
        "  lunette zugzwang --rules international --tables tables --white loss --black loss --limit 10");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<Tablebase> tablebase = open_tables(*rules_, directories_);
    if (!tablebase) return tablebase.error();
    const Result<std::vector<Material>> materials = classes_there(*tablebase, materials_, directories_);
    if (!materials) return materials.error();
    for (const Material& material : *materials) {
      if (Result<void> listed = list(*tablebase, material, output); !listed) return listed.error();
      if (!output.good()) break;
    }
    return ExitStatus::success;
  }

 private:
  Result<void> list(const Tablebase& tablebase, const Material& material, Output& output) const {
    const int limit = limit_.value_or(std::numeric_limits<int>::max());
    int listed = 0;
    return find_zugzwangs(tablebase, material, filter_, scan_, [&](const Zugzwang& zugzwang) {
      output.line(json_ ? write_json(zugzwang_json(rules_->board, material, zugzwang))
                        : zugzwang_line(rules_->board, zugzwang));
      return ++listed < limit && output.good();
    });
  }

  const Ruleset* rules_ = nullptr;
  std::vector<std::filesystem::path> directories_;
  std::vector<Material> materials_;
  ZugzwangFilter filter_;
  std::optional<int> limit_;
  ScanOptions scan_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_zugzwang() {
  return std::make_unique<ZugzwangCommand>();
}

}  // namespace lunette::cli
