// The trap: three kings on 37, 38 and 49 against a lone king on the main line.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "examiners.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

/// The square so many rows up and columns to the right of the lower-left corner; their sum is even.
Square from_corner(Board board, int up, int right) {
  const int side = board == Board::b8 ? 8 : 10;
  return Square((side - 1 - up) * (side / 2) + right / 2 + 1);
}

/// Where the lone king stands on the line, seen from the trap.
enum class Side : std::uint8_t { weak, crossing, fortified };
constexpr std::array<Side, 3> sides{Side::weak, Side::crossing, Side::fortified};

/// A trap at one end of the main line.
struct Trap {
  std::string name;  // "37, 38, 49"
  std::array<Square, 3> places;
  Bitboard squares = 0;
  std::array<Bitboard, sides.size()> line{};
  std::array<std::string, sides.size()> line_names;
};

std::string between(Square first, Square last) {
  return fmt::format("between {} and {}", first.number(), last.number());
}

/// 37, 38 and 49 are two steps up the line, two rows up and four columns right, and six columns right of the corner;
/// the line of the last two crosses the main line on its fourth square, 32. `turned`: the other end of the main line.
Trap trap_at(Board board, bool turned) {
  const int length = board == Board::b8 ? 8 : 10;
  const auto place = [&](int up, int right) {
    const Square square = from_corner(board, up, right);
    return turned ? Square(square_count(board) + 1 - square.number()) : square;
  };
  Trap trap;
  trap.places = {place(2, 2), place(2, 4), place(0, 6)};
  for (const Square square : trap.places) {
    trap.squares |= bit_of(board, square);
    trap.name += fmt::format("{}{}", trap.name.empty() ? "" : ", ", square.number());
  }
  for (int step = 0; step < length; ++step) {
    const Side side = step > 3 ? Side::weak : step == 3 ? Side::crossing : Side::fortified;
    trap.line[static_cast<std::size_t>(side)] |= bit_of(board, place(step, step));
  }
  trap.line_names = {between(place(length - 1, length - 1), place(4, 4)), fmt::format("on {}", place(3, 3).number()),
                     between(place(2, 2), place(0, 0))};
  return trap;
}

/// Which king is missing: the place of its square in Trap::places, or `complete`.
constexpr std::size_t complete = 3;
constexpr std::size_t stages = 4;

/// Absent if more than one king is missing, or the last cannot come with one move. `position` is one of KKKvK.
std::optional<std::size_t> stage_of(const Work& work, const Trap& trap, Position position, MoveList& moves) {
  const Bitboard kings = position.kings[index_of(Color::white)];
  const Bitboard missing = trap.squares & ~kings;
  if (missing == 0) return complete;
  if (count_bits(missing) > 1) return std::nullopt;
  position.side = Color::white;  // whoever is to move: would it come?
  generate_moves(work.rules(), position, moves);
  const Bitboard absent_king = kings & ~trap.squares;
  const bool comes = std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
    return !move.is_capture() && (absent_king >> move.from & 1U) != 0 && (missing >> move.to & 1U) != 0;
  });
  if (!comes) return std::nullopt;
  const auto place = std::find_if(trap.places.begin(), trap.places.end(),
                                  [&](Square square) { return bit_of(work.board(), square) == missing; });
  return static_cast<std::size_t>(place - trap.places.begin());
}

struct Outcome {
  std::uint64_t lost = 0;
  std::uint64_t held = 0;
  std::optional<Position> lost_example;
  std::optional<Position> held_example;
};

/// By stage, side to move, capture, and side of the lone king.
class TrapCount {
 public:
  Outcome& at(std::size_t stage, Color mover, bool capture, Side side) {
    return outcomes_[((stage * 2 + index_of(mover)) * 2 + (capture ? 1 : 0)) * sides.size() +
                     static_cast<std::size_t>(side)];
  }

 private:
  std::array<Outcome, stages * 2 * 2 * sides.size()> outcomes_;
};

void add(Outcome& outcome, bool held, const Position& position) {
  ++(held ? outcome.held : outcome.lost);
  std::optional<Position>& example = held ? outcome.held_example : outcome.lost_example;
  if (!example) example = position;
}

TrapCount count_trap(const Work& work, const LoneKingClass& three, const Trap& trap) {
  const Indexer indexer(work.board(), three.material);
  TrapCount counted;
  MoveList moves;
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    const Bitboard lone = position.kings[index_of(Color::black)];
    const Bitboard strong = position.kings[index_of(Color::white)];
    const auto side = std::find_if(sides.begin(), sides.end(),
                                   [&](Side of) { return (trap.line[static_cast<std::size_t>(of)] & lone) != 0; });
    if (side == sides.end() || count_bits(strong & trap.squares) < 2) continue;
    const std::optional<std::size_t> stage = stage_of(work, trap, position, moves);
    if (!stage) continue;
    for (const Color mover : {Color::white, Color::black}) {
      position.side = mover;
      const std::uint8_t code = three.wdl[index_of(mover)][index];
      const bool held =
          mover == Color::white ? waiter_is_safe(code, CountView::ignored) : mover_is_safe(code, CountView::ignored);
      add(counted.at(*stage, mover, has_capture(work.rules(), position), *side), held, position);
    }
  }
  return counted;
}

