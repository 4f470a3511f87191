#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "work.hpp"

namespace lunette::claims {

/// "12.34%"; never rounded to none or to all of it where it is neither. "none" of nothing.
std::string share(std::uint64_t part, std::uint64_t whole);

/// "1,234 of 5,678 (21.73%)"; "all 5,678", "none of 5,678".
std::string part_of(std::uint64_t part, std::uint64_t whole);

/// "one" to "three".
std::string_view number_word(int number);

/// A position with what the tables say of it: "`about`; Black to move: loss in 4 plies (2 moves)". A probe that fails
/// leaves the latter out.
ClaimExample example_of(const Work& work, bool agrees, std::string_view about, const Position& position);

/// Adds an example where there is a position.
void add_example(Claim& claim, const Work& work, bool agrees, std::string_view about,
                 const std::optional<Position>& position);

/// The moves after which the side that made them has not lost: "28-5, 28-10". A count starts with the position after
/// the move, if at all. Empty on an error.
std::string safe_moves(const Work& work, const Position& position, CountView view);

}  // namespace lunette::claims
