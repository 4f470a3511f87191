#include "lunette/analysis/lone_king_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {
namespace {

Result<LoneKingSquare> value_square(const Tablebase& tablebase, const Position& position, EndingSide side,
                                    std::optional<int> limit) {
  const Ruleset& rules = tablebase.rules();
  LoneKingSquare valued;
  valued.fen = write_fen(rules.board, position);
  valued.capture = has_capture(rules, position);
  for (int made = 0; made < limit.value_or(1); ++made) {
    CountRequest count;
    if (limit) count.moves = made;
    const Result<Wdl> wdl = tablebase.probe_wdl(position, count);
    if (!wdl) return wdl.error();
    valued.results.push_back(diagonal_result(*wdl, side));
  }
  if (!tablebase.has(material_of(position), Metric::dtw)) return valued;
  const Result<std::optional<int>> dtw = tablebase.probe_dtw(position);
  if (!dtw) return dtw.error();
  valued.dtw = *dtw;
  return valued;
}

}  // namespace

Result<LoneKingMap> map_lone_king(const Tablebase& tablebase, Bitboard strong, EndingSide side) {
  const Ruleset& rules = tablebase.rules();
  const Bitboard board = all_squares(rules.board);
  const int kings = count_bits(strong);
  if ((strong & ~board) != 0) return Error{ErrorCode::bad_argument, "a king stands off the board"};
  if (kings < 2 || kings >= max_table_pieces) {
    return Error{ErrorCode::bad_argument,
                 fmt::format("expected 2 to {} kings against the lone king, got {}", max_table_pieces - 1, kings)};
  }
  LoneKingMap map;
  map.material = Material{static_cast<std::uint8_t>(kings), 0, 1, 0};
  map.side = side;
  if (starts_count(rules, map.material)) map.limit = limit_of(rules, {});
  std::optional<Error> failure;
  for_each_bit(board & ~strong, [&](int bit) {
    if (failure) return;
    Position position;
    position.kings[index_of(Color::white)] = strong;
    position.kings[index_of(Color::black)] = Bitboard{1} << bit;
    position.side = side == EndingSide::strong ? Color::white : Color::black;
    Result<LoneKingSquare> valued = value_square(tablebase, position, side, map.limit);
    if (!valued) {
      failure = valued.error();
    } else {
      valued->square = square_at(rules.board, bit);
      map.squares.push_back(*std::move(valued));
    }
  });
  if (failure) return *failure;
  return map;
}

}  // namespace lunette
