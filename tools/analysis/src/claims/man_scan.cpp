#include "man_scan.hpp"

#include <algorithm>
#include <tuple>

#include "lunette/index/row_walk.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette::claims {

void ShownPosition::offer(const ShownPosition& other) {
  if (!other.position) return;
  const auto key = [](const ShownPosition& shown) { return std::tuple(shown.saving, -shown.moves, shown.index); };
  if (!position || key(other) < key(*this)) *this = other;
}

std::uint64_t GivingCounts::all() const {
  std::uint64_t sum = 0;
  for (const Effect giving : effects) {
    for (const Effect others : effects) sum += at(giving, others);
  }
  return sum;
}

std::uint64_t GivingCounts::with_both() const {
  return at(Effect::saves, Effect::saves) + at(Effect::saves, Effect::loses) + at(Effect::loses, Effect::saves) +
         at(Effect::loses, Effect::loses);
}

void GivingCounts::add(const GivingCounts& other) {
  for (std::size_t giving = 0; giving < effects.size(); ++giving) {
    for (std::size_t others = 0; others < effects.size(); ++others) {
      positions[giving][others] += other.positions[giving][others];
      examples[giving][others].offer(other.examples[giving][others]);
    }
  }
  wins_given_away += other.wins_given_away;
  giving_moves += other.giving_moves;
  giving_moves_that_save += other.giving_moves_that_save;
  other_moves += other.other_moves;
  other_moves_that_save += other.other_moves_that_save;
  for (std::size_t man = 0; man < saved.size(); ++man) saved[man] += other.saved[man];
  saved_with_and_without += other.saved_with_and_without;
  saved_by_next_move += other.saved_by_next_move;
}

GivingCounts GivingTally::whole() const {
  GivingCounts sum;
  for (const GivingCounts& counts : by_line) sum.add(counts);
  return sum;
}

namespace {

constexpr std::array<CountView, 2> both_views{CountView::included, CountView::ignored};

/// What the three kings can do after a move of the king and the man.
enum class Reply : std::uint8_t {
  quiet,      ///< nothing is to be captured
  takes_man,  ///< every capture takes the man and nothing else: it was given up
  takes_king  ///< some capture takes the king
};

/// A value and a reply in a byte, for each position with the strong side to move.
using Replies = std::vector<std::uint8_t>;
constexpr int reply_shift = 3;
constexpr std::uint8_t wdl_of(std::uint8_t packed) {
  return packed & ((1U << reply_shift) - 1U);
}
constexpr Reply reply_of(std::uint8_t packed) {
  return static_cast<Reply>(packed >> reply_shift);
}
constexpr std::uint8_t pack(std::uint8_t wdl, Reply reply) {
  return static_cast<std::uint8_t>(wdl | static_cast<unsigned>(reply) << reply_shift);
}

/// `man`: the man, or the king that it has just become.
Reply reply_in(const Ruleset& rules, const Position& strong_to_move, Bitboard man, MoveList& moves) {
  if (!has_capture(rules, strong_to_move)) return Reply::quiet;
  generate_moves(rules, strong_to_move, moves);
  const bool only_man = std::all_of(moves.begin(), moves.end(), [&](const Move& move) { return move.captured == man; });
  return only_man ? Reply::takes_man : Reply::takes_king;
}

/// Flags of positions with king and man to move.
constexpr std::uint8_t is_quiet = 1;
constexpr std::uint8_t is_saved = 2;
constexpr std::uint8_t giving_saves = 4;  // quiet, and giving up the man at once saves

/// The scan: arrays over a whole class, filled by one pass after another.
class Scan {
 public:
  Scan(Work& work, const LoneKingClass& alone)
      : work_(work),
        rules_(work.rules()),
        board_(work.board()),
        line_(work.main_diagonal()),
        without_man_(alone),
        with_man_class_(against_man(alone.material.white_kings)),
        crowned_class_(against_two(alone.material.white_kings)),
        with_man_(board_, with_man_class_),
        crowned_(board_, crowned_class_),
        alone_(board_, alone.material) {}

  Result<ManScan> run() {
    if (Result<void> read = read_values(); !read) return read.error();
    // Most counts change nothing here; a second look would only see the same again.
    const bool same = !count_decides();
    if (Result<void> marked = mark_replies(); !marked) return marked.error();
    ManScan scan;
    const std::vector<CountView> looks = same ? std::vector{CountView::ignored} : work_.views();
    for (const CountView view : looks) {
      const auto number = static_cast<std::size_t>(view);
      flags_.assign(with_man_.size(), 0);
      Result<GivingTally> tally = work_.sum<GivingTally>(
          with_man_class_, "giving up the man",
          [&](GivingTally& chunk, Index first, Index entries) { count_chunk(view, chunk, first, entries); });
      if (!tally) return tally.error();
      if (Result<void> later = count_next_moves(view, *tally); !later) return later.error();
      scan.views[number] = *std::move(tally);
      scan.with_man[number] = share_of(lone_to_move_, view);
      scan.alone[number] = share_of(without_man_.lone_to_move(), view);
    }
    if (same) {
      scan.views[0] = scan.views[1];
      scan.with_man[0] = scan.with_man[1];
      scan.alone[0] = scan.alone[1];
    }
    return scan;
  }

