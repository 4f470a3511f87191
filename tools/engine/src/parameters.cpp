#include "lunette/engine/parameters.hpp"

#include <fmt/format.h>

#include <charconv>

#include "lunette/engine/hub_line.hpp"

namespace lunette {
namespace {

/// A parameter that is a whole number.
struct NumberParameter {
  std::string_view name;
  int EngineParameters::*value;
  int least;
  int greatest;
};

constexpr int most_mebibytes = 1 << 20;
constexpr NumberParameter number_parameters[] = {
    {"cache", &EngineParameters::cache, 0, most_mebibytes},
    {"threads", &EngineParameters::threads, 1, 256},
    {"hash", &EngineParameters::hash, 1, most_mebibytes},
};

std::vector<std::filesystem::path> read_directories(std::string_view text) {
  std::vector<std::filesystem::path> directories;
  while (!text.empty()) {
    const std::string_view directory = text.substr(0, text.find(':'));
    if (!directory.empty()) directories.emplace_back(directory);
    text.remove_prefix(std::min(directory.size() + 1, text.size()));
  }
  return directories;
}

std::string write_directories(const std::vector<std::filesystem::path>& directories) {
  std::string text;
  for (const std::filesystem::path& directory : directories) {
    text += (text.empty() ? "" : ":") + directory.string();
  }
  return text;
}

Result<int> read_number(const NumberParameter& parameter, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || number < parameter.least || number > parameter.greatest) {
    return Error{ErrorCode::bad_argument, fmt::format("{}: expected a number from {} to {}, got {}", parameter.name,
                                                      parameter.least, parameter.greatest, in_quotes(text))};
  }
  return number;
}

}  // namespace

EngineParameters default_parameters() {
  EngineParameters parameters;
  parameters.rules = *find_ruleset("international");
  return parameters;
}

std::vector<std::string> parameter_lines(const EngineParameters& parameters) {
  std::string names;
  for (const Ruleset& rules : all_rulesets()) names.append(names.empty() ? "" : " ").append(rules.name);
  std::vector<std::string> lines;
  lines.push_back(HubText("param")
                      .add("name", "rules")
                      .add("value", parameters.rules->name)
                      .add("type", "enum")
                      .add("values", names)
                      .text());
  lines.push_back(HubText("param")
                      .add("name", "tables")
                      .add("value", write_directories(parameters.tables))
                      .add("type", "string")
                      .text());
  for (const NumberParameter& parameter : number_parameters) {
    lines.push_back(HubText("param")
                        .add("name", parameter.name)
                        .add("value", std::to_string(parameters.*parameter.value))
                        .add("type", "int")
                        .add("min", std::to_string(parameter.least))
                        .add("max", std::to_string(parameter.greatest))
                        .text());
  }
  return lines;
}

Result<void> set_parameter(EngineParameters& parameters, std::string_view name, std::string_view value) {
  if (name == "rules") {
    const Result<const Ruleset*> rules = find_ruleset(value);
    if (!rules) return rules.error();
    parameters.rules = *rules;
    return {};
  }
  if (name == "tables") {
    parameters.tables = read_directories(value);
    return {};
  }
  for (const NumberParameter& parameter : number_parameters) {
    if (parameter.name != name) continue;
    const Result<int> number = read_number(parameter, value);
    if (!number) return number.error();
    parameters.*parameter.value = *number;
    return {};
  }
  return Error{ErrorCode::bad_argument,
               fmt::format("unknown parameter {}, expected rules, tables, cache, threads or hash", in_quotes(name))};
}

}  // namespace lunette
