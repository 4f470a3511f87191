// Prints what the tables say about a position: its value, its distances, and its moves, best first.

#include <iomanip>
#include <iostream>
#include <optional>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/notation.hpp"

namespace {

int refuse(const lunette::Error& error) {
  std::cerr << to_string(error.code) << ": " << error.message << '\n';
  return 2;
}

void print_plies(const char* name, const std::optional<int>& plies) {
  if (plies) std::cout << ", " << name << ' ' << *plies;
}

void print_answer(const lunette::Answer& answer) {
  std::cout << to_string(answer.wdl);
  print_plies("dtc", answer.dtc);
  print_plies("dtw", answer.dtw);
  if (answer.count) std::cout << ", count " << answer.count->moves;
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: consumer RULESET TABLES FEN\n";
    return 2;
  }
  const auto rules = lunette::find_ruleset(argv[1]);
  if (!rules) return refuse(rules.error());
  const auto position = lunette::read_position(**rules, argv[3]);
  if (!position) return refuse(position.error());
  const auto tables = lunette::Tablebase::open(**rules, {.directories = {argv[2]}});
  if (!tables) return refuse(tables.error());

  const auto probe = tables->rank_moves(*position);
  if (!probe) return refuse(probe.error());
  print_answer(probe->answer);
  for (const lunette::RankedMove& ranked : probe->moves) {
    std::cout << std::left << std::setw(8) << write_move(**rules, *position, ranked.move) << "leaves ";
    print_answer(ranked.answer);
  }
  if (probe->progress == lunette::Progress::not_guaranteed) std::cout << "no distance is stored to rank by\n";
  return 0;
}
