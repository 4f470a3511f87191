#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rows/sub_view.hpp"

namespace lunette::rows {

/// The views of finished slices that captures and promotions have led to lately. A slice's captures lead to few others,
/// again and again, and neighbouring slices share them. One for each thread.
class ViewCache {
 public:
  ViewCache(const SubTables& tables, Board board, bool with_count)
      : tables_(tables), board_(board), with_count_(with_count) {}

  /// As the constructor of SubView. Valid until the next call.
  const SubView& find(Color mover, const MenConfiguration& men, int white_kings, int black_kings) {
    const auto kings =
        static_cast<std::uint32_t>(4 * (16 * white_kings + black_kings) + 2 + (mover == Color::white ? 1 : 0));
    Place& place =
        places_[(men.white * 0x9E3779B97F4A7C15U + men.black * 0xC2B2AE3D27D4EB4FU + kings * 0x165667B19E3779F9U) >>
                (64 - place_bits)];
    if (place.kings != kings || place.men.white != men.white || place.men.black != men.black) {
      place.men = men;
      place.kings = kings;
      place.view = SubView(tables_, board_, mover, men, white_kings, black_kings, with_count_);
    }
    return place.view;
  }

 private:
  static constexpr int place_bits = 8;
  struct Place {
    MenConfiguration men;
    std::uint32_t kings = 0;  // and the mover; 0: nothing here
    SubView view;
  };

  const SubTables& tables_;
  Board board_;
  bool with_count_;
  std::array<Place, std::size_t{1} << place_bits> places_{};
};

}  // namespace lunette::rows
