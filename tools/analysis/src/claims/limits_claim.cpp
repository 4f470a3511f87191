// Which wins a limit on the lone king's moves takes away.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "examiners.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/words.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

/// The limits that the sources name: A 13; B 15, and 20 at odds.
constexpr std::array<int, 3> limits_of_sources{13, 15, 20};

/// The wins of the strong side with one side to move, by the moves that the lone king can make before it is caught.
struct WinLengths {
  Material material;
  EndingSide side = EndingSide::lone;
  std::vector<std::uint64_t> wins;             // by moves
  std::vector<std::optional<Position>> first;  // by moves, the one with the lowest index

  std::uint64_t total() const { return longer_than(-1); }
  std::uint64_t longer_than(int moves) const {
    std::uint64_t sum = 0;
    for (std::size_t i = static_cast<std::size_t>(moves + 1); i < wins.size(); ++i) sum += wins[i];
    return sum;
  }
  int longest() const { return static_cast<int>(wins.size()) - 1; }

  void add(int moves, const Indexer& indexer, Index index) {
    const auto place = static_cast<std::size_t>(moves);
    if (place >= wins.size()) {
      wins.resize(place + 1);
      first.resize(place + 1);
    }
    if (++wins[place] != 1) return;
    first[place] = indexer.unrank(index);
    first[place]->side = side == EndingSide::strong ? Color::white : Color::black;
  }
};

/// The side to move wins in an odd number of plies and loses in an even one. (rules.md, "The counted draw".)
std::optional<int> lone_moves_until_lost(ValueCode dtw, EndingSide side) {
  const std::optional<int> plies = decode_plies(dtw);
  const bool mover_wins = plies && *plies % 2 == 1;
  if (!plies || mover_wins != (side == EndingSide::strong)) return std::nullopt;
  return *plies / 2;
}

Result<std::vector<WinLengths>> measure(const Work& work) {
  std::vector<WinLengths> measured;
  for (const Material& material : {two_kings, three_kings}) {
    const Indexer indexer(work.board(), material);
    for (const EndingSide side : {EndingSide::strong, EndingSide::lone}) {
      const Color mover = side == EndingSide::strong ? Color::white : Color::black;
      const Result<std::vector<ValueCode>> dtw = work.read_dtw(material, mover);
      if (!dtw) return dtw.error();
      WinLengths& lengths = measured.emplace_back();
      lengths.material = material;
      lengths.side = side;
      for (Index index = 0; index < dtw->size(); ++index) {
        const std::optional<int> moves = lone_moves_until_lost((*dtw)[index], side);
        if (moves) lengths.add(*moves, indexer, index);
      }
    }
  }
  return measured;
}

std::vector<std::string> columns(std::string first, const std::vector<WinLengths>& measured) {
  std::vector<std::string> names{std::move(first)};
  for (const WinLengths& lengths : measured) {
    names.push_back(fmt::format("{}, {} to move", lengths.material.name(), to_string(lengths.side)));
  }
  return names;
}

