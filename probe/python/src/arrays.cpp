#include "arrays.hpp"

#include <pybind11/numpy.h>

#include <string>
#include <utility>

#include "lunette/rules/movegen.hpp"
#include "position_source.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

Result<Position> legal_position_of(const Ruleset& rules, const Slot& slot) {
  auto position = position_of(rules, slot);
  if (!position) return position;
  const PositionFault fault = check(rules, *position);
  if (fault != PositionFault::none) return Error{ErrorCode::illegal_position, to_string(fault)};
  return position;
}

PositionArray to_array(const RulesetObject& self, const py::object& positions) {
  const PositionSource source(*self.rules, positions);
  PositionArray array(static_cast<py::ssize_t>(source.size()));
  PositionRecord* const records = array.mutable_data();
  for_each_slot(source, nullptr, [&](std::size_t index, const Slot& slot) -> Result<void> {
    auto position = legal_position_of(*self.rules, slot);
    if (!position) return std::move(position).error();
    records[index] = record_of(*position);
    return {};
  });
  return array;
}

py::list from_array(const RulesetObject& self, const PositionArray& array) {
  const PositionSource source(*self.rules, array);
  std::vector<Position> positions(source.size());
  for_each_slot(source, nullptr, [&](std::size_t index, const Slot& slot) -> Result<void> {
    auto position = legal_position_of(*self.rules, slot);
    if (!position) return std::move(position).error();
    positions[index] = *position;
    return {};
  });
  py::list objects;
  for (const Position& position : positions) objects.append(PositionObject{self.rules, position});
  return objects;
}

py::array_t<bool> must_capture(const RulesetObject& self, const py::object& positions) {
  const PositionSource source(*self.rules, positions);
  py::array_t<bool> array(static_cast<py::ssize_t>(source.size()));
  bool* const answers = array.mutable_data();
  for_each_slot(source, nullptr, [&](std::size_t index, const Slot& slot) -> Result<void> {
    auto position = legal_position_of(*self.rules, slot);
    if (!position) return std::move(position).error();
    answers[index] = has_capture(*self.rules, *position);
    return {};
  });
  return array;
}

}  // namespace

void bind_arrays(py::class_<RulesetObject>& ruleset) {
  ruleset
      .def("to_array", &to_array, py::arg("positions"),
           "An array of lunette.position_dtype from FENs, Positions or such an array, every position legal. It has the "
           "bits of `white_men`, `white_kings`, `black_men`, `black_kings` (see bitboard()) and `side`, 0 for White to "
           "move. Raises what a FEN may, and IllegalPositionError, with the number of the position in `index`.")
      .def("from_array", &from_array, py::arg("array"),
           "The Positions of an array. Raises IllegalPositionError and, for a `side` that is none, BadArgumentError.")
      .def("must_capture", &must_capture, py::arg("positions"),
           "An array of bool: whether the side to move has a capture. Takes and raises what to_array() does.");
}

}  // namespace lunette::python
