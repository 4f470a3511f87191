#include "usage.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace lunette::cli {
namespace {

std::string unexpected(const std::string& argument) {
  const bool option = argument.size() > 1 && argument.front() == '-';
  return fmt::format("unknown {} '{}'", option ? "option" : "argument", argument);
}

std::string subcommand_missing(const CLI::App& program) {
  std::string names;
  for (const CLI::App* subcommand : program.get_subcommands([](const CLI::App*) { return true; })) {
    names += (names.empty() ? "" : ", ") + subcommand->get_name();
  }
  const std::vector<std::string> rest = program.remaining();
  const std::string what = rest.empty() ? "no subcommand" : fmt::format("no subcommand '{}'", rest.front());
  return fmt::format("{}, expected one of {}", what, names);
}

/// CLI11's wording of a wrong number of arguments depends on how it found out; ours does not.
std::string wrong_number(const std::string& message) {
  const std::size_t colon = message.find(':');
  const std::string option = message.substr(0, colon);
  if (message.find("At Most") != std::string::npos) return option + ": given more than once, expected once";
  if (colon != std::string::npos) return option + ": expected a value, got none";
  return message;
}

}  // namespace

std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<CLI::App*> selected = program.get_subcommands();
  if (selected.empty()) {
    if (error.get_name() == "RequiredError") return "lunette: " + subcommand_missing(program);
    return fmt::format("lunette: {}", error.what());
  }
  const CLI::App& subcommand = *selected.front();
  const std::string where = fmt::format("lunette {}", subcommand.get_name());
  // A misspelt option explains more than the one that is then missing.
  std::vector<std::string> rest = subcommand.remaining();
  if (rest.empty()) rest = program.remaining();
  if (!rest.empty() && error.get_name() != "ValidationError")
    return fmt::format("{}: {}", where, unexpected(rest.front()));
  if (error.get_name() == "RequiredError") return fmt::format("{}: {} (see {} --help)", where, error.what(), where);
  if (error.get_name() == "ArgumentMismatch") return fmt::format("{}: {}", where, wrong_number(error.what()));
  // Of all options only flags are converted by CLI11 itself.
  if (error.get_name() == "ConversionError") return fmt::format("{}: a flag takes no value: {}", where, error.what());
  if (error.get_name() == "ExcludesError") return fmt::format("{}: {}, expected one of them", where, error.what());
  return fmt::format("{}: {}", where, error.what());
}

}  // namespace lunette::cli