ClaimTable histogram(const std::vector<WinLengths>& measured) {
  ClaimTable table{"Wins by the moves that the lone king can make", columns("moves", measured), {}};
  int longest = 0;
  for (const WinLengths& lengths : measured) longest = std::max(longest, lengths.longest());
  for (int moves = 0; moves <= longest; ++moves) {
    std::vector<ClaimCell> row{std::to_string(moves)};
    for (const WinLengths& lengths : measured) {
      row.emplace_back(lengths.longer_than(moves - 1) - lengths.longer_than(moves));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

ClaimTable drawn_by_limit(const std::vector<WinLengths>& measured, const std::set<int>& limits) {
  ClaimTable table{
      "Wins that a limit turns into draws, were it counted from the position on", columns("limit", measured), {}};
  for (const int limit : limits) {
    std::vector<ClaimCell> row{std::to_string(limit)};
    for (const WinLengths& lengths : measured) row.emplace_back(lengths.longer_than(limit - 1));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ClaimTable drawn_by_count(const std::vector<WinLengths>& measured, int limit) {
  ClaimTable table{fmt::format("Wins that are draws once the lone king has made so many of {} moves", limit),
                   columns("moves made", measured),
                   {}};
  for (int made = 0; made < limit; ++made) {
    std::vector<ClaimCell> row{std::to_string(made)};
    for (const WinLengths& lengths : measured) row.emplace_back(lengths.longer_than(limit - made - 1));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What the count changes in all tables that are there, as positions arise.
Result<ClaimTable> changed_classes(const Work& work) {
  ClaimTable table{"Positions that the count changes, in all tables that are there",
                   {"material", "to move", "positions", "win made a draw", "loss made a draw"},
                   {}};
  const Result<std::vector<ClassStatistics>> statistics = collect_statistics(work.tablebase());
  if (!statistics) return statistics.error();
  for (const ClassStatistics& of : *statistics) {
    if (of.cursed_win + of.blessed_loss == 0) continue;
    table.rows.push_back({of.material.name(), std::string(of.side == Color::white ? "white" : "black"), of.entries,
                          of.cursed_win, of.blessed_loss});
  }
  return table;
}

/// The limit under which the claim is judged: the ruleset's, or else that of source B.
int judged_limit(const Ruleset& rules) {
  return rules.count ? rules.count->limit : 15;
}

std::string sentence(const std::vector<WinLengths>& measured, const std::set<int>& limits) {
  std::string text;
  for (const WinLengths& lengths : measured) {
    if (lengths.longest() < 0) continue;
    text += text.empty() ? "The longest defence of the lone king is " : ", ";
    text += fmt::format("{} in {} with the {} side to move",
                        amount(static_cast<std::uint64_t>(lengths.longest()), "move", "moves"), lengths.material.name(),
                        to_string(lengths.side));
  }
  text += ".";
  for (const int limit : limits) {
    std::uint64_t taken = 0;
    std::uint64_t all = 0;
    for (const WinLengths& lengths : measured) {
      taken += lengths.longer_than(limit - 1);
      all += lengths.total();
    }
    text += fmt::format(" A limit of {} takes {} wins away.", limit, part_of(taken, all));
  }
  return text;
}

void add_examples(Claim& claim, const Work& work, const std::vector<WinLengths>& measured, int limit) {
  for (const WinLengths& lengths : measured) {
    if (lengths.longest() < 0) continue;
    const std::string about = fmt::format("{}, the longest defence: the lone king can make {}", lengths.material.name(),
                                          amount(static_cast<std::uint64_t>(lengths.longest()), "move", "moves"));
    add_example(claim, work, lengths.longest() < limit, about, lengths.first.back());
  }
}

}  // namespace

Result<Claim> examine_limits(const Work& work) {
  Claim claim;
  claim.name = "limits";
  claim.source = "sources A (13 moves) and B (15, and 20 at odds)";
  claim.quotation =
      "If this lone king can make 13 moves, then the game is a draw, even if the next move made by the opponent would "
      "have resulted in the capture of the lone king. [B:] as these cannot be forced, the game must be considered "
      "drawn after 15 moves [...] Should the odds, however, consist in ceding the draw as a game won, then twenty "
      "moves may be claimed";
  const int limit = judged_limit(work.rules());
  claim.meaning = fmt::format(
      "Wins of KKvK and KKKvK without the count, by the number of moves that the lone king can make before it is "
      "caught (d/2 of a loss in d plies, (d-1)/2 of a win). A limit L takes the win away if that number is L or more: "
      "the king then makes its move L. All positions count, those with a capture too. In favour (the limit takes no "
      "forced win away): wins within {} moves. Against: longer ones.",
      limit);
  claim.missing = missing_files(work, {two_kings, three_kings}, Metric::dtw);
  if (!claim.missing.empty()) return claim;

  const Result<std::vector<WinLengths>> measured = measure(work);
  if (!measured) return measured.error();
  std::set<int> limits(limits_of_sources.begin(), limits_of_sources.end());
  limits.insert(limit);
  claim.tables.push_back(histogram(*measured));
  claim.tables.push_back(drawn_by_limit(*measured, limits));
  if (work.rules().count) {
    claim.tables.push_back(drawn_by_count(*measured, limit));
    Result<ClaimTable> changed = changed_classes(work);
    if (!changed) return changed.error();
    if (!changed->rows.empty()) claim.tables.push_back(*std::move(changed));
  }
  for (const WinLengths& lengths : *measured) {
    claim.against += lengths.longer_than(limit - 1);
    claim.in_favour += lengths.total() - lengths.longer_than(limit - 1);
  }
  claim.verdict = sentence(*measured, limits);
  add_examples(claim, work, *measured, limit);
  return claim;
}

}  // namespace lunette::claims
