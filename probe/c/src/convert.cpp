#include "convert.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "lunette/rules/notation.hpp"

namespace lunette::c {

namespace {

std::optional<int> read_optional(std::int32_t number) {
  return number == LUNETTE_NONE ? std::nullopt : std::optional<int>(number);
}

template <std::size_t Size>
void write_text(std::string_view text, char (&to)[Size]) noexcept {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

std::int32_t count_moves(const Answer& answer) noexcept {
  return answer.count ? answer.count->moves : LUNETTE_NONE;
}
std::int32_t count_lone(const Answer& answer) noexcept {
  return answer.count ? static_cast<std::int32_t>(index_of(answer.count->lone)) : LUNETTE_NONE;
}

}  // namespace

Outcome read_position(const lunette_position& from, Position& to) {
  to.men = {from.white_men, from.black_men};
  to.kings = {from.white_kings, from.black_kings};
  return read_color(from.side, to.side);
}

lunette_position write_position(const Position& position) noexcept {
  return {position.men[0], position.kings[0], position.men[1], position.kings[1],
          static_cast<std::int32_t>(index_of(position.side))};
}

Outcome read_color(std::int32_t from, Color& to) {
  if (from != LUNETTE_WHITE && from != LUNETTE_BLACK) return bad_argument("no colour " + std::to_string(from));
  to = from == LUNETTE_WHITE ? Color::white : Color::black;
  return std::nullopt;
}

Outcome read_metric(std::int32_t from, Metric& to) {
  switch (from) {
    case LUNETTE_WDL: to = Metric::wdl; break;
    case LUNETTE_DTC: to = Metric::dtc; break;
    case LUNETTE_DTW: to = Metric::dtw; break;
    default: return bad_argument("no metric " + std::to_string(from));
  }
  return std::nullopt;
}

Outcome read_material(const char* from, Material& to) {
  if (auto null = check_pointers({{from, "material"}})) return null;
  auto material = parse_material(from);
  if (!material) return failed(std::move(material).error());
  to = *material;
  return std::nullopt;
}

lunette_material write_material(const Material& material) {
  lunette_material to{};
  write_text(material.name(), to.name);
  return to;
}

Outcome read_count(const lunette_count* from, CountRequest& to) {
  to = {};
  if (from == nullptr) return std::nullopt;
  if (auto small = check_size(from, "count")) return small;
  to.moves = read_optional(from->moves);
  to.limit = read_optional(from->limit);
  if (from->lone == LUNETTE_NONE) return std::nullopt;
  return read_color(from->lone, to.lone.emplace());
}

std::int32_t write_plies(const std::optional<int>& plies) noexcept {
  return plies.value_or(LUNETTE_NONE);
}

void write_answer(const Answer& answer, lunette_answer* to) noexcept {
  if (to == nullptr) return;
  to->wdl = static_cast<std::int32_t>(answer.wdl);
  to->dtc = write_plies(answer.dtc);
  to->dtw = write_plies(answer.dtw);
  to->count_moves = count_moves(answer);
  to->count_lone = count_lone(answer);
}

lunette_move write_move(const Ruleset& rules, const Position& before, const RankedMove& ranked) {
  const auto& [move, after, answer, conversion] = ranked;
  lunette_move to{};
  to.from = square_at(rules.board, move.from).number();
  to.to = square_at(rules.board, move.to).number();
  to.captured = move.captured;
  to.is_man = move.is_man ? 1 : 0;
  to.promotes = move.promotes ? 1 : 0;
  to.conversion = conversion ? 1 : 0;
  to.wdl = static_cast<std::int32_t>(answer.wdl);
  to.dtc = write_plies(answer.dtc);
  to.dtw = write_plies(answer.dtw);
  to.count_moves = count_moves(answer);
  to.count_lone = count_lone(answer);
  to.after = write_position(after);
  write_text(lunette::write_move(rules, before, move), to.text);
  return to;
}

}  // namespace lunette::c
