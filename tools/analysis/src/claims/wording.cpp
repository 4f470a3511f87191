#include "wording.hpp"

#include <fmt/format.h>

#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"

namespace lunette::claims {

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "none";
  const std::string text = fmt::format("{:.2f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  if (part != 0 && text == "0.00%") return "under 0.01%";
  if (part != whole && text == "100.00%") return "over 99.99%";
  return text;
}

std::string part_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "none (there are no such positions)";
  if (part == whole) return fmt::format("all {}", grouped(whole));
  if (part == 0) return fmt::format("none of {}", grouped(whole));
  return fmt::format("{} of {} ({})", grouped(part), grouped(whole), share(part, whole));
}

std::string_view number_word(int number) {
  switch (number) {
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    default: return "several";
  }
}

ClaimExample example_of(const Work& work, bool agrees, std::string_view about, const Position& position) {
  ClaimExample example{agrees, std::string(about), write_fen(work.board(), position)};
  const Result<Answer> answer = work.tablebase().probe(position);
  if (answer) {
    const int limit = limit_of(work.rules(), {});
    example.about += fmt::format("; {} to move: {}", color_name(position.side),
                                 value_in_words(work.rules(), position, *answer, limit));
  }
  return example;
}

void add_example(Claim& claim, const Work& work, bool agrees, std::string_view about,
                 const std::optional<Position>& position) {
  if (position) claim.examples.push_back(example_of(work, agrees, about, *position));
}

std::string safe_moves(const Work& work, const Position& position, CountView view) {
  MoveList moves;
  generate_moves(work.rules(), position, moves);
  std::string text;
  for (const Move& move : moves) {
    const Result<Wdl> after = work.tablebase().probe_wdl(apply(position, move));
    if (!after || !waiter_is_safe(static_cast<std::uint8_t>(encode_wdl(*after)), view)) continue;
    if (!text.empty()) text += ", ";
    text += write_move(work.rules(), position, move);
  }
  return text;
}

}  // namespace lunette::claims
