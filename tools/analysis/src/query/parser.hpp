#pragma once

#include <string_view>

#include "lunette/rules/board.hpp"
#include "lunette/rules/result.hpp"
#include "syntax.hpp"

namespace lunette::query {

/// Reads a whole text as one expression of any type. Errors: bad_argument naming the column.
Result<Node> parse(Board board, std::string_view text);

}  // namespace lunette::query