std::string stage_name(const Trap& trap, std::size_t stage) {
  return stage == complete ? "complete" : fmt::format("{} missing", trap.places[stage].number());
}

/// The two cases by which the claim is judged: the lone king runs into the complete trap, or has just moved and the
/// trap closes.
bool is_judged(std::size_t stage, Color mover, bool capture) {
  return stage == complete ? mover == Color::black : mover == Color::white && !capture;
}

void report(const Work& work, const Trap& trap, TrapCount& counted, Claim& claim) {
  ClaimTable table{fmt::format("Three kings for {}", trap.name),
                   {"trap", "to move", "must capture", "lone king", "positions", "lost", "held"},
                   {}};
  for (const std::size_t stage : {complete, std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    for (const Color mover : {Color::black, Color::white}) {
      for (const bool capture : {false, true}) {
        for (const Side side : sides) {
          const Outcome& outcome = counted.at(stage, mover, capture, side);
          if (outcome.lost + outcome.held == 0) continue;
          const std::string& where = trap.line_names[static_cast<std::size_t>(side)];
          table.rows.push_back({stage_name(trap, stage), std::string(mover == Color::black ? "lone" : "strong"),
                                std::string(capture ? "yes" : "no"), where, outcome.lost + outcome.held, outcome.lost,
                                outcome.held});
          if (!is_judged(stage, mover, capture)) continue;
          const bool weak = side == Side::weak;
          claim.in_favour += weak ? outcome.held : outcome.lost;
          claim.against += weak ? outcome.lost : outcome.held;
          const std::string about =
              fmt::format("trap {} ({}), lone king {}", trap.name, stage_name(trap, stage), where);
          add_example(claim, work, weak, about + ": held", outcome.held_example);
          add_example(claim, work, !weak, about + ": lost", outcome.lost_example);
        }
      }
    }
  }
  claim.tables.push_back(std::move(table));
}

/// "he holds 5 of 6 positions between 5 and 28, ..."
std::string held_in_words(const Trap& trap, TrapCount& counted, std::size_t stage, Color mover,
                          std::initializer_list<bool> captures) {
  std::string text;
  for (const Side side : sides) {
    std::uint64_t held = 0;
    std::uint64_t all = 0;
    for (const bool capture : captures) {
      const Outcome& outcome = counted.at(stage, mover, capture, side);
      held += outcome.held;
      all += outcome.held + outcome.lost;
    }
    if (all == 0) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", part_of(held, all), trap.line_names[static_cast<std::size_t>(side)]);
  }
  return text;
}

}  // namespace

Claim examine_trap(const Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "trap";
  claim.source = "source B";
  claim.quotation =
      "and takes care to keep on the other side of a trap; thus, if he finds White preparing to get his pieces at 37, "
      "38, and 49, he must be between 5 and 28, and vice versa, that is, always on the adversary's unfortified or "
      "weak side";
  const Trap trap = trap_at(work.board(), false);
  const Trap turned = trap_at(work.board(), true);
  claim.meaning = fmt::format(
      "KKKvK with the lone king on the main diagonal. The trap {} (on 8x8 the squares that lie the same way from the "
      "corner) is complete if the three kings stand there; one king is missing if the others do and it can come with "
      "one quiet move over the squares as they are. \"Vice versa\" is the board turned by half a turn: {}. Lost and "
      "held are the lone king's results without the count. In favour: held on the weak side ({}) and lost elsewhere; "
      "against: lost on the weak side and held elsewhere; both counted where the trap is complete and the lone king "
      "on move, and where one king is missing and the strong side on move with nothing to capture.",
      trap.name, turned.name, trap.line_names.front());
  for (const Trap& each : {trap, turned}) {
    TrapCount counted = count_trap(work, classes[1], each);
    report(work, each, counted, claim);
    claim.verdict += fmt::format("{}With the trap {} complete and the lone king on move, it holds {}.",
                                 claim.verdict.empty() ? "" : " ", each.name,
                                 held_in_words(each, counted, complete, Color::black, {false, true}));
    for (std::size_t stage = 0; stage < complete; ++stage) {
      const std::string held = held_in_words(each, counted, stage, Color::white, {false});
      if (held.empty()) continue;
      claim.verdict +=
          fmt::format(" With the king for {} still one move away and the strong side on move, it holds {}.",
                      each.places[stage].number(), held);
    }
  }
  return claim;
}

}  // namespace lunette::claims
