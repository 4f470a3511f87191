// "If he play correctly": how many of the lone king's moves keep the draw.

#include <fmt/format.h>

#include <array>
#include <optional>

#include "examiners.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/movegen.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

constexpr std::array<Possession, 4> possessions{Possession::lone_alone, Possession::shared, Possession::strong,
                                                Possession::empty};

/// A position in which one thing only is right, the more moves the better.
struct HardPosition {
  int moves = 0;
  Index index = 0;
  std::optional<Position> position;

  void offer(const HardPosition& other) {
    if (!other.position) return;
    const bool better = !position || other.moves > moves || (other.moves == moves && other.index < index);
    if (better) *this = other;
  }
};

/// Positions of one kind that the lone king, on move and without a capture, does not lose.
struct Choices {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::uint64_t keeping = 0;
  std::uint64_t every_move_keeps = 0;
  std::uint64_t one_move_keeps = 0;  // of two or more
  std::uint64_t line_keeps = 0;      // some move that keeps the draw ends on the line
  std::uint64_t driven_off = 0;      // on the line, and every move that keeps the draw leaves it
  HardPosition hardest;
  HardPosition driven;

  void add(const Choices& other) {
    positions += other.positions;
    moves += other.moves;
    keeping += other.keeping;
    every_move_keeps += other.every_move_keeps;
    one_move_keeps += other.one_move_keeps;
    line_keeps += other.line_keeps;
    driven_off += other.driven_off;
    hardest.offer(other.hardest);
    driven.offer(other.driven);
  }
};

struct ChoicesTally {
  std::array<Choices, possessions.size()> kinds;

  void add(const ChoicesTally& other) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) kinds[kind].add(other.kinds[kind]);
  }
};

/// Looks at one position after another.
class ChoiceCounter {
 public:
  ChoiceCounter(const Work& work, const Indexer& indexer, const LoneKingClass& ending)
      : rules_(work.rules()), line_(work.main_diagonal()), indexer_(indexer), ending_(ending) {}

  void count(const Position& position, Index index, ChoicesTally& tally) {
    generate_moves(rules_, position, moves_);
    int keeping = 0;
    int staying = 0;
    for (const Move& move : moves_) {
      if (!waiter_is_safe(ending_.strong_to_move()[indexer_.rank(apply(position, move))], CountView::ignored)) continue;
      ++keeping;
      if ((line_ >> move.to & 1U) != 0) ++staying;
    }
    add(position, index, keeping, staying, tally.kinds[static_cast<std::size_t>(possession_of(position, line_))]);
  }

 private:
  void add(const Position& position, Index index, int keeping, int staying, Choices& choices) const {
    const int moves = static_cast<int>(moves_.size());
    ++choices.positions;
    choices.moves += moves_.size();
    choices.keeping += static_cast<std::uint64_t>(keeping);
    if (keeping == moves) ++choices.every_move_keeps;
    const HardPosition here{moves, index, position};
    if (keeping == 1 && moves > 1) {
      ++choices.one_move_keeps;
      choices.hardest.offer(here);
    }
    if (staying > 0) ++choices.line_keeps;
    const bool on_line = (position.kings[index_of(Color::black)] & line_) != 0;
    if (on_line && keeping > 0 && staying == 0) {
      ++choices.driven_off;
      choices.driven.offer(here);
    }
  }

  const Ruleset& rules_;
  Bitboard line_;
  const Indexer& indexer_;
  const LoneKingClass& ending_;
  MoveList moves_;
};

Result<ChoicesTally> count_choices(Work& work, const LoneKingClass& ending) {
  const Indexer indexer(work.board(), ending.material);
  return work.sum<ChoicesTally>(ending.material, "the lone king's moves",
                                [&](ChoicesTally& tally, Index first, Index entries) {
                                  ChoiceCounter counter(work, indexer, ending);
                                  for (Index index = first; index < first + entries; ++index) {
                                    if (!mover_is_safe(ending.lone_to_move()[index], CountView::ignored)) continue;
                                    Position position = indexer.unrank(index);
                                    position.side = Color::black;
                                    if (!has_capture(work.rules(), position)) counter.count(position, index, tally);
                                  }
                                });
}

