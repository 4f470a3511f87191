#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "lunette/probe/count.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "target.hpp"

namespace lunette::serve {

/// A position asked about, as a query or an element of a batch says it.
struct Question {
  std::string fen;  ///< as it was asked
  Position position;
  CountRequest count;
  SquareNames names = SquareNames::numeric;
};

/// ErrorCode::bad_argument for a parameter that is not among `known`, naming it: a misspelled "count" must not give the
/// answer without it.
Result<void> check_parameters(const Target& target, std::initializer_list<std::string_view> known);

/// The parameters fen, count, lone, count_limit and squares; no others may be there. Errors: those of read_position(),
/// and bad_argument.
Result<Question> read_question(const Ruleset& rules, const Target& target);

/// The parameter fen alone, for what knows no count; others are not looked at.
Result<Question> read_fen_alone(const Ruleset& rules, const Target& target);

/// A number as the query writes it. ErrorCode::bad_argument naming the parameter.
Result<int> read_number(std::string_view name, std::string_view text, int least);

Result<Color> read_color(std::string_view name, std::string_view text);

}  // namespace lunette::serve
