#include <fmt/format.h>

#include <string>
#include <string_view>

#include "command.hpp"
#include "lunette/index/material.hpp"
#include "lunette/report/json.hpp"
#include "lunette/rules/ruleset.hpp"
#include "options.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

/// A trait's value as JSON names it and as people read it.
struct Wording {
  std::string_view name;
  std::string_view words;
};

Wording wording(CaptureChoice choice) {
  switch (choice) {
    case CaptureChoice::free: return {"free", "any"};
    case CaptureChoice::most_pieces: return {"most-pieces", "most pieces"};
    case CaptureChoice::most_pieces_then_kings: break;
  }
  return {"most-pieces-then-kings", "most pieces, then kings"};
}

Wording wording(Promotion promotion) {
  return promotion == Promotion::ends_on_far_row ? Wording{"ends-on-far-row", "stays a man"}
                                                 : Wording{"during-capture", "is king at once"};
}

Wording wording(NoMove no_move) {
  return no_move == NoMove::loss ? Wording{"loss", "loses"} : Wording{"draw-if-mutual", "loses; draw if mutual"};
}

std::string count_in_words(const std::optional<CountRule>& count) {
  if (!count) return "none";
  std::string materials;
  for (const std::uint8_t kings : count->strong_kings) {
    if (!materials.empty()) materials += ", ";
    materials += Material{kings, 0, 1, 0}.name();
  }
  const bool lone = count->counts == CountRule::Counts::lone_side_moves;
  return fmt::format("{}: {} moves of {}", materials, count->limit, lone ? "the lone king" : "each side");
}

Json count_json(const std::optional<CountRule>& count) {
  if (!count) return nullptr;
  Json object;
  object["strong_kings"] = Json::array();
  for (const std::uint8_t kings : count->strong_kings) object["strong_kings"].push_back(kings);
  object["limit"] = count->limit;
  object["counts"] = count->counts == CountRule::Counts::lone_side_moves ? "lone-side-moves" : "both-sides-moves";
  object["restarts_on_conversion"] = count->restarts_on_conversion;
  return object;
}

Json ruleset_json(const Ruleset& rules) {
  Json object;
  object["name"] = rules.name;
  object["board"] = to_string(rules.board);
  object["men_per_side"] = rules.men_per_side;
  object["capture"] = wording(rules.capture).name;
  object["promotion"] = wording(rules.promotion).name;
  object["no_move"] = wording(rules.no_move).name;
  object["count"] = count_json(rules.count);
  object["origin"] = rules.origin;
  return object;
}

std::string rulesets_text() {
  TextTable table({{"name"},
                   {"board"},
                   {"men", TextTable::Align::right},
                   {"captures"},
                   {"man passing far row"},
                   {"without a move"},
                   {"counted draw"},
                   {"comes from"}});
  for (const Ruleset& rules : all_rulesets()) {
    table.add({std::string(rules.name), std::string(to_string(rules.board)), std::to_string(rules.men_per_side),
               std::string(wording(rules.capture).words), std::string(wording(rules.promotion).words),
               std::string(wording(rules.no_move).words), count_in_words(rules.count), std::string(rules.origin)});
  }
  return table.text();
}

class Rulesets : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("rulesets", "List the rulesets with their traits");
    add_json(parser, json_);
    parser.footer("Example:\n  lunette rulesets --json");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    if (!json_) {
      output.write(rulesets_text());
      return ExitStatus::success;
    }
    Json rulesets = Json::array();
    for (const Ruleset& rules : all_rulesets()) rulesets.push_back(ruleset_json(rules));
    output.line(write_json(rulesets));
    return ExitStatus::success;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_rulesets() {
  return std::make_unique<Rulesets>();
}

}  // namespace lunette::cli
