#include <iostream>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/notation.hpp"

int refuse(const lunette::Error& error) {
  std::cerr << to_string(error.code) << ": " << error.message << '\n';
  return 2;
}

int main(int argc, char** argv) {
  if (argc != 4) return refuse({lunette::ErrorCode::bad_argument, "usage: consumer RULESET TABLES FEN"});
  const auto rules = lunette::find_ruleset(argv[1]);
  if (!rules) return refuse(rules.error());
  const auto position = lunette::read_position(**rules, argv[3]);
  if (!position) return refuse(position.error());
  const auto tables = lunette::Tablebase::open(**rules, {.directories = {argv[2]}});
  if (!tables) return refuse(tables.error());
  const auto probe = tables->probe_moves(*position);
  if (!probe) return refuse(probe.error());
  std::cout << to_string(probe->answer.wdl);
  if (probe->answer.dtw) std::cout << " in " << *probe->answer.dtw << " plies";
  if (!probe->moves.empty()) std::cout << ", best " << write_move(**rules, *position, probe->moves.front().move);
  std::cout << '\n';
}
