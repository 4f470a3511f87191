#pragma once

#include "rows/jump_search.hpp"
#include "rows/view_cache.hpp"

namespace lunette::rows {

/// What a slice's solver knows of the class around it.
struct ClassRules {
  Material material;
  const SubTables* tables = nullptr;
  bool with_count = true;  ///< false: cursed and blessed values of sub-tables count as won and lost
};

/// Captures by men, position by position: men stand still in a slice, and few placements let one capture.
template <class Gen>
class MenCaptures {
 public:
  MenCaptures(ViewCache& views, const MenConfiguration& men, Color mover)
      : views_(views),
        mover_(mover),
        mover_men_(mover == Color::white ? men.white : men.black),
        enemy_men_(mover == Color::white ? men.black : men.white) {}

  /// The best capture by any man with the kings so placed; 0 if there is none.
  CaptureScore best(Bitboard mover_kings, Bitboard enemy_kings) const;

 private:
  using G = typename Gen::G;

  Score result(Bitboard man, Bitboard mover_kings, Bitboard enemy_kings, int to, Bitboard captured,
               bool promoted) const;

  ViewCache& views_;
  Color mover_;
  Bitboard mover_men_;
  Bitboard enemy_men_;
};

}  // namespace lunette::rows
