#include <pybind11/pybind11.h>

#include <cstddef>
#include <functional>
#include <string>

#include "bindings.hpp"
#include "lunette/rules/notation.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

std::string text_of(const MoveObject& self) {
  return write_move(*self.rules, self.before, self.move);
}

int square_number(const MoveObject& self, int bit) {
  return square_at(self.rules->board, bit).number();
}

py::tuple captures(const MoveObject& self) {
  py::tuple squares(static_cast<std::size_t>(count_bits(self.move.captured)));
  std::size_t next = 0;
  for_each_bit(self.move.captured, [&](int bit) { squares[next++] = square_number(self, bit); });
  return squares;
}

bool equal(const MoveObject& a, const MoveObject& b) {
  return a.rules == b.rules && a.move == b.move;
}

std::size_t hash_of(const MoveObject& self) {
  const Move& move = self.move;
  return std::hash<std::uint64_t>()(move.captured * 0x9E3779B97F4A7C15U + std::uint64_t{move.from} * 64 + move.to);
}

}  // namespace

void bind_moves(py::module_& module) {
  py::class_<MoveObject>(module, "Move",
                         "A legal move of some position. Two captures with the same origin, destination and captured "
                         "pieces are one move. Immutable; str() is the text that PDN has, such as \"32-28\" or "
                         "\"3x14x32x17\".")
      .def_property_readonly("from_square", [](const MoveObject& self) { return square_number(self, self.move.from); })
      .def_property_readonly(
          "to_square", [](const MoveObject& self) { return square_number(self, self.move.to); },
          "The same as from_square after a full circle.")
      .def_property_readonly("captures", &captures, "The squares of the captured pieces, ascending.")
      .def_property_readonly("is_capture", [](const MoveObject& self) { return self.move.is_capture(); })
      .def_property_readonly(
          "is_man", [](const MoveObject& self) { return self.move.is_man; }, "A man moves (and may become a king).")
      .def_property_readonly("promotes", [](const MoveObject& self) { return self.move.promotes; })
      .def_property_readonly(
          "is_conversion", [](const MoveObject& self) { return self.move.converts(); },
          "A capture or a man's move: it can never be undone, and DTC counts the plies to it.")
      .def("__str__", &text_of)
      .def("__repr__", [](const MoveObject& self) { return "<lunette.Move " + text_of(self) + ">"; })
      .def("__eq__", &equal, py::is_operator())
      .def("__hash__", &hash_of)
      .def("__reduce__", [](const MoveObject& self) {
        const py::object before = py::cast(PositionObject{self.rules, self.before});
        return py::make_tuple(before.attr("parse_move"), py::make_tuple(text_of(self)));
      });
}

}  // namespace lunette::python
