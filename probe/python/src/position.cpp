#include "lunette/rules/position.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "arguments.hpp"
#include "bindings.hpp"
#include "enumerations.hpp"
#include "errors.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

PositionObject read(const py::object& fen, const py::object& rules) {
  const Ruleset& game = ruleset_argument(rules);
  if (!PyUnicode_Check(fen.ptr())) raise_type_error("fen", "a str", fen);
  return {&game, value_of(read_position(game, text_argument(fen)))};
}

std::string fen_of(const PositionObject& self) {
  return write_fen(self.rules->board, self.position);
}

py::dict pieces(const PositionObject& self) {
  py::dict squares;
  for (int number = 1; number <= square_count(self.rules->board); ++number) {
    const Bitboard bit = bit_of(self.rules->board, Square(number));
    for (const Color color : {Color::white, Color::black}) {
      const bool white = color == Color::white;
      if ((self.position.men[index_of(color)] & bit) != 0) squares[py::int_(number)] = white ? "w" : "b";
      if ((self.position.kings[index_of(color)] & bit) != 0) squares[py::int_(number)] = white ? "W" : "B";
    }
  }
  return squares;
}

py::list moves(const PositionObject& self) {
  MoveList legal;
  generate_moves(*self.rules, self.position, legal);
  py::list objects;
  for (const Move& move : legal) objects.append(MoveObject{self.rules, self.position, move});
  return objects;
}

MoveObject parse_move(const PositionObject& self, const py::object& text) {
  if (!PyUnicode_Check(text.ptr())) raise_type_error("move", "a str", text);
  return {self.rules, self.position, value_of(read_move(*self.rules, self.position, text_argument(text)))};
}

PositionObject after(const PositionObject& self, const py::object& move) {
  if (PyUnicode_Check(move.ptr())) {
    return {self.rules, lunette::apply(self.position, parse_move(self, move).move)};
  }
  if (!CheckedCaster<MoveObject>::is_constructed(move)) raise_type_error("move", "a str or a lunette.Move", move);
  const auto& wanted = move.cast<const MoveObject&>();
  MoveList legal;
  generate_moves(*self.rules, self.position, legal);
  const bool is_legal = wanted.rules == self.rules && std::find(legal.begin(), legal.end(), wanted.move) != legal.end();
  if (!is_legal) {
    raise(Error{ErrorCode::bad_move, write_move(*wanted.rules, wanted.before, wanted.move) + " is not legal in " +
                                         fen_of(self) + " (" + std::string(self.rules->name) + ")"});
  }
  return {self.rules, lunette::apply(self.position, wanted.move)};
}

auto key_of(const PositionObject& self) {
  const Position& position = self.position;
  return std::tuple(self.rules->name, position.men, position.kings, position.side);
}

template <class Compare>
auto comparing(Compare compare) {
  return [compare](const PositionObject& a, const PositionObject& b) { return compare(key_of(a), key_of(b)); };
}

std::size_t hash_of(const PositionObject& self) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  std::uint64_t hash = std::hash<std::string_view>()(self.rules->name) + index_of(self.position.side);
  for (const std::size_t color : {std::size_t{0}, std::size_t{1}}) {
    hash = (hash ^ self.position.men[color]) * odd;
    hash = (hash ^ (hash >> 32) ^ self.position.kings[color]) * odd;
  }
  return static_cast<std::size_t>(hash ^ (hash >> 29));
}

py::object svg(const py::object& self, int size, bool numbers, const std::optional<MoveObject>& move) {
  if (size < 1) raise_bad_argument("size is " + std::to_string(size) + ", not at least 1 pixel");
  const Ruleset& rules = *held_by<PositionObject>(self).rules;
  if (move && move->rules->board != rules.board) raise_bad_argument("a move on another board");
  return py::module_::import("lunette._svg").attr("board_svg")(self, size, numbers, move);
}

using PositionClass = py::class_<PositionObject>;

