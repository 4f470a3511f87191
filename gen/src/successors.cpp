#include "successors.hpp"

namespace lunette::gen {

Material material_after(const Material& before, Color mover, int captured_men, int captured_kings, bool promotes) {
  Material after = mover == Color::white ? before : before.flipped();
  after.white_men = static_cast<std::uint8_t>(after.white_men - (promotes ? 1 : 0));
  after.white_kings = static_cast<std::uint8_t>(after.white_kings + (promotes ? 1 : 0));
  after.black_men = static_cast<std::uint8_t>(after.black_men - captured_men);
  after.black_kings = static_cast<std::uint8_t>(after.black_kings - captured_kings);
  return mover == Color::white ? after : after.flipped();
}

Successors::Successors(const Indexer& indexer, const std::array<CodeView, 2>& own, const DecodedTables& tables,
                       Metric metric)
    : indexer_(indexer), own_(own) {
  const Material& material = indexer.material();
  for (const Color mover : {Color::white, Color::black}) {
    const Material seen = mover == Color::white ? material : material.flipped();
    for (int promotes = 0; promotes <= (seen.white_men > 0 ? 1 : 0); ++promotes) {
      for (int kings = 0; kings <= seen.black_kings; ++kings) {
        for (int men = 0; men <= seen.black_men; ++men) {
          if (kings + men == seen.black_pieces()) continue;
          const Material after = material_after(material, mover, men, kings, promotes == 1);
          targets_[index_of(mover)][static_cast<std::size_t>(promotes)][static_cast<std::size_t>(kings)]
                  [static_cast<std::size_t>(men)] = make_target(after, opposite(mover), tables, metric);
        }
      }
    }
  }
}

Target Successors::make_target(const Material& after, Color to_move, const DecodedTables& tables, Metric metric) const {
  const bool turned = after.is_own_flip() ? to_move == Color::black : !after.is_canonical();
  const int side = static_cast<int>(index_of(turned ? opposite(to_move) : to_move));
  if (after.canonical() == indexer_.material()) return {&indexer_, own_[static_cast<std::size_t>(side)], turned};
  const DecodedTable* table = tables.find({after.canonical(), metric});
  return {&table->indexer(), table->codes(side), turned};
}

}  // namespace lunette::gen
