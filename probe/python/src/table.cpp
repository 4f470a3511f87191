#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "enumerations.hpp"
#include "errors.hpp"
#include "objects.hpp"
#include "position_source.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

/// Where a position's values stand in the arrays of its class.
struct Place {
  std::int64_t row;
  std::int64_t index;
};

Result<Place> place_of(const TableObject& self, const Position& position) {
  const Material material = material_of(position);
  if (material.canonical() != self.indexer.material()) {
    return Error{ErrorCode::bad_material,
                 "a position of " + material.name() + " is none of " + self.indexer.material().name()};
  }
  const PositionFault fault = check(self.owner->rules(), position);
  if (fault != PositionFault::none) return Error{ErrorCode::illegal_position, to_string(fault)};
  const Oriented oriented = orient(self.indexer.board(), position, material);
  return Place{static_cast<std::int64_t>(index_of(oriented.side)),
               static_cast<std::int64_t>(self.indexer.rank(oriented.position))};
}

Position position_at(const TableObject& self, const Place& place) {
  Position position = self.indexer.unrank(static_cast<Index>(place.index));
  position.side = place.row == 0 ? Color::white : Color::black;
  return position;
}

std::int64_t rows_of(const TableObject& self) {
  return self.indexer.material().stored_sides();
}

bool is_inside(const TableObject& self, const Place& place) {
  return place.row >= 0 && place.row < rows_of(self) && place.index >= 0 &&
         std::cmp_less(place.index, self.indexer.size());
}

[[noreturn]] void raise_outside(const TableObject& self, const Place& place) {
  throw py::index_error("no entry (" + std::to_string(place.row) + ", " + std::to_string(place.index) + ") in " +
                        self.indexer.material().name() + " with " + std::to_string(rows_of(self)) + " rows of " +
                        std::to_string(self.indexer.size()));
}

py::tuple index_of_one(const TableObject& self, const py::object& position) {
  const Place place = value_of(place_of(self, position_argument(self.owner->rules(), position)));
  return py::make_tuple(place.row, place.index);
}

py::tuple indexes_of_many(const TableObject& self, const py::object& positions) {
  const PositionSource source(self.owner->rules(), positions);
  py::array_t<std::int64_t> rows(static_cast<py::ssize_t>(source.size()));
  py::array_t<std::int64_t> indexes(static_cast<py::ssize_t>(source.size()));
  std::int64_t* const row = rows.mutable_data();
  std::int64_t* const number = indexes.mutable_data();
  for_each_slot(source, nullptr, [&](std::size_t index, const Slot& slot) -> Result<void> {
    auto position = position_of(self.owner->rules(), slot);
    if (!position) return std::move(position).error();
    auto place = place_of(self, *position);
    if (!place) return std::move(place).error();
    row[index] = place->row;
    number[index] = place->index;
    return {};
  });
  return py::make_tuple(rows, indexes);
}

py::tuple table_index(const TableObject& self, const py::object& position) {
  const bool one = PyUnicode_Check(position.ptr()) || CheckedCaster<PositionObject>::is_constructed(position);
  return one ? index_of_one(self, position) : indexes_of_many(self, position);
}

using IntegerArray = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

/// Numbers as an array of at most one dimension. Raises TypeError for what are no integers.
IntegerArray integers_argument(const char* name, const py::object& numbers) {
  const py::array array = py::array::ensure(numbers);
  if (!array) {
    PyErr_Clear();
    raise_type_error(name, "an int or an array of them", numbers);
  }
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u') {
    throw py::type_error(std::string(name) + " must be an int or an array of them, not " +
                         py::str(array.attr("dtype")).cast<std::string>());
  }
  if (array.ndim() > 1) raise_bad_argument(std::string(name) + " must have at most one dimension");
  return IntegerArray(array);
}

/// A copy, so that no other thread changes what has been tested.
std::vector<std::int64_t> copied(const IntegerArray& array) {
  const std::int64_t* const numbers = array.data();
  return {numbers, numbers + array.size()};
}

py::object position_of_place(const TableObject& self, const py::object& rows, const py::object& indexes) {
  const IntegerArray row_array = integers_argument("row", rows);
  const IntegerArray index_array = integers_argument("index", indexes);
  const std::vector<std::int64_t> row = copied(row_array);
  const std::vector<std::int64_t> index = copied(index_array);
  if (row_array.ndim() == 0 && index_array.ndim() == 0) {
    const Place place{row[0], index[0]};
    if (!is_inside(self, place)) raise_outside(self, place);
    return py::cast(PositionObject{&self.owner->rules(), position_at(self, place)});
  }
  const bool same_row = row_array.ndim() == 0;
  if (index_array.ndim() == 0 || (!same_row && row.size() != index.size())) {
    raise_bad_argument("row and index must be of the same length, or row a single int");
  }
  PositionArray array(static_cast<py::ssize_t>(index.size()));
  PositionRecord* const records = array.mutable_data();
  std::optional<Place> outside;
  {
    const py::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < index.size() && !outside; ++i) {
      const Place place{same_row ? row[0] : row[i], index[i]};
      if (is_inside(self, place)) {
        records[i] = record_of(position_at(self, place));
      } else {
        outside = place;
      }
    }
  }
  if (outside) raise_outside(self, *outside);
  return array;
}

