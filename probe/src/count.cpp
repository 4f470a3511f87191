#include "lunette/probe/count.hpp"

#include <algorithm>
#include <string>

#include "border.hpp"

namespace lunette {

namespace {

Error bad_count(std::string message) {
  return Error{ErrorCode::bad_count, std::move(message)};
}

constexpr int kings_of(const Material& material, Color color) {
  return color == Color::white ? material.white_kings : material.black_kings;
}

constexpr const char* name_of(Color color) {
  return color == Color::white ? "white" : "black";
}

/// The side whose only piece is a king, facing two kings or more; absent in KvK, where the board does not tell.
std::optional<Color> lone_side(const Material& material) noexcept {
  if (material.men() != 0 || material.white_kings == material.black_kings) return std::nullopt;
  if (material.black_kings == 1) return Color::black;
  if (material.white_kings == 1) return Color::white;
  return std::nullopt;
}

/// Why no count can run in this material; absent if one can: a lone king facing no more kings than some rule names.
std::optional<Error> refusal(const Ruleset& rules, const Material& material) {
  if (!rules.count) return bad_count("the ruleset " + std::string(rules.name) + " has no counted draw");
  if (material.white_pieces() == 0 || material.black_pieces() == 0) {
    return bad_count("no count can run: the game is over");
  }
  if (material.men() != 0) return bad_count("no count can run with men on the board");
  if (std::min(material.white_kings, material.black_kings) > 1) {
    return bad_count("no count can run with two or more kings on both sides");
  }
  const auto& strong = rules.count->strong_kings;
  const int most = strong.empty() ? 0 : *std::max_element(strong.begin(), strong.end());
  const int kings = std::max(material.white_kings, material.black_kings);
  if (kings > most) {
    return bad_count("no count can run against " + std::to_string(kings) + " kings, " + std::to_string(most) +
                     " are the most in " + std::string(rules.name));
  }
  return std::nullopt;
}

Result<Color> lone_color(const Material& material, const CountRequest& request) {
  const std::optional<Color> lone = lone_side(material);
  if (!lone && !request.lone) return bad_count("in KvK a count needs the colour of the lone king");
  if (lone && request.lone && *lone != *request.lone) {
    return bad_count(std::string("the lone king is ") + name_of(*lone) + ", not " + name_of(*request.lone));
  }
  return lone ? *lone : *request.lone;
}

Result<std::optional<Count>> requested_count(const Ruleset& rules, const Material& material,
                                             const CountRequest& request) {
  // The ruleset's own limit says nothing new and is welcome in any material.
  const bool own_limit = rules.count && request.limit == rules.count->limit;
  if (!request.moves && !request.lone && own_limit && !starts_count(rules, material)) return std::optional<Count>();
  if (auto error = refusal(rules, material)) return *std::move(error);

  const int limit = limit_of(rules, request);
  if (limit < 1) return bad_count("the limit must be at least 1, not " + std::to_string(limit));
  if (!request.moves && !starts_count(rules, material)) return std::optional<Count>();
  auto lone = lone_color(material, request);
  if (!lone) return std::move(lone).error();
  const int moves = request.moves.value_or(0);
  if (moves < 0) return bad_count("the count is negative: " + std::to_string(moves));
  if (moves >= limit) {
    return bad_count("the game is already drawn: " + std::to_string(moves) + " counted moves, the limit is " +
                     std::to_string(limit));
  }
  return std::optional<Count>(Count{moves, *lone});
}

}  // namespace

bool starts_count(const Ruleset& rules, const Material& material) noexcept {
  if (!rules.count) return false;
  const std::optional<Color> lone = lone_side(material);
  if (!lone) return false;
  const int strong = kings_of(material, opposite(*lone));
  const auto& starting = rules.count->strong_kings;
  return std::any_of(starting.begin(), starting.end(), [strong](int kings) { return kings == strong; });
}

int limit_of(const Ruleset& rules, const CountRequest& request) noexcept {
  return request.limit.value_or(rules.count ? rules.count->limit : 0);
}

Result<std::optional<Count>> running_count(const Ruleset& rules, const Position& position,
                                           const CountRequest& request) {
  return at_border([&]() -> Result<std::optional<Count>> {
    const Material material = material_of(position);
    if (request.moves || request.lone || request.limit) return requested_count(rules, material, request);
    if (!starts_count(rules, material)) return std::optional<Count>();
    return std::optional<Count>(Count{0, *lone_side(material)});
  });
}

std::optional<Count> count_after(const Ruleset& rules, const std::optional<Count>& before, const Move& move,
                                 const Position& after) noexcept {
  const Material material = material_of(after);
  if (material.white_pieces() == 0 || material.black_pieces() == 0) return std::nullopt;
  if (!before) {
    return starts_count(rules, material) ? std::optional<Count>(Count{0, *lone_side(material)}) : std::nullopt;
  }
  if (rules.count->restarts_on_conversion && move.converts()) return Count{0, before->lone};
  const bool lone_moved = opposite(after.side) == before->lone;
  const bool counted = lone_moved || rules.count->counts == CountRule::Counts::both_sides_moves;
  return Count{before->moves + (counted ? 1 : 0), before->lone};
}

Wdl value_under_count(std::optional<int> dtw, Color side_to_move, const Count& count, int limit) noexcept {
  if (!dtw) return Wdl::draw;
  const bool wins = *dtw % 2 == 1;
  const bool lone_to_move = side_to_move == count.lone;
  // rules.md, "The counted draw". Moves of the lone king in the remaining plies: it makes the first of them, and
  // the last if it wins. Its last counted move may end the game; otherwise the strong side must end it before.
  const int lone_moves = lone_to_move ? (*dtw + 1) / 2 : *dtw / 2;
  const bool lone_wins = wins == lone_to_move;
  const int left = limit - count.moves;
  const bool kept = lone_wins ? lone_moves <= left : lone_moves < left;
  if (wins) return kept ? Wdl::win : Wdl::cursed_win;
  return kept ? Wdl::loss : Wdl::blessed_loss;
}

}  // namespace lunette
