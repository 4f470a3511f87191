#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// "1,613,387,095"
std::string grouped(std::uint64_t number);

/// "1 move", "13 moves", "1 ply", "26 plies", "1,234,567 entries".
std::string amount(std::uint64_t number, std::string_view singular, std::string_view plural);

/// "White" or "Black".
std::string_view color_name(Color color) noexcept;

/// What an answer means to its side to move, the count included: "win in 25 plies (13 moves)",
/// "blessed loss, a draw: the lone king can make 13 moves; without the count lost in 26 plies".
/// `limit` is the count's, and read only for answers with a running count.
std::string value_in_words(const Ruleset& rules, const Position& position, const Answer& answer, int limit);

/// "Black's lone king has made 3 of 13 moves".
std::string count_in_words(const Count& count, int limit);

/// How a line ended, given its last position: "White wins after 25 plies: Black has no pieces left".
std::string end_in_words(const Position& last, const Line& line, int limit);

}  // namespace lunette
