#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "objects.hpp"

namespace lunette::python {

/// The methods of Tablebase that probe.
void bind_probing(pybind11::class_<TablebaseObject, std::shared_ptr<TablebaseObject>>& tablebase);

}  // namespace lunette::python
