// Every value that the library gives, against the brute-force solver and the reference data.

#include <algorithm>
#include <random>
#include <set>

#include "catch.hpp"
#include "fixture.hpp"

using namespace lunette;

namespace {

std::optional<int> plies(int distance) {
  return distance < 0 ? std::nullopt : std::optional<int>(distance);
}

/// The first thing in which an answer differs from the truth, as text; empty if nothing.
std::string difference(const Tablebase& tables, const brute::Solver& truth, const Position& position) {
  const auto answer = tables.probe(position);
  if (!answer) return answer.error().message;
  if (static_cast<int>(answer->wdl) != truth.wdl(position)) return "wdl " + std::string(to_string(answer->wdl));
  if (answer->dtw != plies(truth.dtw(position))) return "dtw";
  if (answer->dtc != plies(truth.dtc(position))) return "dtc";
  return {};
}

void compare_all(const World& world) {
  const Tablebase tables = world.open();
  const Board board = world.truth.rules().board;
  std::uint64_t wrong = 0;
  for (const auto& [name, values] : world.truth.classes()) {
    for (Index index = 0; index < values.indexer.size(); ++index) {
      Position position = values.indexer.unrank(index);
      position.side = index % 2 == 0 ? Color::white : Color::black;
      for (const Position& seen : {position, flip(board, position)}) {
        const std::string fault = difference(tables, world.truth, seen);
        if (fault.empty()) continue;
        if (++wrong <= 5) UNSCOPED_INFO(write_fen(board, seen) << ": " << fault);
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every class to 3 pieces, both orientations, is answered as brute force answers it") {
  for (const Ruleset& rules : all_rulesets()) {
    CAPTURE(rules.name);
    compare_all(three_pieces(rules.name));
  }
}