void bind_state(PositionClass& position) {
  position
      .def(py::init(&read), py::arg("fen"), py::arg("rules"),
           "Reads a PDN FEN, such as \"W:W31,K46:B5-9,K12\". `rules` is a Ruleset or its name. Raises BadFenError, "
           "IllegalPositionError, UnknownSideError for \"?\" and UnknownRulesetError.")
      .def_static(
          "start",
          [](const py::object& rules) {
            const Ruleset& game = ruleset_argument(rules);
            return PositionObject{&game, start_position(game.board)};
          },
          py::arg("rules"), "The position that a game begins with.")
      .def_property_readonly("rules", [](const PositionObject& self) { return RulesetObject{self.rules}; })
      .def_property_readonly("fen", &fen_of, "The canonical FEN: squares ascending, no ranges.")
      .def_property_readonly(
          "side", [](const PositionObject& self) { return python_color(self.position.side); }, "Whose move it is.")
      .def_property_readonly(
          "pieces", &pieces,
          "What stands where: square numbers with \"w\" and \"b\" for men, \"W\" and \"B\" for kings.")
      .def_property_readonly(
          "material", [](const PositionObject& self) { return material_of(self.position); },
          "The class of the position, colours as they stand.")
      .def_property_readonly(
          "flipped",
          [](const PositionObject& self) {
            return PositionObject{self.rules, flip(self.rules->board, self.position)};
          },
          "The same seen from the other side: board turned by half a turn, colours and side to move exchanged.")
      .def_property_readonly(
          "must_capture", [](const PositionObject& self) { return has_capture(*self.rules, self.position); },
          "True if the side to move has a capture, and then no other move.")
      .def_property_readonly(
          "is_over", [](const PositionObject& self) { return !has_move(*self.rules, self.position); },
          "True if the side to move has no pieces or no move.");
}

void bind_play(PositionClass& position) {
  position.def("moves", &moves, "All legal moves, in the order of origin, destination and captured squares.")
      .def("parse_move", &parse_move, py::arg("text"),
           "The legal move that a text means: \"32-28\", \"32x23\", or as many intermediate squares as make it one. "
           "Raises BadMoveError, whose message names the candidates.")
      .def("apply", &after, py::arg("move"),
           "The position after a legal move, given as Move or text. Raises BadMoveError.")
      .def("svg", &svg, py::kw_only(), py::arg("size") = 320, py::arg("numbers") = true, py::arg("move") = py::none(),
           "The board as SVG, seen from White's side, `size` pixels wide; `move` is drawn into it.")
      .def("_repr_svg_", [](const py::object& self) { return svg(self, 320, true, std::nullopt); });
}

/// What Python expects of a value.
void bind_value(PositionClass& position) {
  position.def("__str__", [](const PositionObject& self) { return draw_board(self.rules->board, self.position); })
      .def("__repr__",
           [](const PositionObject& self) {
             return "lunette.Position('" + fen_of(self) + "', '" + std::string(self.rules->name) + "')";
           })
      .def("__eq__", comparing(std::equal_to<>()), py::is_operator())
      .def("__lt__", comparing(std::less<>()), py::is_operator())
      .def("__le__", comparing(std::less_equal<>()), py::is_operator())
      .def("__gt__", comparing(std::greater<>()), py::is_operator())
      .def("__ge__", comparing(std::greater_equal<>()), py::is_operator())
      .def("__hash__", &hash_of)
      .def("__reduce__", [](const py::object& self) {
        const auto& object = held_by<PositionObject>(self);
        return py::make_tuple(py::type::of(self), py::make_tuple(fen_of(object), object.rules->name));
      });
}

}  // namespace

void bind_position(py::module_& module) {
  PositionClass position(module, "Position",
                         "A legal position of one game. Immutable, hashable, ordered (in an order of no meaning) and "
                         "picklable; shown as a board in notebooks and by str().");
  bind_state(position);
  bind_play(position);
  bind_value(position);
}

}  // namespace lunette::python
