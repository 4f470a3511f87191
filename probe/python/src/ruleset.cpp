#include <pybind11/stl.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

std::string_view name_of(CaptureChoice choice) {
  switch (choice) {
    case CaptureChoice::free: return "free";
    case CaptureChoice::most_pieces: return "most-pieces";
    case CaptureChoice::most_pieces_then_kings: break;
  }
  return "most-pieces-then-kings";
}

std::string_view name_of(Promotion promotion) {
  return promotion == Promotion::ends_on_far_row ? "ends-on-far-row" : "during-capture";
}

std::string_view name_of(NoMove no_move) {
  return no_move == NoMove::loss ? "loss" : "draw-if-mutual";
}

std::optional<int> count_limit(const RulesetObject& self) {
  return self.rules->count ? std::optional<int>(self.rules->count->limit) : std::nullopt;
}

Bitboard main_diagonal(const RulesetObject& self) {
  return self.rules->board == Board::b8 ? Geometry<Board::b8>::main_diagonal : Geometry<Board::b10>::main_diagonal;
}

Bitboard bitboard(const RulesetObject& self, const py::iterable& squares) {
  Bitboard board = 0;
  for (const py::handle square : squares) {
    if (!PyIndex_Check(square.ptr())) raise_type_error("square", "an int", square);
    const Py_ssize_t number = PyNumber_AsSsize_t(square.ptr(), nullptr);
    if (number == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    const int squares_of_board = square_count(self.rules->board);
    if (number < 1 || number > squares_of_board) {
      raise_bad_argument("no square " + std::to_string(number) + ", only 1 to " + std::to_string(squares_of_board));
    }
    board |= bit_of(self.rules->board, Square(static_cast<int>(number)));
  }
  return board;
}

py::tuple squares_of(const RulesetObject& self, Bitboard board) {
  if ((board & ~all_squares(self.rules->board)) != 0) raise_bad_argument("bits that are no squares of the board");
  py::tuple squares(static_cast<std::size_t>(count_bits(board)));
  std::size_t next = 0;
  for_each_bit(board, [&](int bit) { squares[next++] = square_at(self.rules->board, bit).number(); });
  return squares;
}

py::tuple rulesets() {
  const auto all = all_rulesets();
  py::tuple objects(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) objects[i] = RulesetObject{&all[i]};
  return objects;
}

void bind_traits(py::class_<RulesetObject>& ruleset) {
  ruleset.def_property_readonly("name", [](const RulesetObject& self) { return self.rules->name; })
      .def_property_readonly(
          "board", [](const RulesetObject& self) { return to_string(self.rules->board); }, "\"8x8\" or \"10x10\".")
      .def_property_readonly(
          "board_side", [](const RulesetObject& self) { return self.rules->board == Board::b8 ? 8 : 10; },
          "Rows of the board: 8 or 10.")
      .def_property_readonly(
          "squares", [](const RulesetObject& self) { return square_count(self.rules->board); },
          "Squares that pieces stand on: 32 or 50.")
      .def_property_readonly(
          "men_per_side", [](const RulesetObject& self) { return self.rules->men_per_side; },
          "Men of each side at the start: 12 or 20.")
      .def_property_readonly(
          "capture", [](const RulesetObject& self) { return name_of(self.rules->capture); },
          "Which captures may be played: \"free\", \"most-pieces\" or \"most-pieces-then-kings\".")
      .def_property_readonly(
          "promotion", [](const RulesetObject& self) { return name_of(self.rules->promotion); },
          "When a man that captures becomes a king: \"ends-on-far-row\" or \"during-capture\".")
      .def_property_readonly(
          "no_move", [](const RulesetObject& self) { return name_of(self.rules->no_move); },
          "What becomes of a side that has pieces and no move: \"loss\" or \"draw-if-mutual\".")
      .def_property_readonly("count_limit", &count_limit,
                             "Moves of a lone king after which the counted draw falls; None without such a rule.")
      .def_property_readonly(
          "origin", [](const RulesetObject& self) { return self.rules->origin; }, "Where the rules come from.");
}

}  // namespace

void bind_ruleset(py::module_& module) {
  py::class_<RulesetObject> ruleset(module, "Ruleset",
                                    "One game: board, captures, end and draw by counting. Immutable.");
  bind_traits(ruleset);
  bind_arrays(ruleset);
  ruleset
      .def(py::init([](const py::object& name) { return RulesetObject{&ruleset_argument(name)}; }), py::arg("name"),
           "The ruleset of this name. Raises UnknownRulesetError, whose message lists the names.")
      .def_property_readonly("main_diagonal", &main_diagonal,
                             "The bits of the diagonal from the lower left corner to the upper right.")
      .def("bitboard", &bitboard, py::arg("squares"),
           "The bits of these square numbers, as arrays of positions have them. Raises BadArgumentError.")
      .def("squares_of", &squares_of, py::arg("bitboard"),
           "The square numbers of these bits, ascending. Raises BadArgumentError for bits that are no squares.")
      .def("__str__", [](const RulesetObject& self) { return self.rules->name; })
      .def("__repr__",
           [](const RulesetObject& self) { return "lunette.Ruleset('" + std::string(self.rules->name) + "')"; })
      .def(
          "__eq__", [](const RulesetObject& self, const RulesetObject& other) { return self.rules == other.rules; },
          py::is_operator())
      .def("__hash__", [](const RulesetObject& self) { return std::hash<std::string_view>()(self.rules->name); })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("name")));
      });
  module.def("rulesets", &rulesets, "All games that Lunette knows.");
}

}  // namespace lunette::python
