#pragma once

#include <optional>

#include "lunette/compress/value.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::verification {

// The counted draw once more, from rules.md and not from probe/count.hpp: an error there must show as a difference.

/// True if a count starts when this class arises: a lone king (Black in the stored orientation) against as many
/// kings as the rule names, and nothing else on the board.
bool is_counted(const Ruleset& rules, const Material& canonical);

/// The five-way value of a position of counted material as it arises, from its DTW code.
/// Requires verifiable_count().
Wdl value_as_it_arises(ValueCode dtw, Color side_to_move, int limit);

/// Refuses, with bad_argument, count rules that value_as_it_arises() does not express.
Result<void> verifiable_count(const Ruleset& rules);

}  // namespace lunette::verification
