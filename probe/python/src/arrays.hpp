#pragma once

#include <pybind11/pybind11.h>

#include "objects.hpp"

namespace lunette::python {

/// The methods of Ruleset that take or make arrays of positions.
void bind_arrays(pybind11::class_<RulesetObject>& ruleset);

}  // namespace lunette::python
