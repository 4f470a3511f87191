#include "lunette/analysis/diagonal.hpp"

#include <array>
#include <optional>
#include <utility>

#include "diagonal_tally.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {

namespace {

constexpr std::size_t rows_of_class = 2 * 3 * 2;  // side to move, holder of the diagonal, capture or not

Material kings_against_one(int strong_kings) {
  return Material{static_cast<std::uint8_t>(strong_kings), 0, 1, 0};
}

/// Where a position belongs among the rows of its class.
std::size_t row_index(EndingSide side, DiagonalHolder holder, bool capture) {
  return (static_cast<std::size_t>(side) * 3 + static_cast<std::size_t>(holder)) * 2 + (capture ? 1U : 0U);
}

std::vector<DiagonalTally> empty_tallies() {
  std::vector<DiagonalTally> tallies(rows_of_class);
  for (const EndingSide side : {EndingSide::lone, EndingSide::strong}) {
    for (const DiagonalHolder holder : {DiagonalHolder::lone, DiagonalHolder::strong, DiagonalHolder::empty}) {
      for (const bool capture : {false, true}) {
        DiagonalTally& tally = tallies[row_index(side, holder, capture)];
        tally.side = side;
        tally.diagonal = holder;
        tally.capture = capture;
      }
    }
  }
  return tallies;
}

/// White is the strong side in all of these classes.
DiagonalHolder holder_of(const Position& position, Bitboard diagonal) {
  if ((position.kings[index_of(Color::black)] & diagonal) != 0) return DiagonalHolder::lone;
  if ((position.kings[index_of(Color::white)] & diagonal) != 0) return DiagonalHolder::strong;
  return DiagonalHolder::empty;
}

bool is_shared(const Position& position, Bitboard diagonal) {
  return (position.kings[0] & diagonal) != 0 && (position.kings[1] & diagonal) != 0;
}

DiagonalResult result_of(Wdl wdl, EndingSide side_to_move) {
  switch (side_to_move == EndingSide::strong ? wdl : -wdl) {
    case Wdl::win: return DiagonalResult::strong_win;
    case Wdl::cursed_win: return DiagonalResult::cursed;
    case Wdl::loss: return DiagonalResult::lone_win;
    case Wdl::draw:
    case Wdl::blessed_loss: break;
  }
  return DiagonalResult::draw;
}

/// The example so far of one result in one row.
struct Candidate {
  ValueCode distance = 0;
  std::optional<Index> index;
};

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
  const Bitboard diagonal =
      board == Board::b8 ? Geometry<Board::b8>::main_diagonal : Geometry<Board::b10>::main_diagonal;
  std::array<std::array<Candidate, diagonal_results>, rows_of_class> candidates{};
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = mover;
    const bool capture = has_capture(tablebase.rules(), position);
    const std::size_t row = row_index(side, holder_of(position, diagonal), capture);
    const std::size_t result = index_of(result_of(decode_wdl((*wdl)[index]), side));
    ++tallies[row].counts[result];
    if (!is_shared(position, diagonal)) ++tallies[row].unshared[result];
    Candidate& candidate = candidates[row][result];
    if (!candidate.index || distances[index] > candidate.distance) candidate = {distances[index], index};
  }

  for (std::size_t row = 0; row < rows_of_class; ++row) {
    for (std::size_t result = 0; result < diagonal_results; ++result) {
      const Candidate& candidate = candidates[row][result];
      if (!candidate.index) continue;
      Position position = indexer.unrank(*candidate.index);
      position.side = mover;
      tallies[row].examples[result] = write_fen(board, position);
    }
  }
  return {};
}

DiagonalRow row_of(const Material& material, const DiagonalTally& tally) {
  DiagonalRow row;
  row.material = material;
  row.side = tally.side;
  row.diagonal = tally.diagonal;
  row.capture = tally.capture;
  row.strong_wins = tally.count(DiagonalResult::strong_win);
  row.cursed = tally.count(DiagonalResult::cursed);
  row.draws = tally.count(DiagonalResult::draw);
  row.lone_wins = tally.count(DiagonalResult::lone_win);

  std::uint64_t rarest = 0;
  for (const DiagonalResult result :
       {DiagonalResult::cursed, DiagonalResult::strong_win, DiagonalResult::lone_win, DiagonalResult::draw}) {
    const std::uint64_t count = tally.count(result);
    if (count == 0 || (rarest != 0 && count >= rarest)) continue;
    rarest = count;
    row.example_fen = tally.example(result);
    row.example_result = result;
  }
  return row;
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

Result<DiagonalReport> report_diagonal(const Tablebase& tablebase) {
  const Result<std::vector<Material>> materials = reported_classes(tablebase);
  if (!materials) return materials.error();

  std::vector<DiagonalClass> classes;
  for (const Material& material : *materials) {
    classes.push_back({material, empty_tallies()});
    for (const EndingSide side : {EndingSide::lone, EndingSide::strong}) {
      const Result<void> tallied = tally_side(tablebase, material, side, classes.back().tallies);
      if (!tallied) return tallied.error();
    }
  }

  DiagonalReport report;
  report.rules = tablebase.rules().name;
  report.verdict = diagonal_verdict(tablebase.rules(), classes);
  for (const DiagonalClass& reported : classes) {
    for (const DiagonalTally& tally : reported.tallies) report.rows.push_back(row_of(reported.material, tally));
  }
  return report;
}

}  // namespace lunette
