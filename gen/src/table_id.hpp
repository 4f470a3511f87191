#pragma once

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"

namespace lunette::gen {

/// One metric of one class.
struct TableId {
  Material material;  ///< canonical
  Metric metric = Metric::wdl;
  friend bool operator==(const TableId&, const TableId&) = default;
};

}  // namespace lunette::gen
