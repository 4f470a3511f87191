// What the tallies of the diagonal report say about the sentences on the main line.

#include <fmt/format.h>

#include <string_view>

#include "examiners.hpp"
#include "lunette/report/words.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

constexpr std::string_view source_a = "source A, traditional";
constexpr std::string_view source_b = "source B";

std::string_view who_holds(Possession possession) {
  switch (possession) {
    case Possession::lone_alone: return "the lone king alone";
    case Possession::shared: return "the lone king and strong kings";
    case Possession::strong: return "strong kings";
    case Possession::empty: break;
  }
  return "nobody";
}

bool is_lone_on_line(const DiagonalTally& tally) {
  return tally.possession == Possession::lone_alone || tally.possession == Possession::shared;
}

/// One row for each tally that `chosen` takes.
template <class Chosen>
ClaimTable tally_table(const Work& work, std::string title, const LoneKingClasses& classes, Chosen&& chosen) {
  ClaimTable table{std::move(title), {"material", "to move", "on the line", "must capture", "positions", "won"}, {}};
  const bool counted = work.rules().count.has_value();
  if (counted) table.columns.emplace_back("drawn by the count");
  table.columns.insert(table.columns.end(), {"drawn", "lost"});
  for (const LoneKingClass& ending : classes) {
    for (const DiagonalTally& tally : ending.diagonal.tallies) {
      if (!chosen(ending, tally) || tally.positions() == 0) continue;
      std::vector<ClaimCell> row{ending.material.name(),
                                 std::string(to_string(tally.side)),
                                 std::string(who_holds(tally.possession)),
                                 std::string(tally.capture ? "yes" : "no"),
                                 tally.positions(),
                                 tally.count(DiagonalResult::strong_win)};
      if (counted) row.emplace_back(tally.count(DiagonalResult::cursed));
      row.emplace_back(tally.count(DiagonalResult::draw));
      row.emplace_back(tally.count(DiagonalResult::lone_win));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

template <class Chosen>
DiagonalTally sum_of(const LoneKingClass& ending, Chosen&& chosen) {
  DiagonalTally sum;
  for (const DiagonalTally& tally : ending.diagonal.tallies) {
    if (chosen(tally)) sum.add(tally);
  }
  return sum;
}

void add_tally_example(Claim& claim, const Work& work, bool agrees, const std::string& about,
                       const DiagonalTally& tally, DiagonalResult result) {
  add_example(claim, work, agrees, about, tally.example(result).position);
}

}  // namespace

Claim examine_main_line(const Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "main-line";
  claim.source = source_b;
  claim.quotation =
      "one party, say White, has a King on the great central line, between Nos. 5 and 46, and Black has two or even "
      "three Kings, the game is drawn, as White cannot be driven from his hold, or captured, if he play correctly";
  claim.meaning =
      "KKvK and KKKvK with the lone king on the main diagonal, on move and with nothing to capture. In favour: the "
      "positions that it does not lose. Against: those that it does. The table has the other positions with the lone "
      "king on the line too. Won and lost are the strong side's results.";
  claim.tables.push_back(tally_table(work, "The lone king on the main line", classes,
                                     [](const auto&, const DiagonalTally& tally) { return is_lone_on_line(tally); }));
  for (const LoneKingClass& ending : classes) {
    const std::string kings = fmt::format("{} kings", number_word(ending.material.white_kings));
    for (const Possession possession : {Possession::lone_alone, Possession::shared}) {
      const DiagonalTally quiet = sum_of(ending, [&](const DiagonalTally& tally) {
        return tally.possession == possession && tally.side == EndingSide::lone && !tally.capture;
      });
      claim.in_favour += quiet.positions() - quiet.count(DiagonalResult::strong_win);
      claim.against += quiet.count(DiagonalResult::strong_win);
      const std::string about = fmt::format("{} against {} on the line", kings, who_holds(possession));
      add_tally_example(claim, work, false, about, quiet, DiagonalResult::strong_win);
      add_tally_example(claim, work, true, about, quiet, DiagonalResult::draw);
    }
  }
  std::vector<DiagonalClass> diagonals;
  for (const LoneKingClass& ending : classes) diagonals.push_back(ending.diagonal);
  claim.verdict = defence_sentence(work.rules(), diagonals);
  return claim;
}

Claim examine_possession(const Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "possession";
  claim.source = source_a;
  claim.quotation =
      "Generally speaking, a win is only possible if the side with 3 kings has possession of the diagonal running "
      "from the lower left to upper right corner.";
  claim.meaning =
      "KKKvK without a capture to make, either side on move. The three kings have possession if one of them stands on "
      "the diagonal and the lone king does not. In favour: won with possession, and not won without. Against: won "
      "without possession (\"only possible\" is then wrong). Positions with possession that are not won contradict "
      "nothing that is said, but are listed: possession is not enough. Wins that the count takes away are not won.";
  claim.tables.push_back(
      tally_table(work, "Three kings and the main line", classes,
                  [](const LoneKingClass& ending, const DiagonalTally&) { return ending.material == three_kings; }));
  const LoneKingClass& three = classes[1];
  for (const Possession possession :
       {Possession::strong, Possession::empty, Possession::lone_alone, Possession::shared}) {
    const DiagonalTally quiet =
        sum_of(three, [&](const DiagonalTally& tally) { return tally.possession == possession && !tally.capture; });
    const std::uint64_t won = quiet.count(DiagonalResult::strong_win);
    const std::string about = fmt::format("on the line: {}", who_holds(possession));
    if (possession == Possession::strong) {
      claim.in_favour += won;
      add_tally_example(claim, work, true, about + "; won", quiet, DiagonalResult::strong_win);
      add_tally_example(claim, work, true, about + "; not won all the same", quiet, DiagonalResult::draw);
    } else {
      claim.against += won;
      claim.in_favour += quiet.positions() - won;
      add_tally_example(claim, work, false, about + "; won", quiet, DiagonalResult::strong_win);
      add_tally_example(claim, work, true, about + "; not won", quiet, DiagonalResult::draw);
    }
  }
  claim.verdict = possession_sentence(work.rules(), three.diagonal);
  const std::uint64_t quiet_without = claim.against + claim.in_favour;
  claim.verdict += fmt::format(" The sentence as it stands is contradicted by {} of {} positions.",
                               grouped(claim.against), grouped(quiet_without));
  return claim;
}

Claim examine_off_the_line(const Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "off-the-line";
  claim.source = source_b;
  claim.quotation =
      "when the single King does not occupy the central line, there are many ways of winning, especially against an "
      "inferior player, but as these cannot be forced, the game must be considered drawn after 15 moves";
  claim.meaning =
      "KKvK and KKKvK with the lone king off the main diagonal and without a capture to make, either side on move. A "
      "win is forced if the tables give it, without the count: against any defence. In favour (no win can be forced): "
      "the positions that are not won. Against: those that are. How long the wins take is under \"limits\", how many "
      "of the lone king's moves throw the draw away under \"correct-play\".";
  const auto off = [](const DiagonalTally& tally) { return !is_lone_on_line(tally); };
  claim.tables.push_back(tally_table(work, "The lone king off the main line", classes,
                                     [&](const auto&, const DiagonalTally& tally) { return off(tally); }));
  for (const LoneKingClass& ending : classes) {
    claim.verdict += claim.verdict.empty() ? "With the lone king off the line, " : "; ";
    claim.verdict += fmt::format("{} kings can force a win in ", number_word(ending.material.white_kings));
    std::string parts;
    for (const Possession possession : {Possession::strong, Possession::empty}) {
      for (const EndingSide side : {EndingSide::strong, EndingSide::lone}) {
        const DiagonalTally quiet = sum_of(ending, [&](const DiagonalTally& tally) {
          return tally.possession == possession && tally.side == side && !tally.capture;
        });
        const std::uint64_t won = quiet.count(DiagonalResult::strong_win) + quiet.count(DiagonalResult::cursed);
        claim.against += won;
        claim.in_favour += quiet.positions() - won;
        if (!parts.empty()) parts += ", ";
        parts += fmt::format("{} with {} on the line and the {} side on move", part_of(won, quiet.positions()),
                             who_holds(possession), to_string(side));
        const std::string about =
            fmt::format("{} kings, on the line: {}", number_word(ending.material.white_kings), who_holds(possession));
        add_tally_example(claim, work, false, about, quiet, DiagonalResult::strong_win);
        add_tally_example(claim, work, true, about, quiet, DiagonalResult::draw);
      }
    }
    claim.verdict += parts;
  }
  claim.verdict += ".";
  return claim;
}

}  // namespace lunette::claims
