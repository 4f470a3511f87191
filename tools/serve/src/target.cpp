#include "target.hpp"

#include <fmt/format.h>

#include <charconv>

namespace lunette::serve {
namespace {

std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      plain += plus_is_space && text[at] == '+' ? ' ' : text[at];
      continue;
    }
    if (text.size() - at < 3) return std::nullopt;
    unsigned byte = 0;
    const char* const digits = text.data() + at + 1;
    const auto [end, error] = std::from_chars(digits, digits + 2, byte, 16);
    if (error != std::errc{} || end != digits + 2 || byte == 0) return std::nullopt;
    plain += static_cast<char>(byte);
    at += 2;
  }
  return plain;
}

/// Calls part() with each piece between separators; stops at the first that it refuses.
template <class Part>
Result<void> for_each_part(std::string_view text, char separator, Part part) {
  while (true) {
    const std::size_t end = text.find(separator);
    if (Result<void> taken = part(text.substr(0, end)); !taken) return taken;
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
}

Error bad_escape(std::string_view where) {
  return {ErrorCode::bad_argument, fmt::format("a % in the {} is not followed by two hexadecimal digits", where)};
}

Result<void> read_query(std::string_view text, Target& target) {
  return for_each_part(text, '&', [&](std::string_view part) -> Result<void> {
    if (part.empty()) return {};
    const std::size_t equals = part.find('=');
    const auto name = decoded(part.substr(0, equals), true);
    const auto value =
        equals == std::string_view::npos ? std::optional<std::string>("") : decoded(part.substr(equals + 1), true);
    if (!name || !value) return bad_escape("query");
    if (target.parameter(*name)) return Error{ErrorCode::bad_argument, fmt::format("parameter '{}' twice", *name)};
    target.query.emplace_back(*name, *value);
    return {};
  });
}

}  // namespace

std::optional<std::string_view> Target::parameter(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::string_view origin_form(std::string_view text) {
  for (const std::string_view scheme : {std::string_view("http://"), std::string_view("https://")}) {
    if (!text.starts_with(scheme)) continue;
    const std::size_t path = text.find('/', scheme.size());
    return path == std::string_view::npos ? std::string_view("/") : text.substr(path);
  }
  return text;
}

Result<Target> parse_target(std::string_view text) {
  if (text.empty() || text.front() != '/') {
    return Error{ErrorCode::bad_argument, "the target is no path: expected one that begins with /"};
  }
  Target target;
  const std::size_t question = text.find('?');
  const std::string_view path = text.substr(1, question == std::string_view::npos ? question : question - 1);
  const auto add_segment = [&target](std::string_view part) -> Result<void> {
    const auto segment = decoded(part, false);
    if (!segment) return bad_escape("path");
    target.path.push_back(*segment);
    return {};
  };
  if (!path.empty()) {
    if (Result<void> read = for_each_part(path, '/', add_segment); !read) return read.error();
  }
  if (question != std::string_view::npos) {
    if (Result<void> read = read_query(text.substr(question + 1), target); !read) return read.error();
  }
  return target;
}

}  // namespace lunette::serve
