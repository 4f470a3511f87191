#include "step_leftovers.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "class_parts.hpp"
#include "existing_files.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/gen/steps.hpp"

namespace lunette::gen {
namespace {

/// The step whose slices a file holds: "<step>.slices", and while it is written or solved
/// ".<step>.slices.<writer>.tmp" and ".<step>.slices.<writer>.partial".
std::optional<StepId> step_of_slices(const Ruleset& rules, std::string name) {
  constexpr std::string_view ending = ".slices";
  if (name.starts_with('.')) {
    const std::size_t end = name.rfind(std::string(ending) + ".");
    if (end == std::string::npos) return std::nullopt;
    name = name.substr(1, end - 1 + ending.size());
  }
  if (!name.ends_with(ending)) return std::nullopt;
  name.resize(name.size() - ending.size());
  const auto id = StepId::parse(std::string(rules.name).append(".").append(name));
  return id && id->kind == StepId::Kind::slices ? std::optional(*id) : std::nullopt;
}

/// Whether the tables of these slices are there, and whole where the slices are not older: these may be what a damaged
/// table is to be made of again.
bool tables_are_there(const std::filesystem::path& directory, const StepId& id, const std::filesystem::path& slices) {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(slices, error);
  return std::all_of(id.metrics.begin(), id.metrics.end(), [&](Metric metric) {
    const TableId table{id.material, metric};
    std::error_code absent;
    const auto made =
        std::filesystem::last_write_time(table_path(directory, id.rules->name, id.material, metric), absent);
    if (error || absent) return false;
    if (written < made) return true;
    const auto file = inspect_file(*id.rules, directory, table);
    return file && file->state == ExistingFile::State::valid;
  });
}

bool is_old_temporary(const std::filesystem::directory_entry& entry) {
  if (entry.path().extension() != ".tmp") return false;
  std::error_code error;
  const auto written = entry.last_write_time(error);
  return !error && std::filesystem::file_time_type::clock::now() - written > std::chrono::hours(24);
}

}  // namespace

void remove_leftovers(const std::filesystem::path& directory, const Ruleset& rules) {
  std::vector<std::filesystem::path> leftovers;
  std::error_code error;
  for (std::filesystem::directory_iterator it(steps_directory(directory, rules), error), end; !error && it != end;
       it.increment(error)) {
    const auto id = step_of_slices(rules, it->path().filename().string());
    if ((id && tables_are_there(directory, *id, it->path())) || is_old_temporary(*it)) leftovers.push_back(it->path());
  }
  for (const auto& path : leftovers) std::filesystem::remove(path, error);
}

}  // namespace lunette::gen
