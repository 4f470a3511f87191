#include "refusal.hpp"

#include <fmt/format.h>

#include "lunette/report/json.hpp"

namespace lunette::cli {

Error about(std::string_view subject, Error error) {
  if (subject.empty()) subject = "''";
  if (error.message.find(subject) == std::string::npos) error.message = fmt::format("{}: {}", subject, error.message);
  return error;
}

void Refusals::refuse(const std::string& item, const Error& error, Output& output) {
  ++refused_;
  last_ = about(item, error);
  if (!json_) return print_error(fmt::format("lunette {}: {}", command_, last_.message));
  Json object;
  object[std::string(key_)] = item;
  object["error"] = error_json(error);
  output.line(write_json(object));
}

Result<ExitStatus> Refusals::conclude() const {
  if (refused_ == 0) return ExitStatus::success;
  if (!json_) return ExitStatus::failure;
  if (refused_ == 1) return last_;
  return Error{last_.code, fmt::format("{} of {} could not be answered", refused_, answered_ + refused_)};
}

}  // namespace lunette::cli
