#include "probing.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "arguments.hpp"
#include "enumerations.hpp"
#include "errors.hpp"
#include "position_source.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

constexpr std::int8_t no_value = -128;  // lunette.NO_VALUE

/// Runs a probe with the interpreter unlocked; the tables stay until it is done, even if they are closed meanwhile.
template <class Call>
auto unlocked(const TablebaseObject& self, Call&& call) {
  const std::shared_ptr<Tablebase> tables = self.open();
  auto result = [&] {
    const py::gil_scoped_release release;
    return call(*tables);
  }();
  return value_of(std::move(result));
}

ProbeObject probe(const TablebaseObject& self, const py::object& position, int count, const py::object& lone,
                  const std::optional<int>& limit) {
  const PositionObject asked{&self.rules(), position_argument(self.rules(), position)};
  const CountRequest request = count_argument(count, lone, limit);
  Probe found = unlocked(self, [&](const Tablebase& tables) { return tables.rank_moves(asked.position, request); });
  return {{found.answer}, asked, std::move(found.moves), found.progress};
}

py::object probe_wdl(const TablebaseObject& self, const py::object& position, int count, const py::object& lone,
                     const std::optional<int>& limit, bool cached) {
  const Position asked = position_argument(self.rules(), position);
  const CountRequest request = count_argument(count, lone, limit);
  return python_wdl(unlocked(self, [&](const Tablebase& tables) {
    return cached ? tables.probe_cached(asked, request) : tables.probe_wdl(asked, request);
  }));
}

py::object probe_dtc(const TablebaseObject& self, const py::object& position, bool cached) {
  const Position asked = position_argument(self.rules(), position);
  return python_plies(unlocked(self, [&](const Tablebase& tables) {
    return cached ? tables.probe_cached_dtc(asked) : tables.probe_dtc(asked);
  }));
}

py::object probe_dtw(const TablebaseObject& self, const py::object& position, bool cached) {
  const Position asked = position_argument(self.rules(), position);
  return python_plies(unlocked(self, [&](const Tablebase& tables) {
    return cached ? tables.probe_cached_dtw(asked) : tables.probe_dtw(asked);
  }));
}

LineObject best_line(const TablebaseObject& self, const py::object& position, int count, const py::object& lone,
                     const std::optional<int>& limit, int max_plies) {
  const PositionObject asked{&self.rules(), position_argument(self.rules(), position)};
  const CountRequest request = count_argument(count, lone, limit);
  return {asked, unlocked(self, [&](const Tablebase& tables) {
            return tables.best_line(asked.position, request, max_plies);
          })};
}

std::int16_t stored_plies(const std::optional<int>& plies) {
  // Longer than any distance there is; such a one would have to come from a file of another program.
  constexpr int most = std::numeric_limits<std::int16_t>::max();
  return plies ? static_cast<std::int16_t>(std::min(*plies, most)) : std::int16_t{-1};
}

struct AnswerArrays {
  explicit AnswerArrays(std::size_t size)
      : wdl(static_cast<py::ssize_t>(size)),
        dtc(static_cast<py::ssize_t>(size)),
        dtw(static_cast<py::ssize_t>(size)),
        status(static_cast<py::ssize_t>(size)) {
    std::fill_n(wdl.mutable_data(), size, no_value);
    std::fill_n(dtc.mutable_data(), size, stored_plies({}));
    std::fill_n(dtw.mutable_data(), size, stored_plies({}));
    std::fill_n(status.mutable_data(), size, std::uint8_t{0});
  }

  py::array_t<std::int8_t> wdl;
  py::array_t<std::int16_t> dtc;
  py::array_t<std::int16_t> dtw;
  py::array_t<std::uint8_t> status;
};

bool notes_errors(const std::string& on_error) {
  if (on_error != "raise" && on_error != "status") raise_bad_argument("on_error must be 'raise' or 'status'");
  return on_error == "status";
}

