// The offer to crown the adversary's men, and what a king is worth against men.

#include <fmt/format.h>

#include <array>
#include <optional>

#include "examiners.hpp"
#include "lunette/analysis/statistics.hpp"
#include "lunette/report/words.hpp"
#include "wording.hpp"

namespace lunette::claims {

namespace {

constexpr Material two_kings_and_man{2, 1, 1, 0};
constexpr Material king_and_two_men{1, 2, 1, 0};

/// What crowning does to the lone king: saved before, saved after.
struct OfferTally {
  std::array<std::array<std::uint64_t, 2>, 2> positions{};
  std::array<std::array<std::optional<Position>, 2>, 2> examples;  // the lowest index

  void add(const OfferTally& other) {
    for (std::size_t before = 0; before < 2; ++before) {
      for (std::size_t after = 0; after < 2; ++after) {
        positions[before][after] += other.positions[before][after];
        // Chunks are added in the order of their indices.
        if (!examples[before][after]) examples[before][after] = other.examples[before][after];
      }
    }
  }
  std::uint64_t all() const { return positions[0][0] + positions[0][1] + positions[1][0] + positions[1][1]; }
};

Position with_men_crowned(Position position) {
  position.kings[index_of(Color::white)] |= position.men[index_of(Color::white)];
  position.men[index_of(Color::white)] = 0;
  return position;
}

Result<OfferTally> count_offers(Work& work, const Material& material, const LoneKingClass& three, Color mover,
                                CountView view) {
  const Result<WdlCodes> before = work.read_wdl(material, mover);
  if (!before) return before.error();
  const Indexer indexer(work.board(), material);
  const Indexer crowned(work.board(), three_kings);
  const auto lone_is_safe = [&](std::uint8_t code) {
    return mover == Color::black ? mover_is_safe(code, view) : waiter_is_safe(code, view);
  };
  return work.sum<OfferTally>(material, "the offer to crown", [&](OfferTally& tally, Index first, Index entries) {
    for (Index index = first; index < first + entries; ++index) {
      Position position = indexer.unrank(index);
      position.side = mover;
      const std::uint8_t after = three.wdl[index_of(mover)][crowned.rank(with_men_crowned(position))];
      const std::size_t row = lone_is_safe((*before)[index]) ? 1 : 0;
      const std::size_t column = lone_is_safe(after) ? 1 : 0;
      ++tally.positions[row][column];
      if (!tally.examples[row][column]) tally.examples[row][column] = position;
    }
  });
}

}  // namespace

Result<Claim> examine_crowning(Work& work, const LoneKingClasses& classes) {
  Claim claim;
  claim.name = "crowning";
  claim.source = "source B";
  claim.quotation =
      "When [...] a player, who has only one King, offers to his adversary, who has a King and two men, or two Kings "
      "and a man, to crown his two men, or the man, for the purpose of counting the limited moves, the latter is "
      "obliged to accept the offer";
  claim.meaning =
      "KMMvK and KKMvK, all positions, against KKKvK with kings on the same squares and the same side to move. Saved "
      "is not lost for the lone king, the count included if the ruleset has one. In favour (the offer does him no "
      "harm): saved before and after, or only after. Against: saved before and lost after. The offer itself is an act "
      "of the players and in no table.";
  claim.missing = missing_files(work, {two_kings_and_man, king_and_two_men}, Metric::wdl);
  if (!claim.missing.empty()) return claim;

  claim.tables.push_back({"The lone king before and after its offer to crown",
                          {"material", "to move", "positions", "saved before and after", "saved by the offer",
                           "lost by the offer", "lost before and after"},
                          {}});
  const CountView view = work.views().front();
  for (const Material& material : {two_kings_and_man, king_and_two_men}) {
    for (const Color mover : {Color::black, Color::white}) {
      const Result<OfferTally> tally = count_offers(work, material, classes[1], mover, view);
      if (!tally) return tally.error();
      const auto& of = tally->positions;
      const std::string side = mover == Color::black ? "lone" : "strong";
      claim.tables.front().rows.push_back(
          {material.name(), side, tally->all(), of[1][1], of[0][1], of[1][0], of[0][0]});
      claim.in_favour += of[1][1] + of[0][1];
      claim.against += of[1][0];
      claim.verdict += fmt::format("{}In {} with the {} side to move the offer saves {} and loses {}.",
                                   claim.verdict.empty() ? "" : " ", material.name(), side,
                                   part_of(of[0][1], of[0][0] + of[0][1]) + " lost positions",
                                   part_of(of[1][0], of[1][0] + of[1][1]) + " saved ones");
      add_example(claim, work, true, "lost as it is, saved with the men crowned", tally->examples[0][1]);
      add_example(claim, work, false, "saved as it is, lost with the men crowned", tally->examples[1][0]);
    }
  }
  return claim;
}

Result<Claim> examine_king_for_men(const Work& work) {
  Claim claim;
  claim.name = "king-for-men";
  claim.source = "source B";
  claim.quotation =
      "The King is so powerful a piece, that one, two, or three Pawns may be advantageously sacrificed to obtain him.";
  claim.meaning =
      "A king and nothing else against one, two and three men: KvM, MMvK and MMMvK, all positions, captures included. "
      "In favour: positions that the king does not lose. Against: those that it loses.";
  const std::vector<Material> classes{Material{1, 0, 0, 1}, Material{0, 2, 1, 0}, Material{0, 3, 1, 0}};
  claim.missing = missing_files(work, classes, Metric::wdl);
  if (!claim.missing.empty()) return claim;

  const Result<std::vector<ClassStatistics>> statistics = collect_statistics(work.tablebase(), classes);
  if (!statistics) return statistics.error();
  ClaimTable table{"A king against men", {"men", "to move", "king's wins", "positions", "won", "drawn", "lost"}, {}};
  for (const ClassStatistics& of : *statistics) {
    const bool king_is_white = of.material.white_kings == 1;
    const bool king_to_move = king_is_white == (of.side == Color::white);
    const std::uint64_t won = king_to_move ? of.win : of.loss;
    const std::uint64_t lost = king_to_move ? of.loss : of.win;
    table.rows.push_back({std::to_string(of.material.men()), std::string(king_to_move ? "king" : "men"),
                          share(won, of.entries), of.entries, won, of.entries - won - lost, lost});
    claim.in_favour += of.entries - lost;
    claim.against += lost;
    claim.verdict +=
        fmt::format("{}Against {} with the {} to move the king wins {} and loses {}.", claim.verdict.empty() ? "" : " ",
                    amount(static_cast<std::uint64_t>(of.material.men()), "man", "men"), king_to_move ? "king" : "men",
                    part_of(won, of.entries), part_of(lost, of.entries));
  }
  claim.tables.push_back(std::move(table));
  return claim;
}

}  // namespace lunette::claims
