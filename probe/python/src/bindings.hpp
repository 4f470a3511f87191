#pragma once

#include <pybind11/pybind11.h>

/// What each source file adds to the module. In the order of this list, because later classes are made of earlier ones.
namespace lunette::python {

void bind_ruleset(pybind11::module_& module);
void bind_material(pybind11::module_& module);
void bind_moves(pybind11::module_& module);     ///< Move
void bind_position(pybind11::module_& module);  ///< Position, and what makes many of them
void bind_answers(pybind11::module_& module);   ///< Answer, RankedMove, Probe, Line
void bind_tablebase(pybind11::module_& module);
void bind_table(pybind11::module_& module);

}  // namespace lunette::python
