#include "enumerations.hpp"

#include <array>
#include <cstddef>

namespace lunette::python {

namespace py = pybind11;

namespace {

/// Held for as long as the interpreter runs.
struct Members {
  std::array<py::handle, 5> wdl;
  std::array<py::handle, 2> color;
  std::array<py::handle, 4> line_end;
};

Members& members() {
  static Members all;
  return all;
}

template <std::size_t Size>
void load(const char* enumeration, int first, std::array<py::handle, Size>& to) {
  const py::object type = py::module_::import("lunette.values").attr(enumeration);
  int number = first;
  for (py::handle& member : to) member = type(number++).release();
}

template <std::size_t Size>
py::object member(const std::array<py::handle, Size>& all, int number) {
  return py::reinterpret_borrow<py::object>(all[static_cast<std::size_t>(number)]);
}

}  // namespace

void load_enumerations() {
  load("Wdl", static_cast<int>(Wdl::loss), members().wdl);
  load("Color", 0, members().color);
  load("LineEnd", 0, members().line_end);
}

py::object python_wdl(Wdl wdl) {
  return member(members().wdl, static_cast<int>(wdl) - static_cast<int>(Wdl::loss));
}

py::object python_color(Color color) {
  return member(members().color, static_cast<int>(color));
}

py::object python_line_end(Line::End end) {
  return member(members().line_end, static_cast<int>(end));
}

py::object python_plies(const std::optional<int>& plies) {
  return plies ? py::object(py::int_(*plies)) : py::none();
}

}  // namespace lunette::python
