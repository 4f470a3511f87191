#include <pybind11/pybind11.h>

#include <string>

#include "bindings.hpp"
#include "enumerations.hpp"
#include "errors.hpp"
#include "lunette/compress/version.hpp"
#include "position_source.hpp"

PYBIND11_MODULE(_native, module) {
  namespace python = lunette::python;
  module.doc() = "The compiled part of lunette; import lunette instead.";
  python::load_errors();
  python::load_enumerations();
  module.attr("__version__") = std::string(lunette::tool_version());
  module.attr("position_dtype") = python::register_position_dtype();
  python::bind_ruleset(module);
  python::bind_material(module);
  python::bind_moves(module);
  python::bind_position(module);
  python::bind_answers(module);
  python::bind_tablebase(module);
  python::bind_table(module);
  // People see the classes where they import them from.
  for (const auto& [name, value] : module.attr("__dict__").cast<pybind11::dict>()) {
    if (PyType_Check(value.ptr()) != 0) value.attr("__module__") = "lunette";
  }
}
