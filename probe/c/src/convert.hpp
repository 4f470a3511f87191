#pragma once

#include <cstdint>
#include <optional>

#include "call.hpp"
#include "lunette.h"
#include "lunette/probe/tablebase.hpp"

// Between the types of the C++ API and those of lunette.h.

namespace lunette::c {

/// Neither checks whether the position is legal.
Outcome read_position(const lunette_position& from, Position& to);
lunette_position write_position(const Position& position) noexcept;

Outcome read_color(std::int32_t from, Color& to);
Outcome read_metric(std::int32_t from, Metric& to);
Outcome read_material(const char* from, Material& to);
lunette_material write_material(const Material& material);

/// Null says nothing.
Outcome read_count(const lunette_count* from, CountRequest& to);

std::int32_t write_plies(const std::optional<int>& plies) noexcept;
/// Leaves `size` as the caller set it; null is skipped.
void write_answer(const Answer& answer, lunette_answer* to) noexcept;
lunette_move write_move(const Ruleset& rules, const Position& before, const RankedMove& ranked);

}  // namespace lunette::c
