#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <string_view>

#include "lunette/compress/value.hpp"
#include "lunette/probe/count.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

/// Arguments as Python hands them over. What is of the wrong type raises TypeError.
namespace lunette::python {

[[noreturn]] void raise_type_error(const std::string& what, const char* wanted, pybind11::handle given);

/// The text of a str, for as long as the object lives. Text that is no Unicode is read as one that fits nothing.
std::string_view text_argument(pybind11::handle text);

/// A name or a Ruleset. Raises UnknownRulesetError.
const Ruleset& ruleset_argument(pybind11::handle rules);

/// A FEN or a Position of the same game. Raises what read_position() refuses, and WrongRulesetError.
Position position_argument(const Ruleset& rules, pybind11::handle position);

/// The Position of the same game that an object is; null if it is none. Raises WrongRulesetError.
const Position* as_position(const Ruleset& rules, pybind11::handle position);

/// A Color or its name. Raises BadArgumentError.
Color color_argument(pybind11::handle color);

Metric metric_argument(const std::string& metric);

/// `count` 0 without a colour is no request: the library then finds out itself whether one starts.
CountRequest count_argument(int count, pybind11::handle lone, const std::optional<int>& limit);

}  // namespace lunette::python
