#include <pybind11/stl.h>

#include <string>

#include "bindings.hpp"
#include "enumerations.hpp"
#include "lunette/rules/notation.hpp"
#include "objects.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

std::string words_of(const Answer& answer) {
  std::string words(to_string(answer.wdl));
  if (answer.dtc) words += ", dtc " + std::to_string(*answer.dtc);
  if (answer.dtw) words += ", dtw " + std::to_string(*answer.dtw);
  if (answer.count) words += ", count " + std::to_string(answer.count->moves);
  return words;
}

std::string words_of(const RankedMoveObject& self) {
  const MoveObject& move = self.move;
  return write_move(*move.rules, move.before, move.move) + " leaves " + words_of(self.answer);
}

RankedMoveObject ranked_move(const PositionObject& before, const RankedMove& ranked) {
  return {{ranked.answer}, {before.rules, before.position, ranked.move}, ranked.after};
}

py::tuple moves_of(const ProbeObject& self) {
  py::tuple moves(self.moves.size());
  for (std::size_t i = 0; i < self.moves.size(); ++i) moves[i] = ranked_move(self.position, self.moves[i]);
  return moves;
}

py::tuple steps_of(const LineObject& self) {
  py::tuple moves(self.line.steps.size());
  PositionObject before = self.position;
  for (std::size_t i = 0; i < self.line.steps.size(); ++i) {
    const RankedMove& ranked = self.line.steps[i].ranked;
    moves[i] = ranked_move(before, ranked);
    before.position = ranked.after;
  }
  return moves;
}

std::string words_of(const LineObject& self) {
  std::string words;
  Position before = self.position.position;
  for (const LineStep& step : self.line.steps) {
    if (!words.empty()) words += ' ';
    words += write_move(*self.position.rules, before, step.ranked.move);
    before = step.ranked.after;
  }
  return words;
}

void bind_answer(py::module_& module) {
  py::class_<AnswerObject>(module, "Answer", "What the tables say about a position, from its side to move.")
      .def_property_readonly(
          "wdl", [](const AnswerObject& self) { return python_wdl(self.answer.wdl); }, "The value, a Wdl.")
      .def_property_readonly(
          "dtc", [](const AnswerObject& self) { return python_plies(self.answer.dtc); },
          "Plies to the next capture or man's move, the value kept; None for draws and where not stored.")
      .def_property_readonly(
          "dtw", [](const AnswerObject& self) { return python_plies(self.answer.dtw); },
          "Plies to the end of the game, no count applied; None for draws and where not stored.")
      .def_property_readonly(
          "count",
          [](const AnswerObject& self) {
            return python_plies(self.answer.count ? std::optional<int>(self.answer.count->moves) : std::nullopt);
          },
          "Moves that the lone king has completed of the counted draw; None where no count runs.")
      .def_property_readonly(
          "lone",
          [](const AnswerObject& self) {
            return self.answer.count ? python_color(self.answer.count->lone) : py::none();
          },
          "Whose king is counted; None where no count runs.")
      .def("__str__", [](const AnswerObject& self) { return words_of(self.answer); })
      .def("__repr__", [](const AnswerObject& self) { return "<lunette.Answer " + words_of(self.answer) + ">"; });
}

void bind_ranked_move(py::module_& module) {
  py::class_<RankedMoveObject, AnswerObject>(module, "RankedMove",
                                             "A legal move and the answer for the position after it, from the side "
                                             "then to move: a winning move leaves a loss.")
      .def_property_readonly("move", [](const RankedMoveObject& self) { return MoveObject(self.move); })
      .def_property_readonly(
          "position",
          [](const RankedMoveObject& self) {
            return PositionObject{self.move.rules, self.after};
          },
          "The position after the move.")
      .def("__str__", py::overload_cast<const RankedMoveObject&>(&words_of))
      .def("__repr__", [](const RankedMoveObject& self) { return "<lunette.RankedMove " + words_of(self) + ">"; });
}

}  // namespace

void bind_answers(py::module_& module) {
  bind_answer(module);
  bind_ranked_move(module);
  py::class_<ProbeObject, AnswerObject>(module, "Probe", "A position's answer and all its moves.")
      .def_property_readonly("position", [](const ProbeObject& self) { return PositionObject(self.position); })
      .def_property_readonly("moves", &moves_of, "All legal moves with what they leave, best first.")
      .def_property_readonly(
          "progress_guaranteed", [](const ProbeObject& self) { return self.progress == Progress::guaranteed; },
          "True if playing the first move again and again ends the game with the value promised. False where no "
          "distance to rank by is stored.")
      .def("__repr__", [](const ProbeObject& self) {
        return "<lunette.Probe " + words_of(self.answer) + ", " + std::to_string(self.moves.size()) + " moves>";
      });
  py::class_<LineObject>(module, "Line", "Best play for both sides. str() is its moves in PDN, without numbers.")
      .def_property_readonly(
          "position", [](const LineObject& self) { return PositionObject(self.position); }, "Where it begins.")
      .def_property_readonly(
          "start", [](const LineObject& self) { return AnswerObject{self.line.start}; }, "The answer for `position`.")
      .def_property_readonly("moves", &steps_of, "The moves as they are played, with what each leaves.")
      .def_property_readonly(
          "end", [](const LineObject& self) { return python_line_end(self.line.end); }, "Why it ends: a LineEnd.")
      .def("__len__", [](const LineObject& self) { return self.line.steps.size(); })
      .def("__str__", py::overload_cast<const LineObject&>(&words_of))
      .def("__repr__", [](const LineObject& self) {
        return "<lunette.Line of " + std::to_string(self.line.steps.size()) + " plies>";
      });
}

}  // namespace lunette::python
