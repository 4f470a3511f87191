#include "errors.hpp"

#include <pybind11/pybind11.h>

#include "call.hpp"

namespace lunette::python {

namespace py = pybind11;

namespace {

/// lunette.errors._error_of. Held for as long as the interpreter runs.
py::handle& maker() {
  static py::handle function;
  return function;
}

[[noreturn]] void raise(const char* kind, const std::string& message, const py::object& index) {
  // Messages may quote file names, which need not be Unicode.
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
  if (!text) throw py::error_already_set();
  const py::object exception = maker()(kind, text, index);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw py::error_already_set();
}

}  // namespace

void load_errors() {
  maker() = py::module_::import("lunette.errors").attr("_error_of").cast<py::object>().release();
}

void raise(const Error& error) {
  raise(to_string(error.code), error.message, py::none());
}

void raise(const Error& error, std::size_t index) {
  raise(to_string(error.code), error.message, py::int_(index));
}

void raise_closed() {
  raise("closed", "the tablebase is closed", py::none());
}

void raise_bad_argument(std::string message) {
  raise(Error{ErrorCode::bad_argument, std::move(message)});
}

std::uint8_t status_of(ErrorCode code) {
  return static_cast<std::uint8_t>(c::failed(Error{code, {}}).status);
}

}  // namespace lunette::python
