#include <pybind11/stl.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "objects.hpp"
#include "probing.hpp"

namespace lunette::python {

namespace py = pybind11;

TablebaseObject::TablebaseObject(Tablebase tables)
    : rules_(&tables.rules()), tables_(std::make_shared<Tablebase>(std::move(tables))) {}

std::shared_ptr<Tablebase> TablebaseObject::open() const {
  if (!tables_) raise_closed();
  return tables_;
}

namespace {

bool is_path(py::handle object) {
  return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) || py::hasattr(object, "__fspath__");
}

std::filesystem::path path_argument(py::handle path) {
  if (!is_path(path)) raise_type_error("paths", "a path or several", path);
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &encoded) == 0) throw py::error_already_set();
  return {py::reinterpret_steal<py::bytes>(encoded).cast<std::string>()};
}

std::vector<std::filesystem::path> paths_argument(const py::object& paths) {
  if (is_path(paths)) return {path_argument(paths)};
  if (!py::isinstance<py::iterable>(paths)) raise_type_error("paths", "a path or several", paths);
  std::vector<std::filesystem::path> directories;
  for (const py::handle path : paths) directories.push_back(path_argument(path));
  return directories;
}

std::shared_ptr<TablebaseObject> open(const py::object& paths, const py::object& rules, std::size_t cache,
                                      std::size_t preload, const std::vector<std::string>& metrics, int max_pieces) {
  const Ruleset& game = ruleset_argument(rules);
  OpenOptions options;
  options.directories = paths_argument(paths);
  options.cache_bytes = cache;
  options.preload_bytes = preload;
  options.max_pieces = max_pieces;
  options.metrics.clear();
  for (const std::string& metric : metrics) options.metrics.push_back(metric_argument(metric));
  auto tables = [&] {
    const py::gil_scoped_release release;
    return Tablebase::open(game, options);
  }();
  return std::make_shared<TablebaseObject>(value_of(std::move(tables)));
}

template <class Call>
auto unlocked(const TablebaseObject& self, Call&& call) {
  const std::shared_ptr<Tablebase> tables = self.open();
  const py::gil_scoped_release release;
  return call(*tables);
}

Material material_argument(const py::object& material) {
  if (CheckedCaster<Material>::is_constructed(material)) return material.cast<Material>();
  if (!PyUnicode_Check(material.ptr())) raise_type_error("material", "a name or a lunette.Material", material);
  return value_of(parse_material(text_argument(material)));
}

bool has(const TablebaseObject& self, const py::object& material, const std::string& metric) {
  const Material asked = material_argument(material);
  const Metric kind = metric_argument(metric);
  return unlocked(self, [&](const Tablebase& tables) { return tables.has(asked, kind); });
}

TableObject table(const py::object& object, const py::object& material) {
  const auto& self = held_by<TablebaseObject>(object);
  const Material asked = material_argument(material);
  auto found = unlocked(self, [&](const Tablebase& tables) { return tables.table(asked, Metric::wdl); });
  value_of(std::move(found));
  return {object.cast<std::shared_ptr<TablebaseObject>>(), Indexer(self.rules().board, asked.canonical())};
}

py::object statistics(const TablebaseObject& self) {
  const Statistics counts = self.open()->statistics();
  return py::module_::import("lunette.values")
      .attr("Statistics")(counts.probes, counts.cache_hits, counts.cache_misses, counts.cache_bytes,
                          counts.cache_budget, counts.open_tables);
}

constexpr const char* class_help =
    "An open set of tables of one game.\n\n"
    "`paths` is a directory or several, searched in their order; each holds traditional/KKKvK.wdl and so on. `rules` "
    "is a Ruleset or its name. `cache` bytes are kept of decoded blocks, shared by all threads, and `preload` bytes "
    "of them filled at once. `metrics` are those to use, `max_pieces` (2 to 8) is the largest class.\n\n"
    "Opening reads no table but what is to be preloaded; a table is opened on its first use. Any number of threads may "
    "use one Tablebase, and run while it probes. A context manager: closed at the end of `with`, and when nobody holds "
    "it. Raises UnknownRulesetError, BadArgumentError, SystemIoError (a directory that is none), OutOfMemoryError.";

}  // namespace

void bind_tablebase(py::module_& module) {
  py::class_<TablebaseObject, std::shared_ptr<TablebaseObject>> tablebase(module, "Tablebase", class_help);
  tablebase
      .def(py::init(&open), py::arg("paths"), py::kw_only(), py::arg("rules"), py::arg("cache") = std::size_t{64} << 20,
           py::arg("preload") = std::size_t{0}, py::arg("metrics") = std::vector<std::string>{"wdl", "dtc", "dtw"},
           py::arg("max_pieces") = max_table_pieces)
      .def_property_readonly("rules", [](const TablebaseObject& self) { return RulesetObject{&self.rules()}; })
      .def_property_readonly("closed", &TablebaseObject::is_closed)
      .def("close", &TablebaseObject::close,
           "Lets go of the tables; calls that are under way in other threads are still answered. Later use raises "
           "ClosedError, closing again does nothing.")
      .def("__enter__",
           [](const py::object& self) {
             held_by<TablebaseObject>(self).open();
             return self;
           })
      .def("__exit__", [](TablebaseObject& self, const py::args&) { self.close(); })
      .def("has", &has, py::arg("material"), py::arg("metric") = "wdl",
           "True if the table is there, usable or not. Either colour may be the stronger in the name.")
      .def(
          "tables",
          [](const TablebaseObject& self) {
            return unlocked(self, [](const Tablebase& tables) { return tables.tables(); });
          },
          "The classes whose values are there, in solving order.")
      .def(
          "missing",
          [](const TablebaseObject& self, int pieces, int max_side) {
            return unlocked(self, [&](const Tablebase& tables) { return tables.missing(pieces, max_side); });
          },
          py::arg("pieces"), py::arg("max_side") = max_table_pieces,
          "The classes up to `pieces` pieces, `max_side` on a side, whose values are not there.")
      .def("table", &table, py::arg("material"),
           "One class, for reading it whole. Raises MissingTableError and what opening a file may raise.")
      .def("statistics", &statistics, "What was done since opening or reset_statistics().")
      .def(
          "reset_statistics", [](const TablebaseObject& self) { self.open()->reset_statistics(); },
          "Counts from here on.")
      .def("__repr__", [](const TablebaseObject& self) {
        return "<lunette.Tablebase of " + std::string(self.rules().name) + (self.is_closed() ? ", closed>" : ">");
      });
  bind_probing(tablebase);
}

}  // namespace lunette::python
