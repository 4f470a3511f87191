#include "lunette/games/annotate.hpp"

#include <algorithm>
#include <utility>

#include "game_walk.hpp"
#include "lunette/games/game_play.hpp"
#include "text.hpp"

namespace lunette {
namespace {

std::string name_of(const Game& game, Color color) {
  const std::string name = pdn::single_spaced(game.tag(color == Color::white ? "White" : "Black").value_or(""));
  return name.empty() ? "?" : name;
}

/// A result in the tags and another behind the moves.
std::optional<std::string> contradicting_results(const Game& game) {
  const std::optional<std::string_view> tag = game.tag("Result");
  const std::optional<Outcome> said = parse_result(tag.value_or(""));
  const bool both = said && *said != Outcome::unknown && game.outcome != Outcome::unknown;
  if (!both || *said == game.outcome) return std::nullopt;
  return "the tag Result says " + std::string(*tag) + ", the moves end with " +
         std::string(result_token(game.outcome, false));
}

void add(PlayerSummary& player, const JudgedMove& judged) {
  ++player.moves;
  if (judged.critical) ++player.critical;
  switch (judged.change) {
    case Change::win_to_draw: ++player.win_to_draw; return;
    case Change::win_to_cursed: ++player.win_to_cursed; return;
    case Change::win_to_loss: ++player.win_to_loss; return;
    case Change::draw_to_loss: ++player.draw_to_loss; return;
    case Change::win_prolonged: ++player.win_prolonged; break;
    case Change::none: break;
  }
  ++player.kept;
}

}  // namespace

std::string_view to_string(Change change) noexcept {
  switch (change) {
    case Change::win_to_draw: return "win-to-draw";
    case Change::win_to_cursed: return "win-to-cursed";
    case Change::win_to_loss: return "win-to-loss";
    case Change::draw_to_loss: return "draw-to-loss";
    case Change::win_prolonged: return "win-prolonged";
    case Change::none: break;
  }
  return "none";
}

Annotator::Annotator(std::vector<std::filesystem::path> directories, const Ruleset* given)
    : directories_(std::move(directories)), given_(given) {}

Result<Annotator> Annotator::open(std::vector<std::filesystem::path> directories, const Ruleset* given) {
  Annotator annotator(std::move(directories), given);
  // Says at once what is wrong with the directories, before any game is read.
  const Ruleset& first = given != nullptr ? *given : all_rulesets().front();
  if (const auto opened = annotator.tables_of(first); !opened) return opened.error();
  return annotator;
}

Result<const Tablebase*> Annotator::tables_of(const Ruleset& rules) {
  if (const auto found = tables_.find(rules.name); found != tables_.end()) return &found->second;
  OpenOptions options;
  options.directories = directories_;
  Result<Tablebase> opened = Tablebase::open(rules, options);
  if (!opened) return std::move(opened).error();
  return &tables_.emplace(rules.name, *std::move(opened)).first->second;
}

GameReport Annotator::annotate(ReadGame& read) {
  GameReport report;
  report.faults = read.faults;
  const auto refuse = [&](const Error& error) { report.faults.push_back({read.line, "", error.message}); };
  const Result<const Ruleset*> rules = ruleset_of(read.game, given_);
  if (!rules) {
    refuse(rules.error());
  } else if (const Result<GameStart> start = start_of(read.game, **rules); !start) {
    refuse(start.error());
  } else if (const Result<const Tablebase*> tables = tables_of(**rules); !tables) {
    refuse(tables.error());
  } else {
    report.rules = *rules;
    if (read.game.first != start->position.side) {
      if (read.game.first == read.game.leader) read.game.leader = start->position.side;
      read.game.first = start->position.side;
    }
    GameWalk(**tables, *start, read.game, report).run();
    if (auto contradiction = contradicting_results(read.game)) {
      report.faults.push_back({read.line, "", *std::move(contradiction)});
    }
  }
  // Reading comes upon its faults before any move is played.
  std::stable_sort(report.faults.begin(), report.faults.end(),
                   [](const GameFault& a, const GameFault& b) { return a.line < b.line; });
  add_to_summary(read.game, report);
  return report;
}

PlayerSummary& Annotator::player(const Game& game, Color color) {
  const std::string name = name_of(game, color);
  const auto [found, is_new] = player_numbers_.emplace(name, summary_.players.size());
  if (is_new) summary_.players.emplace_back().name = name;
  return summary_.players[found->second];
}

void Annotator::add_to_summary(const Game& game, const GameReport& report) {
  ++summary_.games;
  if (!report.faults.empty()) ++summary_.faulty;
  summary_.positions += report.positions;
  summary_.covered += report.covered;
  if (report.end && !report.end->contradiction.empty()) ++summary_.contradicted;
  for (const Color color : {Color::white, Color::black}) {
    PlayerSummary& summary = player(game, color);
    if (color == Color::white || name_of(game, color) != name_of(game, Color::white)) ++summary.games;
    for (const JudgedMove& judged : report.moves) {
      if (judged.main_line && judged.side == color) add(summary, judged);
    }
  }
}

}  // namespace lunette
