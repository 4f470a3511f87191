#pragma once

#include <cstdint>

#include "lunette/rules/export.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// All legal moves of the side to move, each once, in the order (from, to, captured set read as ascending
/// square numbers). Clears `moves` first; its capacity is reused. `position` must be legal (check()); a side
/// without pieces has no moves. Thread-safe. Hot loops that know the ruleset at compile time use generator.hpp.
LUNETTE_EXPORT void generate_moves(const Ruleset& rules, const Position& position, MoveList& moves);

/// True if the side to move has a capture (and then no quiet move). Thread-safe.
LUNETTE_EXPORT bool has_capture(const Ruleset& rules, const Position& position) noexcept;

/// True if the side to move has any legal move. Thread-safe.
LUNETTE_EXPORT bool has_move(const Ruleset& rules, const Position& position) noexcept;

/// The position after a move that generate_moves gave for `position`; the side to move changes.
LUNETTE_EXPORT Position apply(const Position& position, const Move& move) noexcept;

/// The number of legal move sequences of `depth` plies; the last ply counts moves without making them.
LUNETTE_EXPORT std::uint64_t perft(const Ruleset& rules, const Position& position, int depth);

}  // namespace lunette
