#include "table_view.hpp"

#include <algorithm>
#include <utility>

namespace lunette {

TableView::TableView(Tablebase tablebase) : tablebase_(std::move(tablebase)) {
  for (const Material& canonical : tablebase_.tables()) {
    most_pieces_ = std::max(most_pieces_, canonical.pieces());
    for (const Material& material : {canonical, canonical.flipped()}) {
      const auto number = static_cast<std::size_t>(
          ((material.white_men * numbers + material.black_men) * numbers + material.white_kings) * numbers +
          material.black_kings);
      covered_.set(number);
    }
  }
}

std::size_t TableView::class_number(const Position& position) const noexcept {
  const auto count = [](Bitboard pieces) { return static_cast<std::size_t>(count_bits(pieces)); };
  return ((count(position.men[0]) * numbers + count(position.men[1])) * numbers + count(position.kings[0])) * numbers +
         count(position.kings[1]);
}

std::optional<ScoreBounds> TableView::bounds(const Position& position, const std::optional<Count>& count, int ply,
                                             Access access) const noexcept {
  if (position.piece_count() > most_pieces_ || !covered_.test(class_number(position))) return std::nullopt;
  const auto probe = [&](const CountRequest& request) {
    return access == Access::disk ? tablebase_.probe_wdl(position, request)
                                  : tablebase_.probe_cached(position, request);
  };
  const Result<Wdl> value = probe(request_of(count));
  if (value) return ScoreBounds{score_of(*value, ply), score_of(*value, ply)};
  if (!count) return std::nullopt;
  // A count that has gone further than the table reckons with can only turn its result into a draw.
  const Result<Wdl> uncounted = probe({});
  if (!uncounted) return std::nullopt;
  const Score score = score_of(*uncounted, ply);
  return ScoreBounds{std::min(score, 0), std::max(score, 0)};
}

CountRequest request_of(const std::optional<Count>& count) noexcept {
  CountRequest request;
  if (count) {
    request.moves = count->moves;
    request.lone = count->lone;
  }
  return request;
}

Score score_of(Wdl wdl, int ply) noexcept {
  switch (wdl) {
    case Wdl::win: return won_table - ply;
    case Wdl::cursed_win: return drawn_by_count_alone;
    case Wdl::draw: return 0;
    case Wdl::blessed_loss: return -drawn_by_count_alone;
    case Wdl::loss: return ply - won_table;
  }
  return 0;
}

}  // namespace lunette
