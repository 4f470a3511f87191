#include <pybind11/stl.h>

#include <functional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "lunette/index/material.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

Material read_name(const py::object& name) {
  if (!PyUnicode_Check(name.ptr())) raise_type_error("material", "a name such as 'KKMvK'", name);
  return value_of(parse_material(text_argument(name)));
}

std::vector<Material> all_classes(int pieces, int max_side) {
  if (pieces < 2 || pieces > max_table_pieces) {
    raise_bad_argument("pieces is " + std::to_string(pieces) + ", not 2 to " + std::to_string(max_table_pieces));
  }
  return enumerate_materials(pieces, max_side);
}

}  // namespace

void bind_material(py::module_& module) {
  py::class_<Material>(module, "Material",
                       "A class of positions by what stands on the board: \"KKMvKM\" is two white kings and a man "
                       "against a king and a man. Immutable; smaller ones are solved earlier.")
      .def(py::init(&read_name), py::arg("name"),
           "Reads a name of 1 to 8 pieces with at least one on each side. Raises BadMaterialError.")
      .def_property_readonly("name", &Material::name)
      .def_readonly("white_kings", &Material::white_kings)
      .def_readonly("white_men", &Material::white_men)
      .def_readonly("black_kings", &Material::black_kings)
      .def_readonly("black_men", &Material::black_men)
      .def_property_readonly("pieces", &Material::pieces, "All pieces of both sides.")
      .def_property_readonly("flipped", &Material::flipped, "The same with the colours exchanged.")
      .def_property_readonly("canonical", &Material::canonical,
                             "Itself or its colour flip, whichever tables are stored under: the stronger side first.")
      .def_property_readonly("is_own_flip", &Material::is_own_flip,
                             "True for KMvKM and the like, whose tables have one side to move.")
      .def("successors", &direct_successors,
           "The classes that one capture or promotion can lead to, each in its stored form, in solving order.")
      .def_static("all", &all_classes, py::arg("pieces"), py::arg("max_side") = max_table_pieces,
                  "All stored classes of 2 to `pieces` pieces, at most `max_side` on a side, in solving order.")
      .def("__str__", &Material::name)
      .def("__repr__", [](const Material& self) { return "lunette.Material('" + self.name() + "')"; })
      .def(
          "__eq__", [](const Material& self, const Material& other) { return self == other; }, py::is_operator())
      .def(
          "__lt__", [](const Material& self, const Material& other) { return precedes(self, other); },
          py::is_operator())
      .def("__hash__", [](const Material& self) { return std::hash<std::string>()(self.name()); })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("name")));
      });
}

}  // namespace lunette::python
