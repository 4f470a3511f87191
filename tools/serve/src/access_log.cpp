#include "access_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "lunette/report/json.hpp"

namespace lunette::serve {
namespace {

constexpr std::size_t longest_logged = 512;

/// "2026-11-30T18:44:06.123Z"
std::string now_as_text() {
  const auto now = std::chrono::system_clock::now();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     milliseconds);
}

std::string_view cut(std::string_view text) {
  return text.substr(0, longest_logged);
}

}  // namespace

void AccessLog::add(const LoggedAnswer& answer) {
  if (file_ == nullptr) return;
  Json line;
  line["time"] = now_as_text();
  line["client"] = cut(answer.client);
  line["method"] = cut(answer.method);
  line["target"] = cut(answer.target);
  line["route"] = answer.route;
  line["status"] = answer.status;
  line["bytes"] = answer.bytes;
  line["seconds"] = seconds_json(answer.seconds);
  line["agent"] = cut(answer.agent);
  const std::string text = write_json(line) + '\n';
  const std::lock_guard lock(mutex_);
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), file_));
}

void AccessLog::flush() {
  if (file_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  static_cast<void>(std::fflush(file_));
}

}  // namespace lunette::serve
