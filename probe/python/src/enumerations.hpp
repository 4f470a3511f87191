#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "lunette/compress/value.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/position.hpp"

/// The enumerations of lunette.values, member by member, and the other way round.
namespace lunette::python {

/// Finds the members; when the module is imported, before any other function of this header.
void load_enumerations();

pybind11::object python_wdl(Wdl wdl);
pybind11::object python_color(Color color);
pybind11::object python_line_end(Line::End end);
pybind11::object python_plies(const std::optional<int>& plies);  ///< None where absent

}  // namespace lunette::python