py::object probe_many(const TablebaseObject& self, const py::object& positions, int count, const py::object& lone,
                      const std::optional<int>& limit, bool distances, const std::string& on_error) {
  const std::shared_ptr<Tablebase> tables = self.open();
  const CountRequest request = count_argument(count, lone, limit);
  const bool notes = notes_errors(on_error);
  const PositionSource source(self.rules(), positions);
  AnswerArrays arrays(source.size());
  auto* const wdl = arrays.wdl.mutable_data();
  auto* const dtc = arrays.dtc.mutable_data();
  auto* const dtw = arrays.dtw.mutable_data();
  for_each_slot(source, notes ? arrays.status.mutable_data() : nullptr,
                [&](std::size_t index, const Slot& slot) -> Result<void> {
                  auto position = position_of(self.rules(), slot);
                  if (!position) return std::move(position).error();
                  if (!distances) {
                    auto value = tables->probe_wdl(*position, request);
                    if (!value) return std::move(value).error();
                    wdl[index] = static_cast<std::int8_t>(*value);
                    return {};
                  }
                  auto answer = tables->probe(*position, request);
                  if (!answer) return std::move(answer).error();
                  wdl[index] = static_cast<std::int8_t>(answer->wdl);
                  dtc[index] = stored_plies(answer->dtc);
                  dtw[index] = stored_plies(answer->dtw);
                  return {};
                });
  return py::module_::import("lunette.values").attr("Answers")(arrays.wdl, arrays.dtc, arrays.dtw, arrays.status);
}

constexpr const char* probe_help =
    "The value, the distances and all moves of a position, best first.\n\n"
    "`position` is a FEN or a Position of the same game, any legal position of covered material, captures included. "
    "`count`: moves that the lone king has already completed where a draw by counting runs; `lone`, a Color or its "
    "name, is needed in KvK alone; `limit` asks for another limit than the game's. Distances are plies.\n\n"
    "Raises MissingTableError, whose `table` names the file (it may be a smaller class, which a capture leads to), "
    "NotCoveredError, BadCountError, TableFileError, what a FEN may raise, and ClosedError. Other threads run "
    "meanwhile; any number may probe one Tablebase.";

constexpr const char* probe_many_help =
    "Values and distances of many positions, as Answers of arrays.\n\n"
    "`positions` is an array of lunette.position_dtype or an iterable of FENs and Positions; `count`, `lone` and "
    "`limit` as in probe(), the same for all. Without `distances` only the values are looked up, which is "
    "faster. With on_error=\"raise\" the first position without an answer raises, its number in the error's `index`; "
    "with \"status\" its Status stands in `status` and the others are still answered. Other threads run meanwhile: "
    "to use several processors, call this from several threads.";

}  // namespace

void bind_probing(py::class_<TablebaseObject, std::shared_ptr<TablebaseObject>>& tablebase) {
  tablebase
      .def("probe", &probe, py::arg("position"), py::arg("count") = 0, py::kw_only(), py::arg("lone") = py::none(),
           py::arg("limit") = py::none(), probe_help)
      .def("probe_wdl", &probe_wdl, py::arg("position"), py::arg("count") = 0, py::kw_only(),
           py::arg("lone") = py::none(), py::arg("limit") = py::none(), py::arg("cached") = false,
           "The value alone; as probe(), and faster. With `cached`, nothing is ever read from the disk: raises "
           "NotCachedError where that would be necessary.")
      .def(
          "probe_dtc", &probe_dtc, py::arg("position"), py::kw_only(), py::arg("cached") = false,
          "Plies to the next capture or man's move; None for a draw. Raises MissingMetricError where it is not stored.")
      .def("probe_dtw", &probe_dtw, py::arg("position"), py::kw_only(), py::arg("cached") = false,
           "Plies to the end of the game, no count applied; None for a draw. Raises MissingMetricError likewise.")
      .def("best_line", &best_line, py::arg("position"), py::arg("count") = 0, py::kw_only(),
           py::arg("lone") = py::none(), py::arg("limit") = py::none(), py::arg("max_plies") = 1000,
           "Best play for both sides, at most `max_plies` long. Takes and raises what probe() does.")
      .def("probe_many", &probe_many, py::arg("positions"), py::arg("count") = 0, py::kw_only(),
           py::arg("lone") = py::none(), py::arg("limit") = py::none(), py::arg("distances") = true,
           py::arg("on_error") = "raise", probe_many_help);
}

}  // namespace lunette::python
