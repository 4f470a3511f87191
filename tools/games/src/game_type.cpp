#include "lunette/games/game_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "text.hpp"

namespace lunette {
namespace {

struct Official {
  int number;
  std::string_view ruleset;
};

/// interfaces.md, "PDN".
constexpr std::array<Official, 4> official{{{20, "international"}, {23, "pool"}, {25, "russian"}, {26, "brazilian"}}};

Error bad_argument(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  for (;;) {
    const std::size_t comma = text.find(',');
    fields.push_back(pdn::single_spaced(text.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    text.remove_prefix(comma + 1);
  }
}

std::optional<int> small_number(std::string_view text) {
  if (text.empty() || text.size() > 2 || !std::all_of(text.begin(), text.end(), pdn::is_digit)) return std::nullopt;
  int number = 0;
  for (const char digit : text) number = 10 * number + (digit - '0');
  return number;
}

bool read_color(std::string_view field, GameType& type) {
  if (field == "W" || field == "w") type.first = Color::white;
  if (field == "B" || field == "b") type.first = Color::black;
  return type.first.has_value();
}

/// "N2", "A0", or a letter alone.
bool read_notation(std::string_view field, GameType& type) {
  if (field.empty() || field.size() > 2) return false;
  const bool numeric = field[0] == 'N' || field[0] == 'n';
  if (!numeric && field[0] != 'A' && field[0] != 'a') return false;
  type.notation = numeric ? GameType::Notation::numeric : GameType::Notation::algebraic;
  if (field.size() == 1) return true;
  if (field[1] < '0' || field[1] > '3') return false;
  type.corner = static_cast<GameType::Corner>(field[1] - '0');
  return true;
}

bool read_field(std::size_t place, std::string_view field, GameType& type) {
  switch (place) {
    case 0: type.number = small_number(field).value_or(0); return type.number > 0;
    case 1: return read_color(field, type);
    case 2: type.width = small_number(field); return type.width.has_value();
    case 3: type.height = small_number(field); return type.height.has_value();
    case 4: return read_notation(field, type);
    case 5: type.inverted = field == "1"; return type.inverted || field == "0";
    default: return false;
  }
}

int side_of(Board board) {
  return board == Board::b10 ? 10 : 8;
}

/// Whether the game type can be a game on the ruleset's board. Numbers that are none of ours may be variants of it.
Result<void> check_board(const GameType& type, const Ruleset& rules) {
  const int side = side_of(rules.board);
  int width = type.width.value_or(side);
  int height = type.height.value_or(side);
  for (const Official& known : official) {
    if (known.number == type.number) width = height = side_of((*find_ruleset(known.ruleset))->board);
  }
  if (width == side && height == side) return {};
  return bad_argument(fmt::format("GameType {} is played on {}x{}, the ruleset {} on {}", type.number, width, height,
                                  rules.name, to_string(rules.board)));
}

Result<const Ruleset*> ruleset_of_type(const GameType& type) {
  for (const Official& known : official) {
    if (known.number == type.number) return find_ruleset(known.ruleset);
  }
  return Error{ErrorCode::unknown_ruleset,
               fmt::format("GameType {} is none of the games known here (20, 23, 25, 26)", type.number)};
}

Result<const Ruleset*> ruleset_said_by_tags(const Game& game, const std::optional<GameType>& type) {
  if (const auto name = game.tag("Ruleset")) return find_ruleset(pdn::single_spaced(*name));
  if (type) return ruleset_of_type(*type);
  return Error{ErrorCode::unknown_ruleset, "neither a tag GameType nor a tag Ruleset says which game this is"};
}

}  // namespace

Result<GameType> parse_game_type(std::string_view text) {
  GameType type;
  const std::vector<std::string> fields = fields_of(text);
  for (std::size_t place = 0; place < fields.size(); ++place) {
    if (read_field(place, fields[place], type)) continue;
    return bad_argument(fmt::format("bad GameType: field {} is {}, expected a form such as 20 or 20,W,10,10,N2,0",
                                    place + 1, pdn::quoted(fields[place])));
  }
  return type;
}

int game_number(const Ruleset& rules) noexcept {
  if (rules.board == Board::b10) return 20;
  if (rules.promotion == Promotion::during_capture) return 25;
  return rules.capture == CaptureChoice::free ? 23 : 26;
}

Ruleset rules_of_number(const Ruleset& rules) noexcept {
  Ruleset numbered = rules;
  if (numbered.capture == CaptureChoice::most_pieces_then_kings) numbered.capture = CaptureChoice::most_pieces;
  return numbered;
}

std::string game_type(const Ruleset& rules, SquareNames names) {
  const int side = side_of(rules.board);
  return fmt::format("{},W,{},{},{},0", game_number(rules), side, side, names == SquareNames::algebraic ? "A0" : "N2");
}

Result<const Ruleset*> ruleset_of(const Game& game, const Ruleset* given) {
  std::optional<GameType> type;
  if (const auto text = game.tag("GameType")) {
    Result<GameType> parsed = parse_game_type(*text);
    if (!parsed) return std::move(parsed).error();
    type = *parsed;
  }
  Result<const Ruleset*> rules = given != nullptr ? Result<const Ruleset*>(given) : ruleset_said_by_tags(game, type);
  if (!rules || !type) return rules;
  if (Result<void> fits = check_board(*type, **rules); !fits) return std::move(fits).error();
  return rules;
}

}  // namespace lunette
