#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "lunette/gen/steps.hpp"

namespace lunette {
namespace {

Error no_step(std::string_view text, std::string_view why) {
  std::string message = "'";
  message.append(text).append("' is no step: ").append(why);
  return {ErrorCode::bad_argument, std::move(message)};
}

std::string got(std::string_view part) {
  std::string words = ", got '";
  return words.append(part).append("'");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Digits without leading zeros.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || text.front() == '-') return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return number;
}

/// "wdl+dtc" in ascending order.
std::optional<std::vector<Metric>> metrics_of(std::string_view text) {
  std::vector<Metric> metrics;
  for (const std::string_view name : split(text, '+')) {
    const auto metric = parse_metric(name);
    if (!metric || (!metrics.empty() && *metric <= metrics.back())) return std::nullopt;
    metrics.push_back(*metric);
  }
  return metrics;
}

/// "w17x8" or "w24-19x1".
bool read_waves(std::string_view text, StepId& id) {
  const std::size_t groups = text.find('x');
  if (!text.starts_with('w') || groups == std::string_view::npos) return false;
  const auto waves = split(text.substr(1, groups - 1), '-');
  const auto first = number_of<int>(waves.front());
  const auto last = number_of<int>(waves.back());
  const auto count = number_of<std::uint32_t>(text.substr(groups + 1));
  if (waves.size() > 2 || !first || !last || !count || *count == 0) return false;
  if (waves.size() == 2 && (*last >= *first || *count != 1)) return false;
  id.first_wave = *first;
  id.last_wave = *last;
  id.groups = *count;
  return true;
}

}  // namespace

std::string StepId::text() const {
  std::string text(rules->name);
  if (kind == Kind::manifest) return text.append(".manifest");
  text.append(".").append(material.name()).append(".");
  for (std::size_t i = 0; i < metrics.size(); ++i) text.append(i == 0 ? "" : "+").append(to_string(metrics[i]));
  if (kind == Kind::merge) return text.append(".merge");
  if (kind == Kind::tables) return text;
  text.append(".w").append(std::to_string(first_wave));
  if (last_wave != first_wave) text.append("-").append(std::to_string(last_wave));
  text.append("x").append(std::to_string(groups));
  if (groups > 1 && group > 0) text.append(".").append(std::to_string(group));
  return text;
}

Result<StepId> StepId::parse(std::string_view text) {
  const auto parts = split(text, '.');
  StepId id;
  const auto rules = find_ruleset(parts[0]);
  if (!rules) return rules.error();
  id.rules = *rules;
  if (parts.size() == 2 && parts[1] == "manifest") {
    id.kind = Kind::manifest;
    return id;
  }
  if (parts.size() < 3 || parts.size() > 5) {
    return no_step(text, "expected RULES.MATERIAL.METRICS, such as traditional.KKvK.wdl+dtc");
  }
  const auto material = parse_material(parts[1]);
  if (!material) return material.error();
  if (!material->is_canonical() || material->name() != parts[1] || material->white_pieces() < 1 ||
      material->black_pieces() < 1 || material->pieces() > max_table_pieces) {
    return no_step(text, "there is no table of " + std::string(parts[1]));
  }
  id.material = *material;
  auto metrics = metrics_of(parts[2]);
  if (!metrics) return no_step(text, "expected metrics such as wdl+dtc" + got(parts[2]));
  id.metrics = std::move(*metrics);
  if (parts.size() == 3) return id;
  if (id.metrics.back() == Metric::dtw) return no_step(text, "DTW is not made in slices");
  if (parts.size() == 4 && parts[3] == "merge") {
    id.kind = Kind::merge;
    return id;
  }
  id.kind = Kind::slices;
  if (!read_waves(parts[3], id)) {
    return no_step(text, "expected merge or waves such as w17x8" + got(parts[3]));
  }
  id.group = id.groups > 1 ? 0 : 1;
  if (parts.size() == 4) return id;
  const auto group = number_of<std::uint32_t>(parts[4]);
  if (!group || *group < 1 || *group > id.groups || id.groups == 1) {
    return no_step(text, "expected a group from 1 to " + std::to_string(id.groups) + got(parts[4]));
  }
  id.group = *group;
  return id;
}

}  // namespace lunette
