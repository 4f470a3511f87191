#include "step_records.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "class_parts.hpp"
#include "lunette/compress/table_file.hpp"
#include "process_usage.hpp"
#include "table_json.hpp"
#include "utc.hpp"

namespace lunette {
namespace {

using gen::Json;

template <class Number>
Number number_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number() ? found->get<Number>() : Number{};
}

std::string text_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Result<void> gen::write_step_record(const std::filesystem::path& directory, const StepId& id, int threads,
                                    const StepReport& report) {
  const std::string writer = this_writer();
  Json json;
  json["id"] = id.text();
  json["host"] = writer.substr(0, writer.rfind('-'));
  json["finished"] = now_in_utc();
  json["threads"] = threads;
  json["entries"] = report.entries;
  json["restored_entries"] = report.restored_entries;
  json["seconds"] = rounded_to_milliseconds(report.seconds);
  json["cpu_seconds"] = rounded_to_milliseconds(report.cpu_seconds);
  json["peak_memory_bytes"] = report.peak_memory_bytes;
  const std::string text = json.dump() + "\n";
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  return write_file_atomically(steps_directory(directory, *id.rules) / (id.text() + ".json"), bytes);
}

std::vector<StepRecord> read_step_records(const std::filesystem::path& directory, const Ruleset& rules) {
  std::vector<StepRecord> records;
  std::error_code error;
  const auto where = gen::steps_directory(directory, rules);
  for (std::filesystem::directory_iterator it(where, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (it->path().extension() != ".json" || name.starts_with('.') || !StepId::parse(it->path().stem().string())) {
      continue;
    }
    std::ifstream file(it->path(), std::ios::binary);
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object() || text_in(json, "id") != it->path().stem().string()) continue;
    StepRecord record;
    record.id = text_in(json, "id");
    record.host = text_in(json, "host");
    record.finished = text_in(json, "finished");
    record.threads = number_in<int>(json, "threads");
    record.report.entries = number_in<std::uint64_t>(json, "entries");
    record.report.restored_entries = number_in<std::uint64_t>(json, "restored_entries");
    record.report.seconds = number_in<double>(json, "seconds");
    record.report.cpu_seconds = number_in<double>(json, "cpu_seconds");
    record.report.peak_memory_bytes = number_in<std::uint64_t>(json, "peak_memory_bytes");
    records.push_back(std::move(record));
  }
  std::sort(records.begin(), records.end(), [](const StepRecord& a, const StepRecord& b) { return a.id < b.id; });
  return records;
}

}  // namespace lunette
