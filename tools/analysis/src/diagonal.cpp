#include "lunette/analysis/diagonal.hpp"

#include <array>
#include <utility>

#include "diagonal_tally.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {

namespace {

constexpr std::array<EndingSide, 2> both_sides{EndingSide::lone, EndingSide::strong};
constexpr std::array<Possession, 4> all_possessions{Possession::lone_alone, Possession::shared, Possession::strong,
                                                    Possession::empty};

Material kings_against_one(int strong_kings) {
  return Material{static_cast<std::uint8_t>(strong_kings), 0, 1, 0};
}

std::size_t tally_index(EndingSide side, Possession possession, bool capture) {
  const std::size_t kind =
      static_cast<std::size_t>(side) * all_possessions.size() + static_cast<std::size_t>(possession);
  return 2 * kind + (capture ? 1U : 0U);
}

std::vector<DiagonalTally> empty_tallies() {
  std::vector<DiagonalTally> tallies(2 * both_sides.size() * all_possessions.size());
  for (const EndingSide side : both_sides) {
    for (const Possession possession : all_possessions) {
      for (const bool capture : {false, true}) {
        DiagonalTally& tally = tallies[tally_index(side, possession, capture)];
        tally.side = side;
        tally.possession = possession;
        tally.capture = capture;
      }
    }
  }
  return tallies;
}

/// Adds every position with `side` to move to the tallies of its class.
Result<void> tally_side(const Tablebase& tablebase, const Material& material, EndingSide side,
                        std::vector<DiagonalTally>& tallies) {
  const Board board = tablebase.rules().board;
  const Color mover = side == EndingSide::strong ? Color::white : Color::black;
  const Result<std::vector<ValueCode>> wdl = tablebase.read_values(material, Metric::wdl, mover);
  if (!wdl) return wdl.error();
  // A set may have been built without distances: the examples are then those of lowest index.
  std::vector<ValueCode> distances(wdl->size(), 0);
  for (const Metric metric : {Metric::dtw, Metric::dtc}) {
    if (!tablebase.has(material, metric)) continue;
    Result<std::vector<ValueCode>> stored = tablebase.read_values(material, metric, mover);
    if (!stored) return stored.error();
    distances = *std::move(stored);
    break;
  }

  const Indexer indexer(board, material);
  const Bitboard diagonal = main_diagonal(board);
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = mover;
    const bool capture = has_capture(tablebase.rules(), position);
    DiagonalTally& tally = tallies[tally_index(side, possession_of(position, diagonal), capture)];
    tally.add(diagonal_result(decode_wdl((*wdl)[index]), side), {distances[index], index, position});
  }
  return {};
}

DiagonalHolder holder_of(Possession possession) {
  switch (possession) {
    case Possession::lone_alone:
    case Possession::shared: return DiagonalHolder::lone;
    case Possession::strong: return DiagonalHolder::strong;
    case Possession::empty: break;
  }
  return DiagonalHolder::empty;
}

void choose_example(Board board, const DiagonalTally& tally, DiagonalRow& row) {
  std::uint64_t rarest = 0;
  for (const DiagonalResult result :
       {DiagonalResult::cursed, DiagonalResult::strong_win, DiagonalResult::lone_win, DiagonalResult::draw}) {
    const std::uint64_t count = tally.count(result);
    if (count == 0 || (rarest != 0 && count >= rarest)) continue;
    rarest = count;
    row.example_fen = write_fen(board, *tally.example(result).position);
    row.example_result = result;
  }
}

/// The row of all tallies with this side, holder and capture.
DiagonalRow row_of(Board board, const DiagonalClass& reported, EndingSide side, DiagonalHolder holder, bool capture) {
  DiagonalTally sum;
  for (const Possession possession : all_possessions) {
    if (holder_of(possession) == holder) sum.add(reported.tallies[tally_index(side, possession, capture)]);
  }
  DiagonalRow row;
  row.material = reported.material;
  row.side = side;
  row.diagonal = holder;
  row.capture = capture;
  row.strong_wins = sum.count(DiagonalResult::strong_win);
  row.cursed = sum.count(DiagonalResult::cursed);
  row.draws = sum.count(DiagonalResult::draw);
  row.lone_wins = sum.count(DiagonalResult::lone_win);
  choose_example(board, sum, row);
  return row;
}

