#pragma once

#include <pybind11/pybind11.h>

namespace lunette::python {

/// Takes only objects whose C++ part has been constructed and is their own: functions return values, never references.
/// `Class.__new__(Class)` makes one without, for which pybind11 would otherwise hand out memory that nobody has
/// written.
template <class Class>
struct CheckedCaster : pybind11::detail::type_caster_base<Class> {
  bool load(pybind11::handle source, bool convert) {
    if (!is_constructed(source)) return false;
    return pybind11::detail::type_caster_base<Class>::load(source, convert);
  }

  static bool is_constructed(pybind11::handle source) {
    const auto type = pybind11::detail::get_type_handle(typeid(Class), false);
    if (!source || !type || PyObject_TypeCheck(source.ptr(), reinterpret_cast<PyTypeObject*>(type.ptr())) == 0) {
      return false;
    }
    auto* const instance = reinterpret_cast<pybind11::detail::instance*>(source.ptr());
    for (const auto& part : pybind11::detail::values_and_holders(instance)) {
      if (!part.holder_constructed()) return false;
    }
    return true;
  }
};

/// What an object holds. Raises TypeError where that has never been constructed.
template <class Class>
const Class& held_by(pybind11::handle object) {
  if (!CheckedCaster<Class>::is_constructed(object)) throw pybind11::type_error("an object that was never initialised");
  return object.cast<const Class&>();
}

}  // namespace lunette::python