 private:
  Result<void> read_values() {
    Result<WdlCodes> strong = work_.read_wdl(with_man_class_, Color::white);
    if (!strong) return strong.error();
    replies_ = *std::move(strong);
    Result<WdlCodes> lone = work_.read_wdl(with_man_class_, Color::black);
    if (!lone) return lone.error();
    lone_to_move_ = *std::move(lone);
    Result<WdlCodes> crowned = work_.read_wdl(crowned_class_, Color::white);
    if (!crowned) return crowned.error();
    after_crowning_ = *std::move(crowned);
    return {};
  }

  /// True if the count makes a draw of any value that is looked at. To be asked before mark_replies().
  bool count_decides() const {
    const auto decided = [](const WdlCodes& codes) {
      return std::any_of(codes.begin(), codes.end(), [](std::uint8_t code) {
        return decode_wdl(code) == Wdl::cursed_win || decode_wdl(code) == Wdl::blessed_loss;
      });
    };
    return decided(replies_) || decided(lone_to_move_) || decided(after_crowning_) ||
           decided(without_man_.lone_to_move());
  }

  /// Puts the replies beside the values that replies_ holds.
  Result<void> mark_replies() {
    const Result<NoTally> marked =
        work_.sum<NoTally>(with_man_class_, "captures", [&](NoTally&, Index first, Index entries) {
          MoveList moves;
          for_each_row(with_man_, first, entries, [&](const Row& row, std::uint64_t offset) {
            const Bitboard capturing = capture_squares(board_, row)[index_of(Color::white)];
            Index index = first + offset;
            for_each_bit(row.squares, [&](int bit) {
              const Bitboard square = Bitboard{1} << bit;
              if ((capturing & square) != 0) {
                const Position position = row.position(square, Color::white);
                const Bitboard man = position.men[index_of(Color::black)];
                replies_[index] = pack(replies_[index], reply_in(rules_, position, man, moves));
              }
              ++index;
            });
            return true;
          });
        });
    if (!marked) return marked.error();
    return {};
  }

  /// A move of the king or the man, the other side to move after it.
  std::uint8_t packed_after(const Position& after, const Move& move, MoveList& scratch) const {
    if (!move.promotes) return replies_[with_man_.rank(after)];
    return pack(after_crowning_[crowned_.rank(after)], reply_in(rules_, after, Bitboard{1} << move.to, scratch));
  }

  void count_chunk(CountView view, GivingTally& chunk, Index first, Index entries) {
    MoveList moves;
    MoveList scratch;
    for_each_row(with_man_, first, entries, [&](const Row& row, std::uint64_t offset) {
      const Bitboard capturing = capture_squares(board_, row)[index_of(Color::black)];
      Index index = first + offset;
      for_each_bit(row.squares, [&](int bit) {
        const Bitboard square = Bitboard{1} << bit;
        if (mover_is_safe(lone_to_move_[index], view)) flags_[index] |= is_saved;
        if ((capturing & square) == 0) {
          flags_[index] |= is_quiet;
          const Position position = row.position(square, Color::black);
          count_position(view, position, index, chunk, moves, scratch);
        }
        ++index;
      });
      return true;
    });
  }

  /// Moves of one kind in one position.
  struct Kind {
    int moves = 0;
    int saving = 0;
    bool wins = false;

    void add(std::uint8_t wdl, CountView view) {
      ++moves;
      if (waiter_is_safe(wdl, view)) ++saving;
      if (decode_wdl(wdl) == Wdl::loss) wins = true;
    }
    Effect effect() const { return moves == 0 ? Effect::not_there : saving == 0 ? Effect::loses : Effect::saves; }
  };