std::string_view kind_name(Possession possession) {
  switch (possession) {
    case Possession::lone_alone: return "on the line, alone";
    case Possession::shared: return "on the line, strong kings too";
    case Possession::strong: return "off the line, strong kings on it";
    case Possession::empty: break;
  }
  return "off the line, nobody on it";
}

void report(const Work& work, const LoneKingClass& ending, const ChoicesTally& tally, Claim& claim) {
  const std::string material = ending.material.name();
  for (const Possession possession : possessions) {
    const Choices& choices = tally.kinds[static_cast<std::size_t>(possession)];
    claim.tables.front().rows.push_back({material, std::string(kind_name(possession)), choices.positions, choices.moves,
                                         choices.keeping, choices.every_move_keeps, choices.one_move_keeps,
                                         choices.line_keeps, choices.driven_off});
    if (choices.hardest.position) {
      const std::string about =
          fmt::format("{}, lone king {}: of {} moves only {} keeps the draw", material, kind_name(possession),
                      choices.hardest.moves, safe_moves(work, *choices.hardest.position, CountView::ignored));
      add_example(claim, work, true, about, choices.hardest.position);
    }
    if (choices.driven.position) {
      const std::string about = fmt::format("{}: the draw is kept only off the line, by {}", material,
                                            safe_moves(work, *choices.driven.position, CountView::ignored));
      add_example(claim, work, false, about, choices.driven.position);
    }
  }
}

std::string sentence(const LoneKingClass& ending, const ChoicesTally& tally) {
  const Choices& alone = tally.kinds[static_cast<std::size_t>(Possession::lone_alone)];
  const Choices& shared = tally.kinds[static_cast<std::size_t>(Possession::shared)];
  Choices off;
  off.add(tally.kinds[static_cast<std::size_t>(Possession::strong)]);
  off.add(tally.kinds[static_cast<std::size_t>(Possession::empty)]);
  return fmt::format(
      "Against {} kings, in the drawn positions in which the lone king has the line to itself, {} of its moves keep "
      "the draw, and it is driven off the line in {}; with a strong king on the line too {} of its moves keep the "
      "draw, and it is driven off in {}. In the drawn positions off the line {} of its moves keep the draw: only one "
      "does in {}, and one that goes to the line does in {}.",
      number_word(ending.material.white_kings), part_of(alone.keeping, alone.moves),
      part_of(alone.driven_off, alone.positions), part_of(shared.keeping, shared.moves),
      part_of(shared.driven_off, shared.positions), part_of(off.keeping, off.moves),
      part_of(off.one_move_keeps, off.positions), part_of(off.line_keeps, off.positions));
}

}  // namespace

Result<Claim> examine_correct_play(Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "correct-play";
  claim.source = "source B";
  claim.quotation = "the game is drawn, as White cannot be driven from his hold, or captured, if he play correctly";
  claim.meaning =
      "KKvK and KKKvK, lone king on move, nothing to capture, not lost without the count. A move keeps the draw if "
      "the position after it is not won for the strong side without the count; that position is drawn again whatever "
      "the reply. In favour: positions with the lone king alone on the line in which a move that keeps the draw stays "
      "on it. Against: those in which every such move leaves it, so that the king is driven off. (A strong king on "
      "the line too attacks whatever moves along it.)";
  claim.tables.push_back({"Moves of a lone king that has not lost",
                          {"material", "lone king", "positions", "moves", "keep the draw", "every move keeps",
                           "only one keeps", "a move to or along the line keeps", "driven off the line"},
                          {}});
  for (const LoneKingClass& ending : classes) {
    const Result<ChoicesTally> tally = count_choices(work, ending);
    if (!tally) return tally.error();
    report(work, ending, *tally, claim);
    const Choices& alone = tally->kinds[static_cast<std::size_t>(Possession::lone_alone)];
    claim.in_favour += alone.positions - alone.driven_off;
    claim.against += alone.driven_off;
    if (!claim.verdict.empty()) claim.verdict += ' ';
    claim.verdict += sentence(ending, *tally);
  }
  return claim;
}

}  // namespace lunette::claims