template <class Number>
Number number_of(Metric metric, ValueCode code) {
  // No distance is longer than this; a file of another program that says so gets the longest there is.
  constexpr int most = std::numeric_limits<Number>::max();
  const int value = metric == Metric::wdl ? static_cast<int>(decode_wdl(code)) : decode_plies(code).value_or(-1);
  return static_cast<Number>(std::min(value, most));
}

template <class Number>
py::array_t<Number> read(const TableObject& self, Metric metric, const std::vector<Color>& sides) {
  const std::shared_ptr<Tablebase> tables = self.owner->open();
  const Material& material = self.indexer.material();
  const TableFile& file = *value_of(tables->table(material, metric));
  py::array_t<Number> array({static_cast<py::ssize_t>(sides.size()), static_cast<py::ssize_t>(self.indexer.size())});
  Number* to = array.mutable_data();
  std::vector<ValueCode> codes;
  for (const Color side : sides) {
    for (std::uint64_t block = 0; block < file.blocks(); ++block) {
      codes.resize(file.block_size(block));
      auto done = [&] {
        const py::gil_scoped_release unlocked;
        auto result = tables->read_block_values(material, metric, side, block, codes);
        to = std::transform(codes.begin(), codes.end(), to,
                            [metric](ValueCode code) { return number_of<Number>(metric, code); });
        return result;
      }();
      if (!done) raise(done.error());
      check_signals();
    }
  }
  return array;
}

py::object values(const TableObject& self, const std::string& metric_name, const py::object& side) {
  const Metric metric = metric_argument(metric_name);
  std::vector<Color> sides{Color::white};
  if (side.is_none()) {
    if (rows_of(self) == 2) sides.push_back(Color::black);
  } else {
    sides[0] = color_argument(side);
    if (sides[0] == Color::black && rows_of(self) == 1) {
      raise_bad_argument(self.indexer.material().name() + " is its own colour flip and has White to move only");
    }
  }
  const py::object array = metric == Metric::wdl ? py::object(read<std::int8_t>(self, metric, sides))
                                                 : py::object(read<std::int16_t>(self, metric, sides));
  return side.is_none() ? array : py::object(array[py::int_(0)]);
}

py::tuple sides_of(const TableObject& self) {
  const py::object white = python_color(Color::white);
  return rows_of(self) == 1 ? py::make_tuple(white) : py::make_tuple(white, python_color(Color::black));
}

}  // namespace

void bind_table(py::module_& module) {
  py::class_<TableObject>(
      module, "Table",
      "One class of an open Tablebase, whole. Its arrays have a row for each stored side to move "
      "(White's first; a class that is its own colour flip has White's alone) and a column for each "
      "placement, in the order of docs/ranking.md.")
      .def_property_readonly(
          "material", [](const TableObject& self) { return self.indexer.material(); },
          "The class as it is stored, the stronger side White.")
      .def_property_readonly("sides", &sides_of, "The side to move of each row.")
      .def_property_readonly(
          "size", [](const TableObject& self) { return self.indexer.size(); }, "Placements: the columns.")
      .def("values", &values, py::arg("metric") = "wdl", py::arg("side") = py::none(),
           "All true values with no count running yet, captures resolved: int8 as in Wdl, or int16 plies with "
           "NO_DISTANCE for draws. Shape (rows, size); with a `side`, its row alone. Reads the file past the cache. "
           "Raises MissingMetricError, CorruptFileError, ClosedError, MemoryError.")
      .def("index_of", &table_index, py::arg("position"),
           "Row and column of a position, to index the arrays with: ints for a FEN or a Position, arrays of int64 for "
           "an "
           "array of positions or a list. Either colour may be the stronger. Raises BadMaterialError for a position of "
           "another class.")
      .def("position_of", &position_of_place, py::arg("row"), py::arg("index"),
           "The reverse: a Position for ints; for arrays (the row may stay an int) an array of lunette.position_dtype. "
           "Raises IndexError.")
      .def("__repr__", [](const TableObject& self) {
        return "<lunette.Table " + self.indexer.material().name() + " of " + std::string(self.owner->rules().name) +
               ">";
      });
}

}  // namespace lunette::python
