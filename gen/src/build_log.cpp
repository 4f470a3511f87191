#include "build_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>

#include "decoded_tables.hpp"
#include "process_usage.hpp"
#include "table_json.hpp"
#include "utc.hpp"

namespace lunette::gen {
std::string now_in_utc() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc));
  return text;
}

namespace {

Json class_json(const BuildStep& step, int threads, std::uint64_t restored) {
  Json json;
  json["material"] = step.material.name();
  json["finished"] = now_in_utc();
  json["entries"] = step.entries;
  json["threads"] = threads;
  json["seconds"] = rounded_to_milliseconds(step.seconds);
  json["cpu_seconds"] = rounded_to_milliseconds(step.cpu_seconds);
  json["peak_memory_bytes"] = peak_memory_of_process();
  if (restored > 0) json["restored_entries"] = restored;
  json["tables"] = Json::array();
  return json;
}

/// Builders that share the log append one after another; a line that the disk has no room for is taken back.
Result<void> append(const std::filesystem::path& path, std::string_view line) {
  const auto failure = [&](int error) {
    return Error{ErrorCode::io_error,
                 "cannot append to " + path.string() + ": " + std::generic_category().message(error)};
  };
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return failure(errno);
  Result<void> result;
  if (::flock(file, LOCK_EX) != 0) {
    result = failure(errno);
  } else {
    const off_t end = ::lseek(file, 0, SEEK_END);
    const ssize_t written = ::write(file, line.data(), line.size());
    if (written < 0) {
      result = failure(errno);
    } else if (static_cast<std::size_t>(written) < line.size()) {
      result = failure(::ftruncate(file, end) == 0 ? ENOSPC : errno);
    }
  }
  ::close(file);
  return result;
}

}  // namespace

Result<void> log_class(const Ruleset& rules, const std::filesystem::path& directory, const BuildStep& step, int threads,
                       std::uint64_t restored) {
  Json json = class_json(step, threads, restored);
  for (const Metric metric : step.metrics) {
    const auto file = open_table(rules, directory, {step.material, metric});
    if (!file) return file.error();
    Json table = table_json(*file);
    table.erase("material");
    table["bits_per_entry"] =
        std::round(8e4 * static_cast<double>(file->bytes()) / table["entries"].get<double>()) / 1e4;
    json["tables"].push_back(std::move(table));
  }
  return append(directory / rules.name / "build-log.jsonl", json.dump() + "\n");
}

}  // namespace lunette::gen
