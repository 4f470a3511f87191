#include "arguments.hpp"

#include "errors.hpp"
#include "lunette/rules/fen.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

void raise_type_error(const std::string& what, const char* wanted, py::handle given) {
  throw py::type_error(what + " must be " + wanted + ", not " + Py_TYPE(given.ptr())->tp_name);
}

std::string_view text_argument(py::handle text) {
  Py_ssize_t length = 0;
  const char* const characters = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
  if (characters != nullptr) return {characters, static_cast<std::size_t>(length)};
  if (PyErr_ExceptionMatches(PyExc_UnicodeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return "(not Unicode)";
}

const Ruleset& ruleset_argument(py::handle rules) {
  if (CheckedCaster<RulesetObject>::is_constructed(rules)) return *rules.cast<const RulesetObject&>().rules;
  if (!PyUnicode_Check(rules.ptr())) raise_type_error("rules", "a name or a lunette.Ruleset", rules);
  return *value_of(find_ruleset(text_argument(rules)));
}

const Position* as_position(const Ruleset& rules, py::handle position) {
  if (!CheckedCaster<PositionObject>::is_constructed(position)) return nullptr;
  const auto& found = position.cast<const PositionObject&>();
  if (found.rules == &rules) return &found.position;
  raise(Error{ErrorCode::wrong_ruleset,
              "a position of " + std::string(found.rules->name) + ", not of " + std::string(rules.name)});
}

Position position_argument(const Ruleset& rules, py::handle position) {
  if (PyUnicode_Check(position.ptr())) return value_of(read_position(rules, text_argument(position)));
  if (const Position* const found = as_position(rules, position)) return *found;
  raise_type_error("position", "a FEN or a lunette.Position", position);
}

Color color_argument(py::handle color) {
  if (PyUnicode_Check(color.ptr())) {
    const std::string_view name = text_argument(color);
    if (name == "white") return Color::white;
    if (name == "black") return Color::black;
    raise_bad_argument("no colour '" + std::string(name) + "', only 'white' and 'black'");
  }
  if (!PyLong_Check(color.ptr())) raise_type_error("colour", "a lunette.Color or its name", color);
  const long number = PyLong_AsLong(color.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) PyErr_Clear();
  if (number != 0 && number != 1) raise_bad_argument("no colour of this number, only 0 (white) and 1 (black)");
  return static_cast<Color>(number);
}

Metric metric_argument(const std::string& metric) {
  const auto found = parse_metric(metric);
  if (!found) raise_bad_argument("no metric of this name, only wdl, dtc and dtw");
  return *found;
}

CountRequest count_argument(int count, py::handle lone, const std::optional<int>& limit) {
  CountRequest request;
  if (!lone.is_none()) request.lone = color_argument(lone);
  if (count != 0 || request.lone) request.moves = count;
  request.limit = limit;
  return request;
}

}  // namespace lunette::python
