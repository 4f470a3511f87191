// "Sacrifice the man as soon as possible": king and man against three kings.

#include <fmt/format.h>

#include "examiners.hpp"
#include "lunette/report/words.hpp"
#include "man_scan.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

std::string_view view_name(const Work& work, CountView view) {
  if (!work.rules().count) return "no count in these rules";
  return view == CountView::included ? "with the count" : "without the count";
}

ClaimTable effect_table(const Work& work, const ManScan& scan) {
  ClaimTable table{"King and man to move, nothing to capture",
                   {"values", "lone king", "positions", "saved", "man cannot be given up at once", "of these saved",
                    "only giving up possible", "of these saved", "both possible", "saved by both", "only by giving up",
                    "only otherwise", "lost anyhow", "win given away"},
                   {}};
  for (const CountView view : work.views()) {
    const GivingTally& tally = scan.views[static_cast<std::size_t>(view)];
    for (const bool on_line : {true, false}) {
      const GivingCounts& of = tally.by_line[on_line ? 1 : 0];
      const std::uint64_t cannot = of.at(Effect::not_there, Effect::not_there) +
                                   of.at(Effect::not_there, Effect::loses) + of.at(Effect::not_there, Effect::saves);
      const std::uint64_t must = of.at(Effect::loses, Effect::not_there) + of.at(Effect::saves, Effect::not_there);
      table.rows.push_back(
          {std::string(view_name(work, view)), std::string(on_line ? "on the line" : "off the line"), of.all(),
           of.saved[1], cannot, of.at(Effect::not_there, Effect::saves), must, of.at(Effect::saves, Effect::not_there),
           of.with_both(), of.at(Effect::saves, Effect::saves), of.at(Effect::saves, Effect::loses),
           of.at(Effect::loses, Effect::saves), of.at(Effect::loses, Effect::loses), of.wins_given_away});
    }
  }
  return table;
}

ClaimTable moves_table(const Work& work, const ManScan& scan) {
  ClaimTable table{"Moves in the positions in which the man can be given up at once",
                   {"values", "lone king", "giving up", "of these save", "other moves", "of these save"},
                   {}};
  for (const CountView view : work.views()) {
    for (const bool on_line : {true, false}) {
      const GivingCounts& of = scan.views[static_cast<std::size_t>(view)].by_line[on_line ? 1 : 0];
      table.rows.push_back({std::string(view_name(work, view)), std::string(on_line ? "on the line" : "off the line"),
                            of.giving_moves, of.giving_moves_that_save, of.other_moves, of.other_moves_that_save});
    }
  }
  return table;
}

ClaimTable alone_table(const Work& work, const ManScan& scan) {
  ClaimTable table{"The same squares with and without the man, king (and man) to move, nothing to capture with it",
                   {"values", "lone king", "positions", "saved with the man", "saved without it", "saved both ways",
                    "only with it", "only without it"},
                   {}};
  for (const CountView view : work.views()) {
    for (const bool on_line : {true, false}) {
      const GivingCounts& of = scan.views[static_cast<std::size_t>(view)].by_line[on_line ? 1 : 0];
      table.rows.push_back({std::string(view_name(work, view)), std::string(on_line ? "on the line" : "off the line"),
                            of.all(), of.saved[1], of.saved[0], of.saved_with_and_without,
                            of.saved[1] - of.saved_with_and_without, of.saved[0] - of.saved_with_and_without});
    }
  }
  return table;
}

ClaimTable next_move_table(const Work& work, const ManScan& scan) {
  ClaimTable table{"Giving up the man with the next move",
                   {"values", "lone king", "saved, but not by giving up at once",
                    "of these: giving up with the next move cannot be prevented"},
                   {}};
  for (const CountView view : work.views()) {
    for (const bool on_line : {true, false}) {
      const GivingCounts& of = scan.views[static_cast<std::size_t>(view)].by_line[on_line ? 1 : 0];
      const std::uint64_t later = of.at(Effect::not_there, Effect::saves) + of.at(Effect::loses, Effect::saves);
      table.rows.push_back({std::string(view_name(work, view)), std::string(on_line ? "on the line" : "off the line"),
                            later, of.saved_by_next_move});
    }
  }
  return table;
}

ClaimTable shares_table(const Work& work, const ManScan& scan) {
  ClaimTable table{"All positions, captures included, the weaker side to move",
                   {"values", "material", "share saved", "positions", "saved"},
                   {}};
  for (const CountView view : work.views()) {
    const auto number = static_cast<std::size_t>(view);
    for (const auto& [name, of] :
         {std::pair{"KKKvK", scan.alone[number]}, std::pair{"KKKvKM", scan.with_man[number]}}) {
      table.rows.push_back({std::string(view_name(work, view)), std::string(name), share(of.saved, of.positions),
                            of.positions, of.saved});
    }
  }
  return table;
}

