#include "position_source.hpp"

#include <cstring>
#include <utility>

#include "arguments.hpp"
#include "lunette/rules/fen.hpp"

namespace lunette::python {

namespace py = pybind11;

py::dtype register_position_dtype() {
  PYBIND11_NUMPY_DTYPE(PositionRecord, white_men, white_kings, black_men, black_kings, side);
  return py::dtype::of<PositionRecord>();
}

PositionRecord record_of(const Position& position) {
  return {position.men[0], position.kings[0], position.men[1], position.kings[1],
          static_cast<std::int64_t>(index_of(position.side))};
}

Result<Position> position_of(const Ruleset& rules, const Slot& slot) {
  if (slot.text.data() != nullptr) return read_position(rules, slot.text);
  const PositionRecord& record = slot.record;
  if (record.side != 0 && record.side != 1) {
    return Error{ErrorCode::bad_argument, "no colour " + std::to_string(record.side) + " to move"};
  }
  return Position{{record.white_men, record.black_men},
                  {record.white_kings, record.black_kings},
                  record.side == 0 ? Color::white : Color::black};
}

PositionSource::PositionSource(const Ruleset& rules, const py::object& positions) : rules_(rules) {
  constexpr const char* wanted = "FENs, Positions or an array of lunette.position_dtype";
  if (py::isinstance<PositionArray>(positions)) {
    array_ = py::reinterpret_borrow<PositionArray>(positions);
    if (array_->ndim() != 1) raise_bad_argument("an array of positions must have one dimension");
    size_ = static_cast<std::size_t>(array_->shape(0));
    return;
  }
  if (PyUnicode_Check(positions.ptr()) || PyBytes_Check(positions.ptr())) {
    raise_type_error("positions", wanted, positions);
  }
  if (py::isinstance<py::array>(positions)) {
    const char kind = py::reinterpret_borrow<py::array>(positions).dtype().kind();
    if (kind != 'U' && kind != 'O') {
      throw py::type_error(std::string("positions must be ") + wanted + ", not an array of " +
                           py::str(positions.attr("dtype")).cast<std::string>());
    }
  }
  if (PyObject* const items = PySequence_Tuple(positions.ptr())) {
    items_ = py::reinterpret_steal<py::tuple>(items);
    size_ = items_.size();
    return;
  }
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  raise_type_error("positions", wanted, positions);
}

void PositionSource::read(std::size_t first, std::span<Slot> slots) const {
  array_ ? read_array(first, slots) : read_items(first, slots);
}

void PositionSource::read_array(std::size_t first, std::span<Slot> slots) const {
  if (static_cast<std::size_t>(array_->shape(0)) != size_)
    raise_bad_argument("the array was resized while it was read");
  const auto* from = static_cast<const char*>(static_cast<const py::array&>(*array_).data());
  const py::ssize_t stride = array_->strides(0);
  from += static_cast<py::ssize_t>(first) * stride;
  for (Slot& slot : slots) {
    slot.text = {};
    std::memcpy(&slot.record, from, sizeof slot.record);
    from += stride;
  }
}

void PositionSource::read_items(std::size_t first, std::span<Slot> slots) const {
  std::size_t index = first;
  for (Slot& slot : slots) {
    const py::handle item = PyTuple_GET_ITEM(items_.ptr(), static_cast<Py_ssize_t>(index));
    slot.text = {};
    if (PyUnicode_Check(item.ptr())) {
      slot.text = text_argument(item);
    } else if (const Position* const position = as_position(rules_, item)) {
      slot.record = record_of(*position);
    } else {
      raise_type_error("position " + std::to_string(index), "a FEN or a lunette.Position", item);
    }
    ++index;
  }
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace lunette::python
