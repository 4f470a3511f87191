#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lunette/rules/result.hpp"

namespace lunette::serve {

/// A request target taken apart: "/api/v1/a%20b?fen=W%3AW1&count=2".
struct Target {
  std::vector<std::string> path;  ///< decoded segments; empty for "/"
  std::vector<std::pair<std::string, std::string>> query;

  /// The value of a parameter; absent where it is not there.
  std::optional<std::string_view> parameter(std::string_view name) const;
};

/// "/x?y" of "/x?y" and of "http://host/x?y", which is how a proxy is asked and a server must take too (RFC
/// 9112, 3.2.2); anything else as it is.
std::string_view origin_form(std::string_view text);

/// RFC 3986, with '+' in queries as a space. Errors: bad_argument (no absolute path, a bad or a zero %-escape, a
/// parameter that comes twice). Never looks at the file system: "." and ".." are segments as any other.
Result<Target> parse_target(std::string_view text);

}  // namespace lunette::serve