std::string_view more_or_fewer(std::uint64_t these, std::uint64_t those) {
  if (these == those) return "as many positions as";
  return these > those ? "more positions than" : "fewer positions than";
}

/// The answer to the question, for one way to look at values.
std::string answer(std::string_view view, const GivingCounts& of) {
  const std::uint64_t both = of.at(Effect::saves, Effect::saves);
  const std::uint64_t giving = both + of.at(Effect::saves, Effect::loses);
  const std::uint64_t others = both + of.at(Effect::loses, Effect::saves);
  return fmt::format(
      "{}: where the man can be given up at once and something else be played, giving it up at once saves {}, the "
      "other moves save {}; only giving up saves {}, only other moves {}. So giving up the man at once saves {} "
      "keeping it. Of the moves that give it up {} save, of the other moves in the same positions {}.",
      view, part_of(giving, of.with_both()), part_of(others, of.with_both()),
      grouped(of.at(Effect::saves, Effect::loses)), grouped(of.at(Effect::loses, Effect::saves)),
      more_or_fewer(giving, others), part_of(of.giving_moves_that_save, of.giving_moves),
      part_of(of.other_moves_that_save, of.other_moves));
}

/// Whether the king alone is better off.
std::string alone_sentence(const GivingCounts& of, const SavedShare& alone, const SavedShare& with_man) {
  return fmt::format(
      " On the same squares the king alone is saved in {}, the king with its man in {}: {} only with the man, {} only "
      "without it. Over all positions with the weaker side to move, captures included, KKKvK is saved in {}, KKKvKM "
      "in {}.",
      part_of(of.saved[0], of.all()), part_of(of.saved[1], of.all()), grouped(of.saved[1] - of.saved_with_and_without),
      grouped(of.saved[0] - of.saved_with_and_without), part_of(alone.saved, alone.positions),
      part_of(with_man.saved, with_man.positions));
}

void add_examples(Claim& claim, const Work& work, const GivingCounts& counts, CountView view) {
  const auto show = [&](Effect giving, Effect others, bool agrees, std::string_view what) {
    const ShownPosition& shown = counts.examples[static_cast<std::size_t>(giving)][static_cast<std::size_t>(others)];
    if (!shown.position) return;
    const std::string saving = safe_moves(work, *shown.position, view);
    const std::string about = fmt::format(
        "{}: {}", what, saving.empty() ? "every move loses" : fmt::format("of {} moves {} saves", shown.moves, saving));
    add_example(claim, work, agrees, about, shown.position);
  };
  show(Effect::saves, Effect::loses, true, "only giving up the man at once saves");
  show(Effect::loses, Effect::saves, false, "only not giving up the man at once saves");
  show(Effect::saves, Effect::saves, true, "both save");
  show(Effect::loses, Effect::loses, true, "nothing saves, though the man can be given up");
}

}  // namespace

Result<Claim> examine_king_and_man(Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "king-and-man";
  claim.source = "source B";
  claim.quotation =
      "When one party at the end of a game has a King and a man against three Kings, the best way is to sacrifice the "
      "man as soon as possible, because the game is more easily defended with the King alone.";
  claim.meaning =
      "KKKvKM, king and man to move with nothing to capture; the colours do not matter, since the board is turned "
      "with them. A move of either piece gives up the man at once if the three kings must then capture and every "
      "capture takes the man and nothing else, so that KKKvK arises. All other moves count as keeping the man for "
      "now. Saved is not lost: drawn, or in a few positions won. In favour: only giving up the man at once saves. "
      "Against: it can be given up at once, but only other moves save. A win is given away if another move wins and "
      "giving up does not.";
  claim.missing = missing_files(work, {against_two(3), against_man(3)}, Metric::wdl);
  if (!claim.missing.empty()) return claim;

  const Result<ManScan> scan = scan_king_and_man(work, classes[1]);
  if (!scan) return scan.error();
  claim.tables = {effect_table(work, *scan), moves_table(work, *scan), next_move_table(work, *scan),
                  alone_table(work, *scan), shares_table(work, *scan)};
  const CountView played = work.views().front();
  const GivingCounts whole = scan->views[static_cast<std::size_t>(played)].whole();
  claim.in_favour = whole.at(Effect::saves, Effect::loses);
  claim.against = whole.at(Effect::loses, Effect::saves);
  for (const CountView view : work.views()) {
    const auto number = static_cast<std::size_t>(view);
    const GivingCounts of = scan->views[number].whole();
    std::string name(view_name(work, view));
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    if (!claim.verdict.empty()) claim.verdict += ' ';
    claim.verdict += answer(name, of);
    claim.verdict += alone_sentence(of, scan->alone[number], scan->with_man[number]);
  }
  add_examples(claim, work, whole, played);
  return claim;
}

}  // namespace lunette::claims
