#pragma once

#include "decoded_tables.hpp"
#include "rows/packed_values.hpp"

namespace lunette::gen {

/// The decoded WDL tables as the row solver sees them.
class ConversionTables final : public rows::SubTables {
 public:
  explicit ConversionTables(const DecodedTables& tables) : tables_(tables) {}
  const rows::SubTable* find(const Material& canonical) const override {
    const DecodedTable* table = tables_.find({canonical, Metric::wdl});
    return table == nullptr ? nullptr : &table->packed();
  }

 private:
  const DecodedTables& tables_;
};

}  // namespace lunette::gen