  void count_position(CountView view, const Position& position, Index index, GivingTally& chunk, MoveList& moves,
                      MoveList& scratch) {
    generate_moves(rules_, position, moves);
    Kind giving;
    Kind others;
    for (const Move& move : moves) {
      const std::uint8_t packed = packed_after(apply(position, move), move, scratch);
      (reply_of(packed) == Reply::takes_man ? giving : others).add(wdl_of(packed), view);
    }
    if (giving.saving > 0) flags_[index] |= giving_saves;

    const bool on_line = (position.kings[index_of(Color::black)] & line_) != 0;
    GivingCounts& counts = chunk.by_line[on_line ? 1 : 0];
    const auto by_giving = static_cast<std::size_t>(giving.effect());
    const auto by_others = static_cast<std::size_t>(others.effect());
    ++counts.positions[by_giving][by_others];
    counts.examples[by_giving][by_others].offer(
        {giving.saving + others.saving, static_cast<int>(moves.size()), index, position});
    if (others.wins && giving.moves > 0 && !giving.wins) ++counts.wins_given_away;
    if (giving.moves > 0) {
      counts.giving_moves += static_cast<std::uint64_t>(giving.moves);
      counts.giving_moves_that_save += static_cast<std::uint64_t>(giving.saving);
      counts.other_moves += static_cast<std::uint64_t>(others.moves);
      counts.other_moves_that_save += static_cast<std::uint64_t>(others.saving);
    }
    compare_without_man(view, position, (flags_[index] & is_saved) != 0, counts);
  }

  void compare_without_man(CountView view, Position position, bool saved, GivingCounts& counts) const {
    position.men[index_of(Color::black)] = 0;
    const bool saved_alone = mover_is_safe(without_man_.lone_to_move()[alone_.rank(position)], view);
    if (saved_alone) ++counts.saved[0];
    if (saved) ++counts.saved[1];
    if (saved && saved_alone) ++counts.saved_with_and_without;
  }

  /// Two passes: positions with the strong side to move in which every reply lets the man be given up (prepared_), then
  /// the positions from which one of those is reached.
  Result<void> count_next_moves(CountView view, GivingTally& tally) {
    prepared_.assign(with_man_.size(), 0);
    const Result<NoTally> prepared =
        work_.sum<NoTally>(with_man_class_, "replies", [&](NoTally&, Index first, Index entries) {
          MoveList moves;
          for (Index index = first; index < first + entries; ++index) {
            const std::uint8_t packed = replies_[index];
            // Of a position that is lost nothing need be asked: no plan saves it.
            if (reply_of(packed) != Reply::quiet || !waiter_is_safe(wdl_of(packed), view)) continue;
            prepared_[index] = every_reply_lets_give_up(with_man_.unrank(index), moves) ? 1 : 0;
          }
        });
    if (!prepared) return prepared.error();
    const Result<GivingTally> later =
        work_.sum<GivingTally>(with_man_class_, "the next move", [&](GivingTally& chunk, Index first, Index entries) {
          MoveList moves;
          for (Index index = first; index < first + entries; ++index) {
            if (flags_[index] != (is_quiet | is_saved)) continue;
            Position position = with_man_.unrank(index);
            position.side = Color::black;
            const bool on_line = (position.kings[index_of(Color::black)] & line_) != 0;
            if (reaches_prepared(position, moves)) ++chunk.by_line[on_line ? 1 : 0].saved_by_next_move;
          }
        });
    if (!later) return later.error();
    tally.add(*later);
    return {};
  }

  bool every_reply_lets_give_up(const Position& strong_to_move, MoveList& moves) const {
    generate_moves(rules_, strong_to_move, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
      const std::uint8_t flags = flags_[with_man_.rank(apply(strong_to_move, move))];
      return (flags & is_quiet) != 0 ? (flags & giving_saves) != 0 : (flags & is_saved) != 0;
    });
  }

  bool reaches_prepared(const Position& position, MoveList& moves) const {
    generate_moves(rules_, position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      return !move.promotes && prepared_[with_man_.rank(apply(position, move))] != 0;
    });
  }

  static SavedShare share_of(const WdlCodes& codes, CountView view) {
    const auto saved =
        std::count_if(codes.begin(), codes.end(), [&](std::uint8_t code) { return mover_is_safe(code, view); });
    return {codes.size(), static_cast<std::uint64_t>(saved)};
  }

  Work& work_;
  const Ruleset& rules_;
  Board board_;
  Bitboard line_;
  const LoneKingClass& without_man_;
  Material with_man_class_;
  Material crowned_class_;
  Indexer with_man_;
  Indexer crowned_;
  Indexer alone_;
  Replies replies_;
  WdlCodes lone_to_move_;
  WdlCodes after_crowning_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint8_t> prepared_;
};

}  // namespace

std::uint64_t man_scan_entries(const Ruleset& rules) {
  constexpr int strong_kings = 3;
  const std::uint64_t with_man = Indexer(rules.board, against_man(strong_kings)).size();
  const std::uint64_t views = rules.count ? 2 : 1;
  return with_man * (3 + 3 * views) + Indexer(rules.board, against_two(strong_kings)).size();
}

Result<ManScan> scan_king_and_man(Work& work, const LoneKingClass& alone) {
  return Scan(work, alone).run();
}

}  // namespace lunette::claims
