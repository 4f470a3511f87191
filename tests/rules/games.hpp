#pragma once

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/ruleset.hpp"

/// Positions and moves that the tests of this folder need.
namespace games {

inline const lunette::Ruleset& ruleset(const std::string& name) {
  return **lunette::find_ruleset(name);
}

/// The position of a FEN that must be readable.
inline lunette::Position position(const lunette::Ruleset& rules, const std::string& fen) {
  const lunette::Result<lunette::Position> read = lunette::read_position(rules, fen);
  if (!read) throw std::invalid_argument(fen + ": " + read.error().message);
  return *read;
}

inline lunette::MoveList moves(const lunette::Ruleset& rules, const lunette::Position& position) {
  lunette::MoveList list;
  lunette::generate_moves(rules, position, list);
  return list;
}

/// As in moves.tsv: "31-26", or "26x28{31,32}" with the captured squares ascending.
inline std::string text(lunette::Board board, const lunette::Move& move) {
  const auto name = [&](int bit) { return std::to_string(lunette::square_at(board, bit).number()); };
  std::string written = name(move.from) + (move.is_capture() ? "x" : "-") + name(move.to);
  std::string captured;
  lunette::for_each_bit(move.captured,
                        [&](int bit) { captured.append(captured.empty() ? "" : ",").append(name(bit)); });
  if (!captured.empty()) written.append("{").append(captured).append("}");
  return written;
}

/// All legal moves of a FEN as in moves.tsv, in the order of generation, separated by spaces.
inline std::string texts(const lunette::Ruleset& rules, const std::string& fen) {
  std::string all;
  for (const lunette::Move& move : moves(rules, position(rules, fen)))
    all.append(all.empty() ? "" : " ").append(text(rules.board, move));
  return all;
}

/// Legal positions of all kinds, the same on every system: a few pieces or many, kings only or hardly any.
class RandomPositions {
 public:
  RandomPositions(const lunette::Ruleset& rules, std::uint32_t seed) : rules_(rules), random_(seed) {}

  lunette::Position next() {
    lunette::Position p;
    const int most = 1 + below(rules_.men_per_side);
    const int kings_in_ten = below(11);
    for (const lunette::Color color : {lunette::Color::white, lunette::Color::black}) {
      const int pieces = 1 + below(most);
      for (int i = 0; i < pieces; ++i) place(p, color, below(10) < kings_in_ten);
    }
    p.side = below(2) == 0 ? lunette::Color::white : lunette::Color::black;
    return p;
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint32_t>(limit)); }

 private:
  void place(lunette::Position& p, lunette::Color color, bool king) {
    for (;;) {
      const lunette::Bitboard bit = bit_of(rules_.board, lunette::Square(1 + below(square_count(rules_.board))));
      const bool far = (promotion_row(rules_.board, color) & bit) != 0;
      if ((p.occupied() & bit) != 0) continue;
      (king || far ? p.kings : p.men)[index_of(color)] |= bit;
      return;
    }
  }

  const lunette::Ruleset& rules_;
  std::mt19937 random_;
};

}  // namespace games
