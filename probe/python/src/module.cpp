#include <pybind11/pybind11.h>

#include <string>

#include "bindings.hpp"
#include "enumerations.hpp"
#include "errors.hpp"
#include "lunette/compress/version.hpp"
#include "position_source.hpp"

namespace {

namespace py = pybind11;

/// Python's own way with objects that say nothing of pickling ends, for its oldest protocols, in pybind11's abort().
void refuse_to_pickle(py::handle type) {
  if (type.attr("__dict__").contains("__reduce__")) return;
  const auto refuse = [](py::handle self) -> py::object {
    throw py::type_error(std::string("cannot pickle '") + Py_TYPE(self.ptr())->tp_name + "' object");
  };
  py::setattr(type, "__reduce__", py::cpp_function(refuse, py::name("__reduce__"), py::is_method(type)));
}

}  // namespace

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
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (PyType_Check(value.ptr()) == 0) continue;
    value.attr("__module__") = "lunette";  // where people import it from
    refuse_to_pickle(value);
  }
}
