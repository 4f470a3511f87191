#include <set>
#include <string>

#include "catch.hpp"
#include "games.hpp"
#include "lunette/rules/generator.hpp"
#include "mailbox.hpp"

// The library against the mailbox player on random positions, for every ruleset.

using namespace lunette;

namespace {

constexpr int positions_each = 20000;

/// "26x28{31,32}", with "K" after a promotion and "m" before a man.
std::string text(const mailbox::Play& play) {
  std::string written = play.is_man ? "m" : "";
  written.append(std::to_string(play.from()))
      .append(play.captured.empty() ? "-" : "x")
      .append(std::to_string(play.to()));
  std::string captured;
  for (const int square : play.captured) captured.append(captured.empty() ? "" : ",").append(std::to_string(square));
  if (!captured.empty()) written.append("{").append(captured).append("}");
  return written.append(play.promotes ? "K" : "");
}

std::string text(Board board, const Move& move) {
  std::string written = move.is_man ? "m" : "";
  return written.append(games::text(board, move)).append(move.promotes ? "K" : "");
}

std::multiset<std::string> texts(Board board, const MoveList& moves) {
  std::multiset<std::string> all;
  for (const Move& move : moves) all.insert(text(board, move));
  return all;
}

/// Each move once, whatever the number of paths.
std::multiset<std::string> expected(const Ruleset& rules, const Position& p) {
  std::set<std::string> different;
  for (const mailbox::Play& play : mailbox::plays(mailbox::game(std::string(rules.name)), rules.board, p))
    different.insert(text(play));
  return {different.begin(), different.end()};
}

std::string shown(const std::multiset<std::string>& moves) {
  std::string all;
  for (const std::string& move : moves) all.append(" ").append(move);
  return all;
}

/// Calls visit(rules, position) until it returns false, and gives the FEN of that position, or "".
template <class Visit>
std::string first_failure(std::uint32_t seed, int positions, Visit visit) {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, seed);
    for (int i = 0; i < positions; ++i) {
      const Position p = random.next();
      if (!visit(rules, p)) return std::string(rules.name) + " " + write_fen(rules.board, p);
    }
  }
  return "";
}

}  // namespace

TEST_CASE("moves agree with a slow generator on random positions", "[long]") {
  for (const Ruleset& rules : all_rulesets()) {
    games::RandomPositions random(rules, 1);
    int captures = 0;
    for (int i = 0; i < positions_each; ++i) {
      const Position p = random.next();
      const std::multiset<std::string> wanted = expected(rules, p);
      const std::multiset<std::string> found = texts(rules.board, games::moves(rules, p));
      if (found != wanted) {
        FAIL(rules.name << " " << write_fen(rules.board, p) << "\n found" << shown(found) << "\nwanted"
                        << shown(wanted));
      }
      if (!wanted.empty() && wanted.begin()->find('x') != std::string::npos) ++captures;
    }
    INFO(rules.name);
    CHECK(captures > positions_each / 4);
    CHECK(captures < positions_each);
  }
}

TEST_CASE("moves come in the order of origin, destination, captured set") {
  const auto key = [](const Ruleset& rules, const Move& move) {
    std::vector<int> captured;
    for_each_bit(move.captured, [&](int bit) { captured.push_back(square_at(rules.board, bit).number()); });
    return std::make_tuple(move.from, move.to, captured, move.promotes);
  };
  CHECK(first_failure(2, 3000, [&](const Ruleset& rules, const Position& p) {
          const MoveList moves = games::moves(rules, p);
          for (std::size_t i = 1; i < moves.size(); ++i) {
            if (!(key(rules, moves[i - 1]) < key(rules, moves[i]))) return false;
          }
          return true;
        }) == "");
}

TEST_CASE("has_capture and has_move agree with the list of moves") {
  CHECK(first_failure(3, 20000, [](const Ruleset& rules, const Position& p) {
          const MoveList moves = games::moves(rules, p);
          const bool capture = !moves.empty() && moves.front().is_capture();
          return has_capture(rules, p) == capture && has_move(rules, p) == !moves.empty();
        }) == "");
}

TEST_CASE("the generator's parts agree with its list of moves") {
  CHECK(first_failure(4, 5000, [](const Ruleset& rules, const Position& p) {
          const MoveList moves = games::moves(rules, p);
          return with_generator(rules, [&](auto generator) {
            MoveList scratch;
            if (generator.count_moves(p, scratch) != moves.size()) return false;
            generator.generate(p, scratch);
            if (texts(rules.board, scratch) != texts(rules.board, moves)) return false;
            generator.generate_captures(p, scratch);
            const bool capture = !moves.empty() && moves.front().is_capture();
            return capture ? texts(rules.board, scratch) == texts(rules.board, moves) : scratch.empty();
          });
        }) == "");
}

TEST_CASE("a legal move leads to a legal position") {
  CHECK(first_failure(5, 5000, [](const Ruleset& rules, const Position& p) {
          for (const Move& move : games::moves(rules, p)) {
            const Position next = apply(p, move);
            if (check(rules, next) != PositionFault::none || next.side == p.side) return false;
            const int taken = std::popcount(move.captured);
            if (next.piece_count() != p.piece_count() - taken) return false;
            if (std::popcount(next.pieces(p.side)) != std::popcount(p.pieces(p.side))) return false;
          }
          return true;
        }) == "");
}

TEST_CASE("the moves of the flipped position are the flipped moves") {
  CHECK(first_failure(6, 5000, [](const Ruleset& rules, const Position& p) {
          const int last = square_count(rules.board) + 1;
          const auto turned = [&](int bit) {
            return bit_index(rules.board, Square(last - square_at(rules.board, bit).number()));
          };
          MoveList flipped;
          for (Move move : games::moves(rules, p)) {
            Bitboard captured = 0;
            for_each_bit(move.captured, [&](int bit) { captured |= Bitboard{1} << turned(bit); });
            flipped.push_back({static_cast<std::uint8_t>(turned(move.from)), static_cast<std::uint8_t>(turned(move.to)),
                               move.is_man, move.promotes, captured});
          }
          const Position other = flip(rules.board, p);
          return flip(rules.board, other) == p &&
                 texts(rules.board, games::moves(rules, other)) == texts(rules.board, flipped);
        }) == "");
}

TEST_CASE("a side without pieces has no moves") {
  for (const Ruleset& rules : all_rulesets()) {
    Position p;
    p.kings[index_of(Color::black)] = bit_of(rules.board, Square(10));
    CHECK(games::moves(rules, p).empty());
    CHECK_FALSE(has_move(rules, p));
    CHECK_FALSE(has_capture(rules, p));
    CHECK(perft(rules, p, 1) == 0);
  }
}