void append_rows(Board board, const DiagonalClass& reported, std::vector<DiagonalRow>& rows) {
  for (const EndingSide side : both_sides) {
    for (const DiagonalHolder holder : {DiagonalHolder::lone, DiagonalHolder::strong, DiagonalHolder::empty}) {
      for (const bool capture : {false, true}) rows.push_back(row_of(board, reported, side, holder, capture));
    }
  }
}

/// The classes to report: two that must be there and one that may.
Result<std::vector<Material>> reported_classes(const Tablebase& tablebase) {
  std::vector<Material> classes;
  std::string missing;
  for (const int strong_kings : {2, 3, 4}) {
    const Material material = kings_against_one(strong_kings);
    if (tablebase.covers(material)) {
      classes.push_back(material);
    } else if (strong_kings < 4) {
      missing += (missing.empty() ? "" : ", ") + material.name() + "." + std::string(to_string(Metric::wdl));
    }
  }
  if (!missing.empty()) {
    return Error{ErrorCode::missing_table,
                 "the diagonal report needs " + missing + " of " + std::string(tablebase.rules().name)};
  }
  return classes;
}

}  // namespace

Possession possession_of(const Position& position, Bitboard diagonal) {
  const bool strong = (position.kings[index_of(Color::white)] & diagonal) != 0;
  const bool lone = (position.kings[index_of(Color::black)] & diagonal) != 0;
  if (lone) return strong ? Possession::shared : Possession::lone_alone;
  return strong ? Possession::strong : Possession::empty;
}

Result<DiagonalClass> tally_diagonal(const Tablebase& tablebase, const Material& material) {
  DiagonalClass reported{material, empty_tallies()};
  for (const EndingSide side : both_sides) {
    const Result<void> tallied = tally_side(tablebase, material, side, reported.tallies);
    if (!tallied) return tallied.error();
  }
  return reported;
}

std::string_view to_string(EndingSide side) noexcept {
  return side == EndingSide::lone ? "lone" : "strong";
}

std::string_view to_string(DiagonalHolder holder) noexcept {
  switch (holder) {
    case DiagonalHolder::lone: return "lone";
    case DiagonalHolder::strong: return "strong";
    case DiagonalHolder::empty: break;
  }
  return "empty";
}

std::string_view to_string(DiagonalResult result) noexcept {
  switch (result) {
    case DiagonalResult::strong_win: return "strong win";
    case DiagonalResult::cursed: return "cursed win";
    case DiagonalResult::lone_win: return "lone win";
    case DiagonalResult::draw: break;
  }
  return "draw";
}

DiagonalResult diagonal_result(Wdl wdl, EndingSide side_to_move) noexcept {
  switch (side_to_move == EndingSide::strong ? wdl : -wdl) {
    case Wdl::win: return DiagonalResult::strong_win;
    case Wdl::cursed_win: return DiagonalResult::cursed;
    case Wdl::loss: return DiagonalResult::lone_win;
    case Wdl::draw:
    case Wdl::blessed_loss: break;
  }
  return DiagonalResult::draw;
}

Result<DiagonalReport> report_diagonal(const Tablebase& tablebase) {
  const Result<std::vector<Material>> materials = reported_classes(tablebase);
  if (!materials) return materials.error();

  std::vector<DiagonalClass> classes;
  for (const Material& material : *materials) {
    Result<DiagonalClass> tallied = tally_diagonal(tablebase, material);
    if (!tallied) return tallied.error();
    classes.push_back(*std::move(tallied));
  }

  DiagonalReport report;
  report.rules = tablebase.rules().name;
  report.verdict = diagonal_verdict(tablebase.rules(), classes);
  for (const DiagonalClass& reported : classes) {
    append_rows(tablebase.rules().board, reported, report.rows);
  }
  return report;
}

}  // namespace lunette
