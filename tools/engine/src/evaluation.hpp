#pragma once

#include "lunette/engine/score.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"

namespace lunette {

/// An estimate of a position without looking ahead, from its side to move: material, how far men have come and in what
/// balance, kings and the main diagonal, mobility. Within +-most_estimate. Symmetric: a position and its flip have the
/// same one. Thread-safe.
Score evaluate(Board board, const Position& position) noexcept;

}  // namespace lunette
